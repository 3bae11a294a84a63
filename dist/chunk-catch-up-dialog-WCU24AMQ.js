/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  errorText
} from "./chunk-chunk-HNMNUUEH.js";
import {
  d
} from "./chunk-chunk-OVLQFPK5.js";
import {
  showDialog
} from "./chunk-chunk-KIH7NJ4D.js";
import {
  $,
  a
} from "./chunk-chunk-E7Y4MP62.js";
import {
  uiText
} from "./chunk-chunk-YUU6UVEB.js";
import "./chunk-chunk-KJITHBSO.js";
import "./chunk-chunk-CJOOAXHJ.js";
import "./chunk-chunk-OMIXSY6H.js";
import "./chunk-chunk-UBWOWBGO.js";
import "./chunk-chunk-QRHHLME7.js";
import "./chunk-chunk-4TTLCSFA.js";
import "./chunk-chunk-FUERR5PH.js";
import "./chunk-chunk-UJV7JAAV.js";
import "./chunk-chunk-6YIDDJLF.js";
import "./chunk-chunk-BUTJVY3T.js";
import "./chunk-chunk-M5T2KOSM.js";
import "./chunk-chunk-E2BWGAIM.js";

// src/ui/dialogs/catch-up-dialog.tsx
async function showCatchUp(deps, options) {
  const text = uiText(options.language);
  const running = new AbortController();
  await showDialog(
    options.page,
    text.catchUp.start,
    (answer) => /* @__PURE__ */ a(CatchUpView, { deps, text, close: () => answer(true), closed: running.signal }),
    options.signal
  );
  running.abort();
}
function CatchUpView({ deps, text, close, closed }) {
  const [estimate] = d(() => deps.estimate());
  const [progress, setProgress] = d("offered");
  const [done, setDone] = d(0);
  const [problem, setProblem] = d("");
  const [stop, setStop] = d(null);
  const start = () => {
    const control = new AbortController();
    const before = done;
    closed.addEventListener("abort", () => control.abort());
    setStop(control);
    setProblem("");
    setProgress("running");
    deps.run(control.signal, (now) => setDone(before + now)).then(
      (now) => {
        setDone(before + now);
        setProgress(before + now >= estimate.rounds ? "done" : "stopped");
      },
      (error) => {
        setProblem(control.signal.aborted ? "" : errorText(error));
        setProgress("stopped");
      }
    );
  };
  const words = text.catchUp;
  const sentence = {
    offered: words.offer(estimate.rounds, estimate.calls, estimate.tokens),
    running: words.progress(done, estimate.rounds),
    stopped: words.stopped(done, estimate.rounds),
    done: words.done(done)
  }[progress];
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("p", { role: "status", children: sentence }),
    problem !== "" && /* @__PURE__ */ a("p", { class: "narrative-agent-warning", children: problem }),
    /* @__PURE__ */ a("progress", { max: Math.max(1, estimate.rounds), value: done }),
    /* @__PURE__ */ a("div", { class: "narrative-agent-row", children: [
      progress === "running" ? /* @__PURE__ */ a("button", { type: "button", class: "menu_button narrative-agent-button", onClick: () => stop?.abort(), children: words.cancel }) : progress !== "done" && /* @__PURE__ */ a("button", { type: "button", class: "menu_button narrative-agent-button", onClick: start, children: progress === "stopped" ? words.resume : words.start }),
      /* @__PURE__ */ a("button", { type: "button", class: "menu_button narrative-agent-button", onClick: close, children: text.panel.close })
    ] })
  ] });
}
export {
  showCatchUp
};
