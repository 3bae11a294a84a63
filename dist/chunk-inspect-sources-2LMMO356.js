/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  lintPreset
} from "./chunk-chunk-7GXDSS5Y.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-GRDW3UNR.js";
import {
  targetOf,
  whyDropped
} from "./chunk-chunk-KJITHBSO.js";
import {
  lintEntries,
  makeKeyScanner,
  routeEntries,
  scannable
} from "./chunk-chunk-OMIXSY6H.js";
import "./chunk-chunk-UBWOWBGO.js";
import "./chunk-chunk-QRHHLME7.js";
import "./chunk-chunk-4TTLCSFA.js";
import {
  entryId
} from "./chunk-chunk-FUERR5PH.js";
import "./chunk-chunk-UJV7JAAV.js";
import "./chunk-chunk-6YIDDJLF.js";
import "./chunk-chunk-BUTJVY3T.js";
import "./chunk-chunk-M5T2KOSM.js";
import "./chunk-chunk-E2BWGAIM.js";

// src/pipeline/inspect-sources.ts
function inspectSources(deps, material) {
  const { preset, entries } = material;
  return {
    preset: { name: preset.name, mode: deps.settings.presetMode, blocks: presetBlocks(deps, preset) },
    entries: bookEntries(deps, entries)
  };
}
function presetBlocks(deps, { name: preset, prompts }) {
  const { settings, language, estimate } = deps;
  const targets = Object.hasOwn(settings.presetTargets, preset) ? settings.presetTargets[preset] ?? {} : {};
  const lints = lintPreset(prompts, language, settings.reply.length);
  return prompts.filter((prompt) => !prompt.marker && prompt.content.trim() !== "").map((prompt) => {
    const target = targetOf(prompt, targets);
    const { identifier, name, role } = prompt;
    return {
      identifier,
      name: name || identifier,
      role,
      target,
      chosen: Object.hasOwn(targets, identifier),
      drop: whyDropped(prompt, target),
      tokens: estimate(prompt.content),
      lint: lints.filter((lint) => lint.identifier === identifier).map(({ message }) => message)
    };
  });
}
function bookEntries({ settings, language, estimate }, entries) {
  const { afterCharToPlanning } = settings.pipeline;
  const waiting = routeEntries({ entries, activated: [], afterCharToPlanning });
  const keyed = waiting.unrouted.filter(({ reason }) => reason === "not-activated").map(({ entry }) => entry);
  const activated = keyed.map((entry) => ({ entry, reason: "input" }));
  const { routed, unrouted } = routeEntries({ entries, activated, afterCharToPlanning });
  const lints = lintsByEntry(entries, language);
  const row = (entry, rest) => ({
    book: entry.book,
    uid: entry.uid,
    title: entry.comment.trim() || (entry.keys[0] ?? ""),
    tokens: estimate(entry.content),
    lint: lints.get(entryId(entry)) ?? [],
    ...rest
  });
  return [
    ...routed.map(
      ({ entry, bucket, planning, writing, note }) => row(entry, { place: { bucket, planning, writing, ...note ? { note } : {} }, reason: null })
    ),
    ...unrouted.map(({ entry, reason }) => row(entry, { place: null, reason }))
  ];
}
function lintsByEntry(entries, language) {
  const found = /* @__PURE__ */ new Map();
  const add = (id, message) => void found.set(id, [...found.get(id) ?? [], message]);
  for (const lint of lintEntries(entries, language)) add(entryId(lint), lint.message);
  for (const { entry, key, why } of makeKeyScanner(scannable(entries)).refused) {
    add(entryId(entry), `${key}: ${refusals[language][why]}`);
  }
  return found;
}
var refusals = {
  zh: {
    "too-long": "正则太长，不会用它匹配。",
    "nested-quantifier": "正则里有嵌套的重复，可能卡死，不会用它匹配。",
    backreference: "正则里有反向引用，不会用它匹配。",
    "too-heavy": "正则的代价太高，不会用它匹配。",
    unreadable: "正则写法有误，不会用它匹配。"
  },
  en: {
    "too-long": "this pattern is too long and is never matched.",
    "nested-quantifier": "this pattern repeats a repeat, which may hang, and is never matched.",
    backreference: "this pattern refers back to a group and is never matched.",
    "too-heavy": "this pattern costs too much and is never matched.",
    unreadable: "this pattern cannot be read and is never matched."
  }
};
export {
  inspectSources
};
