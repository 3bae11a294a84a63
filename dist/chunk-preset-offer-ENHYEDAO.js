/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
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
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-FUERR5PH.js";
import "./chunk-chunk-UJV7JAAV.js";
import "./chunk-chunk-6YIDDJLF.js";
import "./chunk-chunk-BUTJVY3T.js";
import "./chunk-chunk-M5T2KOSM.js";
import "./chunk-chunk-E2BWGAIM.js";

// src/ui/dialogs/preset-offer.tsx
function offerPreset(offer, options) {
  const text = uiText(options.language);
  const sentence = text.preset.offer(offer.used.length, offer.used.length + offer.dropped.length, offer.preset);
  return showDialog(
    options.page,
    sentence,
    (answer) => /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("h3", { children: sentence }),
      /* @__PURE__ */ a("p", { children: text.preset.explain }),
      /* @__PURE__ */ a("div", { class: "narrative-agent-row", children: [
        /* @__PURE__ */ a("button", { type: "button", class: "menu_button narrative-agent-button", onClick: () => answer("split"), children: text.preset.use }),
        /* @__PURE__ */ a("button", { type: "button", class: "menu_button narrative-agent-button", onClick: () => answer("none"), children: text.preset.skip })
      ] }),
      /* @__PURE__ */ a(Names, { title: text.preset.dropped, names: offer.dropped }),
      /* @__PURE__ */ a(Names, { title: text.preset.lint, names: offer.lint })
    ] }),
    options.signal
  );
}
function Names({ title, names }) {
  if (names.length === 0) return null;
  return /* @__PURE__ */ a("details", { children: [
    /* @__PURE__ */ a("summary", { children: [
      title,
      " (",
      names.length,
      ")"
    ] }),
    /* @__PURE__ */ a("ul", { children: names.map((name, i) => /* @__PURE__ */ a("li", { children: name }, i)) })
  ] });
}
export {
  offerPreset
};
