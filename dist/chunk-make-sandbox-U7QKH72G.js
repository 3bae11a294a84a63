/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import "./chunk-chunk-GRDW3UNR.js";
import {
  HARD_EXTRA_MS,
  KEPT_VERDICTS,
  LATE_MS,
  START_MS,
  softLimit,
  writeJobText
} from "./chunk-chunk-5CPQMXK4.js";
import "./chunk-chunk-GRDW3UNR.js";
import {
  NarrativeError
} from "./chunk-chunk-QRHHLME7.js";
import "./chunk-chunk-4TTLCSFA.js";
import "./chunk-chunk-6YIDDJLF.js";
import "./chunk-chunk-E2BWGAIM.js";

// src/sandbox/worker-host.ts
function failed(code, message, milliseconds) {
  return { ok: false, error: { code, message, line: null }, logs: [], rolls: [], milliseconds };
}
async function fetchEngine(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.pathname}: status ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}
function startWorker(url, engine) {
  const worker = new Worker(url, { type: "module", name: "narrative-agent-sandbox" });
  const ready = new Promise((resolve) => {
    const timer = setTimeout(() => resolve("the sandbox did not start in time"), START_MS);
    const settle = (problem) => {
      clearTimeout(timer);
      resolve(problem);
    };
    worker.addEventListener("message", ({ data }) => {
      if (data.kind === "ready") settle(null);
      if (data.kind === "broken") settle(data.message);
    });
    worker.addEventListener("error", (event) => settle(event.message || "the sandbox could not be loaded"));
    engine.then(
      (module) => worker.postMessage({ id: 0, kind: "engine", engine: module }),
      (error) => settle(String(error))
    );
  });
  return { worker, ready };
}
function makeWorkerSandbox(workerUrl) {
  let crew = null;
  let relief = null;
  let engine = null;
  let nextId = 1;
  const verdicts = /* @__PURE__ */ new Map();
  let tail = Promise.resolve();
  const start = () => startWorker(workerUrl, engine ??= fetchEngine(new URL("quickjs.wasm", workerUrl)));
  const dismiss = () => {
    crew?.worker.terminate();
    crew = relief;
    relief = null;
  };
  const hire = () => crew ??= start();
  function exchange(worker, request, hardMs, signal) {
    return new Promise((resolve) => {
      const end = (answer) => {
        clearTimeout(timer);
        clearTimeout(lateTimer);
        worker.removeEventListener("message", onMessage);
        worker.removeEventListener("error", onError);
        signal.removeEventListener("abort", onAbort);
        if (answer.kind === "killed" || answer.kind === "crashed") {
          dismiss();
          hire();
        }
        resolve(answer);
      };
      const onMessage = ({ data }) => {
        if ((data.kind === "ran" || data.kind === "checked") && data.id === request.id) end(data);
      };
      const onError = (event) => end({ kind: "crashed", message: event.message });
      const onAbort = () => end({ kind: "killed", message: "cancelled" });
      const lateTimer = setTimeout(() => relief ??= start(), hardMs - HARD_EXTRA_MS + LATE_MS);
      const timer = setTimeout(
        () => end({ kind: "killed", message: `the code was stopped after ${hardMs} ms` }),
        hardMs
      );
      worker.addEventListener("message", onMessage);
      worker.addEventListener("error", onError);
      signal.addEventListener("abort", onAbort, { once: true });
      worker.postMessage(request);
    });
  }
  async function ask(request, hardMs, signal) {
    const mine = hire();
    const problem = await mine.ready;
    if (problem !== null) {
      if (crew === mine) dismiss();
      engine = null;
      return { kind: "broken", message: problem };
    }
    if (signal.aborted) return { kind: "killed", message: "cancelled" };
    return exchange(mine.worker, request, hardMs, signal);
  }
  function inTurn(work) {
    const mine = tail.then(work, work);
    tail = mine.catch(() => void 0);
    return mine;
  }
  return {
    available: () => ({ ok: true }),
    async run(job, signal) {
      const text = writeJobText(job);
      if (!text.ok) return failed("tool.invalid-input", text.error, 0);
      const hardMs = text.value.limitMs + HARD_EXTRA_MS;
      const answer = await inTurn(() => ask({ id: nextId++, kind: "run", job: text.value }, hardMs, signal));
      if (signal.aborted) throw new NarrativeError("run.cancelled");
      switch (answer.kind) {
        case "ran":
          return answer.outcome;
        case "killed":
          return failed("tool.timeout", answer.message, hardMs);
        case "broken":
          return failed("tool.unavailable", answer.message, 0);
        case "crashed":
        case "ready":
        case "checked":
          return failed("tool.failed", "the sandbox broke down", 0);
      }
    },
    async check(code) {
      const known = verdicts.get(code);
      if (known !== void 0) return known;
      const limitMs = softLimit(void 0);
      const request = { id: nextId++, kind: "check", code, limitMs };
      const answer = await inTurn(() => ask(request, limitMs + HARD_EXTRA_MS, new AbortController().signal));
      if (answer.kind === "checked") {
        if (verdicts.size >= KEPT_VERDICTS) verdicts.clear();
        verdicts.set(code, answer.error);
        return answer.error;
      }
      return answer.kind === "killed" ? { code: "tool.timeout", message: answer.message, line: null } : null;
    },
    stop() {
      dismiss();
      dismiss();
    }
  };
}

// src/sandbox/make-sandbox.ts
function makeClosedSandbox(reason) {
  return {
    available: () => ({ ok: false, reason }),
    run: (_job, signal) => signal.aborted ? Promise.reject(new NarrativeError("run.cancelled")) : Promise.resolve({
      ok: false,
      error: { code: "tool.unavailable", message: reason, line: null },
      logs: [],
      rolls: [],
      milliseconds: 0
    }),
    check: () => Promise.resolve(null),
    stop: () => void 0
  };
}
function makeSandbox(workerUrl) {
  if (typeof WebAssembly !== "object") return makeClosedSandbox("no-wasm");
  return typeof Worker === "function" ? makeWorkerSandbox(workerUrl) : makeClosedSandbox("no-worker");
}
export {
  makeClosedSandbox,
  makeSandbox
};
