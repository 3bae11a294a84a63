/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  makeLintPad
} from "./chunk-chunk-RIX6DGCV.js";

// src/tools/check-code.ts
function withCheckedCode(tools, sandbox, wanted = () => true) {
  return Promise.all(tools.map(async (tool) => wanted(tool) ? checked(tool, sandbox) : tool));
}
async function checked(tool, sandbox) {
  const { definition, entry, lints } = tool;
  const problem = definition?.kind === "code" ? await sandbox.check(definition.code) : null;
  if (!problem) return tool;
  const pad = makeLintPad(entry);
  const at = problem.line === null ? { zh: "", en: "" } : { zh: `（代码第 ${problem.line} 行）`, en: ` (line ${problem.line} of the code)` };
  const words = {
    zh: `代码有语法错误${at.zh}：${problem.message}`,
    en: `the code is malformed${at.en}: ${problem.message}`
  };
  pad.add("error", "code-syntax", words, ["code"]);
  return { ...tool, definition: null, lints: [...lints, ...pad.lints] };
}

export {
  withCheckedCode
};
