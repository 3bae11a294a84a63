/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  F,
  d
} from "./chunk-chunk-OVLQFPK5.js";

// src/ui/panels/loaded.ts
function useLoaded(load, on) {
  const [loaded, setLoaded] = d({ state: "loading" });
  F(() => {
    let wanted = true;
    load().then(
      (value) => {
        if (wanted) setLoaded({ state: "ready", value });
      },
      (error) => {
        if (wanted) setLoaded({ state: "failed", error });
      }
    );
    return () => {
      wanted = false;
    };
  }, on);
  return loaded;
}
function errorText(error) {
  return error instanceof Error ? error.message : String(error);
}

export {
  useLoaded,
  errorText
};
