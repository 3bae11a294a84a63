/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  isBuiltInName,
  makeLintPad,
  readDefinition
} from "./chunk-chunk-RIX6DGCV.js";
import {
  sortEntries
} from "./chunk-chunk-FUERR5PH.js";

// src/tools/definition/read-definitions.ts
async function readDefinitions(entries) {
  const read = await Promise.all(sortEntries(entries, (entry) => entry).map(readDefinition));
  const owners = /* @__PURE__ */ new Map();
  return read.flatMap((tool) => {
    if (!tool) return [];
    const { definition, entry } = tool;
    if (!definition || !entry.enabled || !entry.gatesOpen) return [tool];
    const owner = owners.get(definition.name);
    const pad = makeLintPad(entry);
    if (owner) {
      pad.add("error", "duplicate-name", {
        zh: `“${definition.name}”已由条目“${owner.comment}”（${owner.book || "卡内世界书"} #${owner.uid}）定义，此条目不生效`,
        en: `“${definition.name}” is already defined by “${owner.comment}” (${owner.book || "card"} #${owner.uid}); this entry has no effect`
      });
      return [{ ...tool, definition: null, lints: [...tool.lints, ...pad.lints] }];
    }
    owners.set(definition.name, entry);
    if (definition.kind !== "builtin" && isBuiltInName(definition.name)) {
      pad.add("note", "replaces-builtin", {
        zh: `代替了内置工具“${definition.name}”`,
        en: `takes the place of the built-in tool “${definition.name}”`
      });
    }
    return [{ ...tool, lints: [...tool.lints, ...pad.lints] }];
  });
}

export {
  readDefinitions
};
