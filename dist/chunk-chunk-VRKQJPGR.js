/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  errorText,
  useLoaded
} from "./chunk-chunk-HNMNUUEH.js";
import {
  d
} from "./chunk-chunk-OVLQFPK5.js";
import {
  a
} from "./chunk-chunk-E7Y4MP62.js";
import {
  presetTargets
} from "./chunk-chunk-M5T2KOSM.js";

// src/ui/panels/sources-tab.tsx
var PAGE = 200;
function SourcesTab({ sources, text }) {
  const [asked, setAsked] = d(0);
  const loaded = useLoaded(() => sources.read(), [sources, asked]);
  if (loaded.state === "loading") return /* @__PURE__ */ a("p", { children: text.panel.loading });
  if (loaded.state === "failed") return /* @__PURE__ */ a("p", { children: text.panel.failed + errorText(loaded.error) });
  const { preset, entries } = loaded.value;
  return /* @__PURE__ */ a("div", { children: [
    /* @__PURE__ */ a("section", { class: "narrative-agent-section", children: [
      /* @__PURE__ */ a("h4", { children: text.sources.preset(preset.name) }),
      preset.mode === "none" && /* @__PURE__ */ a("small", { class: "narrative-agent-hint", children: text.sources.presetUnused }),
      /* @__PURE__ */ a("ul", { class: "narrative-agent-list", children: preset.blocks.map((block) => /* @__PURE__ */ a(
        PresetRow,
        {
          block,
          text,
          onTarget: (target) => {
            sources.setTarget(preset.name, block.identifier, target);
            setAsked(asked + 1);
          }
        },
        block.identifier
      )) })
    ] }),
    /* @__PURE__ */ a(BookSection, { entries, text })
  ] });
}
function PresetRow({ block, text, onTarget }) {
  const words = text.sources;
  const fixed = block.drop === "by-choice" ? null : block.drop;
  return /* @__PURE__ */ a(
    Item,
    {
      title: block.name,
      facts: [text.run.roles[block.role], words.tokens(block.tokens), fixed === null ? "" : words.drops[fixed]],
      lint: block.lint,
      children: fixed === null && /* @__PURE__ */ a(
        "select",
        {
          class: "text_pole",
          "aria-label": `${words.target}: ${block.name}`,
          value: block.chosen ? block.target : "",
          onChange: (event) => {
            const picked = presetTargets.find((target) => target === event.currentTarget.value);
            onTarget(picked ?? null);
          },
          children: ["", ...presetTargets].map((target) => /* @__PURE__ */ a("option", { value: target, selected: target === (block.chosen ? block.target : ""), children: target === "" ? words.byRole : words.targets[target] }, target))
        }
      )
    }
  );
}
function BookSection({ entries, text }) {
  const [shown, setShown] = d(PAGE);
  const words = text.sources;
  const ordered = [...entries].sort((a2, b) => Number(b.lint.length > 0) - Number(a2.lint.length > 0));
  return /* @__PURE__ */ a("section", { class: "narrative-agent-section", children: [
    /* @__PURE__ */ a("h4", { children: words.entries(entries.length) }),
    entries.length === 0 && /* @__PURE__ */ a("small", { children: words.noEntries }),
    /* @__PURE__ */ a("ul", { class: "narrative-agent-list", children: ordered.slice(0, shown).map((entry) => /* @__PURE__ */ a(
      Item,
      {
        title: entry.title || text.tools.place(entry.book, entry.uid),
        facts: [text.tools.place(entry.book, entry.uid), words.tokens(entry.tokens), placeText(entry, text)],
        lint: entry.lint
      },
      `${entry.book}
${entry.uid}`
    )) }),
    shown < entries.length && /* @__PURE__ */ a("button", { type: "button", class: "menu_button narrative-agent-button", onClick: () => setShown(shown + PAGE), children: `${shown} / ${entries.length} …` })
  ] });
}
function placeText({ place, reason }, { sources: words }) {
  if (place === null) return reason === null ? "" : words.reasons[reason];
  const target = place.planning && place.writing ? "both" : place.planning ? "planning" : "writing";
  const keyed = place.bucket === "worldinfo3_keyword" ? [words.keyed] : [];
  const note = place.note === void 0 ? [] : [words.notes[place.note]];
  return [words.buckets[place.bucket], words.targets[target], ...keyed, ...note].join(" · ");
}
function Item({ title, facts, lint, children }) {
  return /* @__PURE__ */ a("li", { class: "narrative-agent-source", children: [
    /* @__PURE__ */ a("b", { children: title }),
    " ",
    /* @__PURE__ */ a("small", { children: facts.filter((fact) => fact !== "").join(" · ") }),
    children,
    lint.map((sentence, i) => /* @__PURE__ */ a("div", { class: "narrative-agent-warning", children: /* @__PURE__ */ a("small", { children: sentence }) }, i))
  ] });
}

export {
  SourcesTab
};
