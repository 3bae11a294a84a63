/** Compiles, never runs, the code of tools: a malformed one is no tool, and its author is told where. */
import { type Sandbox } from '../ports/sandbox.ts';
import { makeLintPad } from './definition/make-lint.ts';
import { type ReadTool } from './definition/read-definition.ts';

/** @param wanted whose code is looked at; the others stay as they are */
export function withCheckedCode(
  tools: readonly ReadTool[],
  sandbox: Sandbox,
  wanted: (tool: ReadTool) => boolean = () => true,
): Promise<readonly ReadTool[]> {
  return Promise.all(tools.map(async (tool) => (wanted(tool) ? checked(tool, sandbox) : tool)));
}

async function checked(tool: ReadTool, sandbox: Sandbox): Promise<ReadTool> {
  const { definition, entry, lints } = tool;
  const problem = definition?.kind === 'code' ? await sandbox.check(definition.code) : null;
  if (!problem) return tool;
  const pad = makeLintPad(entry);
  const at =
    problem.line === null
      ? { zh: '', en: '' }
      : { zh: `（代码第 ${problem.line} 行）`, en: ` (line ${problem.line} of the code)` };
  const words = {
    zh: `代码有语法错误${at.zh}：${problem.message}`,
    en: `the code is malformed${at.en}: ${problem.message}`,
  };
  pad.add('error', 'code-syntax', words, ['code']);
  return { ...tool, definition: null, lints: [...lints, ...pad.lints] };
}
