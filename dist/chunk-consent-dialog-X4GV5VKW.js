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

// src/ui/dialogs/consent-dialog.tsx
function askConsent(question, options) {
  const text = uiText(options.language);
  return showDialog(
    options.page,
    text.tools.consentTitle(question.card),
    (answer) => /* @__PURE__ */ a(ConsentView, { question, text, answer }),
    options.signal
  );
}
function ConsentView({ question, text, answer }) {
  const choices = [
    [null, text.tools.consentLater],
    ["once", text.tools.consentOnce],
    ["always", text.tools.consentAlways],
    ["never", text.tools.consentNever]
  ];
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("h3", { children: text.tools.consentTitle(question.card) }),
    question.text.split("\n").map((line, i) => /* @__PURE__ */ a("p", { children: line }, i)),
    /* @__PURE__ */ a("div", { class: "narrative-agent-row", children: choices.map(([consent, label]) => /* @__PURE__ */ a("button", { type: "button", class: "menu_button narrative-agent-button", onClick: () => answer(consent), children: label }, label)) }),
    /* @__PURE__ */ a("ul", { class: "narrative-agent-list", children: question.tools.map((tool) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("b", { children: tool.name }),
      " ",
      tool.about,
      /* @__PURE__ */ a("details", { children: [
        /* @__PURE__ */ a("summary", { children: text.tools.consentCode }),
        /* @__PURE__ */ a("pre", { class: "narrative-agent-pre", children: tool.code })
      ] })
    ] }, tool.name)) }),
    question.offerPage && /* @__PURE__ */ a("details", { children: [
      /* @__PURE__ */ a("summary", { children: text.tools.consentPage }),
      /* @__PURE__ */ a("p", { class: "narrative-agent-warning", children: text.tools.consentPageWarning }),
      /* @__PURE__ */ a("button", { type: "button", class: "menu_button narrative-agent-button", onClick: () => answer("page"), children: text.tools.consentPageAllow })
    ] })
  ] });
}
export {
  askConsent
};
