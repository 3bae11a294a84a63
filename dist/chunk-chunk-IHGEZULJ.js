/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/shared/until-aborted.ts
function untilAborted(promise, signal, reason) {
  return new Promise((resolve, reject) => {
    const stop = () => reject(reason());
    if (signal.aborted) {
      promise.catch(() => void 0);
      stop();
      return;
    }
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

export {
  untilAborted
};
