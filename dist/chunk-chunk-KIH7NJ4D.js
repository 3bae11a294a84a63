/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  Q,
  a
} from "./chunk-chunk-E7Y4MP62.js";

// src/ui/dialogs/show-dialog.tsx
function showDialog(page, label, draw, signal) {
  if (signal.aborted) return Promise.resolve(null);
  const holder = page.createElement("div");
  holder.className = "narrative-agent-panel-holder";
  const returnTo = page.activeElement;
  return new Promise((resolve) => {
    const answer = (value) => {
      signal.removeEventListener("abort", giveUp);
      Q(null, holder);
      holder.remove();
      returnTo?.focus();
      resolve(value);
    };
    const giveUp = () => answer(null);
    signal.addEventListener("abort", giveUp);
    page.body.append(holder);
    Q(
      /* @__PURE__ */ a(
        "div",
        {
          class: "narrative-agent-panel narrative-agent-dialog",
          role: "dialog",
          "aria-modal": "true",
          "aria-label": label,
          onKeyDown: (event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            giveUp();
          },
          children: draw(answer)
        }
      ),
      holder
    );
    holder.querySelector("button")?.focus();
  });
}

export {
  showDialog
};
