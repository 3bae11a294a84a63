/** When the host itself says that a generation is not for us, and the one sentence that says so. */
import { EARLIER_EXTENSION_KEY } from '../config/identity.ts';
import { type TurnType } from '../domain/run/turn-request.ts';
import { isTurnType } from './turn-type.ts';
import { type StandDown } from '../ports/turn-runner.ts';
import { isRecord, own } from '../shared/safe-json.ts';
import { type HostPage } from './host-page.ts';
import { openChat, type StContext, type StFunctionTool } from './st-context.ts';

/** The last message is a tool's answer: SillyTavern is calling the model again by itself. */
function isToolRecursion(ctx: StContext): boolean {
  const last = ctx.chat.at(-1);
  return last?.is_system === true && Array.isArray(last.extra?.['tool_invocations']);
}

/** The earlier extension is loaded in this page and not switched off in its own settings. */
function earlierExtensionRuns(ctx: StContext, page: HostPage, ownFolder: string): boolean {
  const settings = own(ctx.extensionSettings, EARLIER_EXTENSION_KEY);
  if (!isRecord(settings) || settings['enabled'] === false) return false;
  return page.loadedFolders().some((folder) => folder !== ownFolder && /narrative.?agent/i.test(folder));
}

/** Function tools of other extensions would go with this request: each may decline, as SillyTavern asks it to. */
export async function offersHostTools(ctx: StContext, type: TurnType): Promise<boolean> {
  if (ctx.canPerformToolCalls?.(type) !== true) return false;
  for (const tool of ctx.ToolManager?.tools ?? []) if (await wantsToGo(tool)) return true;
  return false;
}

async function wantsToGo(tool: StFunctionTool): Promise<boolean> {
  try {
    return Boolean((await tool.shouldRegister?.()) ?? true);
  } catch {
    // SillyTavern's own request fails on such a tool: it offers nothing.
    return false;
  }
}

export interface StandDownFacts {
  readonly page: HostPage;
  /** Folder of this extension. */
  readonly folder: string;
}

/** Why this generation passes through untouched; null when a turn may begin. */
export function hostStandDown(ctx: StContext, { page, folder }: StandDownFacts, type: unknown): StandDown | null {
  if (!isTurnType(type)) return 'type';
  if (ctx.mainApi !== 'openai') return 'text-completion';
  if (ctx.groupId) return 'group-chat';
  if (!openChat(ctx)) return 'no-chat';
  if (isToolRecursion(ctx)) return 'tool-recursion';
  if (earlierExtensionRuns(ctx, page, folder)) return 'earlier-extension';
  return null;
}

type Sentence = { readonly zh: string; readonly en: string };

const sentences: Partial<Record<StandDown, Sentence>> = {
  'text-completion': {
    en: 'Narrative Agent works with chat completion connections only; this reply is SillyTavern’s own.',
    zh: 'Narrative Agent 只支持聊天补全（Chat Completion）连接；本次回复由 SillyTavern 自行生成。',
  },
  'group-chat': {
    en: 'Narrative Agent does not work in group chats yet; this reply is SillyTavern’s own.',
    zh: 'Narrative Agent 暂不支持群聊；本次回复由 SillyTavern 自行生成。',
  },
  'no-chat': {
    en: 'Narrative Agent needs a chat that is kept in a file; in this temporary chat SillyTavern plays alone.',
    zh: 'Narrative Agent 需要保存在文件中的聊天；在临时聊天中由 SillyTavern 自行生成。',
  },
  'host-tools': {
    en: 'Function tools of other extensions may run, so SillyTavern answers alone; Narrative Agent only follows.',
    zh: '已允许其他扩展的函数工具运行，因此由 SillyTavern 自行回复，Narrative Agent 只跟随。',
  },
  'earlier-extension': {
    en: 'The earlier narrative-agent extension is enabled too. Disable one of the two; until then this one stands aside.',
    zh: '旧版 narrative-agent 扩展也已启用。请停用其中一个；在此之前本扩展不介入。',
  },
};

/** The sentence for the player; null where silence is right. */
export function standDownSentence(reason: StandDown, language: 'zh' | 'en'): string | null {
  return sentences[reason]?.[language] ?? null;
}
