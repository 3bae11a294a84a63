/** SillyTavern as it stands when a turn begins, read in one go. */
import { type CardFields, type HistoryMessage, type Persona, type TurnType } from '../domain/run/turn-request.ts';
import { type Settings } from '../domain/settings.ts';
import { type TurnMaterial } from '../ports/turn-runner.ts';
import { copyMessages, mediaParts } from './prompt-text.ts';
import { readHistory } from './read-history.ts';
import { readInjected } from './read-injected.ts';
import { readPreset } from './read-preset.ts';
import { readWorldbooks } from './read-worldbooks.ts';
import { type St, type StContext } from './st-context.ts';
import { type StModules } from './st-modules.ts';
import { withoutVariableWrites } from './without-variable-writes.ts';

/** What the bridge knows of the generation. */
export interface MaterialFacts {
  readonly type: TurnType;
  /** SillyTavern's own prompt, as it would have sent it. */
  readonly prompt: readonly unknown[];
  /** Entries of WORLD_INFO_ACTIVATED. */
  readonly activated: readonly unknown[];
  readonly promptBudget: number;
  /** As it was read when the turn began; absent: it is read now, and its macros change nothing. */
  readonly card?: ReadCard;
}

export interface SnapshotDeps {
  readonly st: St;
  readonly modules: StModules;
  readonly worldbookSource: () => Settings['worldbookSource'];
}

const string = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Tokens SillyTavern keeps free for the reply; together with the prompt's they are the context. */
function replyTokens(settings: StContext['chatCompletionSettings']): number {
  const tokens = Number(settings['openai_max_tokens']);
  return Number.isFinite(tokens) && tokens > 0 ? tokens : 0;
}

export type ReadCard = CardFields & { readonly persona: string };

/** Carries out the macros in these texts. */
export function readCard(ctx: StContext): ReadCard {
  const fields = ctx.getCharacterCardFields();
  return {
    name: ctx.name2,
    description: string(fields['description']),
    personality: string(fields['personality']),
    scenario: string(fields['scenario']),
    examples: string(fields['mesExamples']),
    systemPrompt: string(fields['system']),
    jailbreak: string(fields['jailbreak']),
    depthPrompt: string(fields['charDepthPrompt']),
    firstMessage: string(fields['firstMessage']),
    persona: string(fields['persona']),
  };
}

/** SillyTavern's own numbers for where a persona does not stand in the prompt's own place. */
const personaPlaces = { 2: 'authors-note', 3: 'authors-note', 4: 'depth', 9: 'none' } as const;

function readPersona(ctx: StContext, description: string): Persona {
  const position = Number(ctx.powerUserSettings['persona_description_position']);
  const place = Object.hasOwn(personaPlaces, position)
    ? personaPlaces[position as keyof typeof personaPlaces]
    : 'prompt';
  return place === 'none' ? { name: ctx.name1, description: '' } : { name: ctx.name1, description, place };
}

function lastReplyText(history: readonly HistoryMessage[]): string {
  return history.findLast(({ role, hidden }) => role === 'assistant' && !hidden)?.text ?? '';
}

/** Reads the snapshot; rejects only with what SillyTavern itself throws. */
export function makeTurnSnapshot(deps: SnapshotDeps): (facts: MaterialFacts) => Promise<TurnMaterial> {
  return async ({ type, prompt, activated, promptBudget, card: read }) => {
    const ctx = deps.st();
    const { persona, ...card } = read ?? withoutVariableWrites(ctx, () => readCard(ctx));
    const { history, input, regexUses } = readHistory(ctx, deps.modules.regex, type);
    const settings = ctx.chatCompletionSettings;
    const injected = readInjected(ctx);
    const material = {
      type,
      userName: ctx.name1,
      characterName: ctx.name2,
      history,
      input,
      regexUses,
      inputParts: structuredClone(mediaParts(prompt, lastReplyText(history))),
      card,
      persona: readPersona(ctx, persona),
      preset: readPreset(ctx, type, card),
      hostPrompt: copyMessages(prompt),
      promptBudget,
      replyTokens: replyTokens(settings),
      connection: {
        source: string(settings['chat_completion_source']),
        model: string(ctx.getChatCompletionModel()),
      },
    };
    const request = { type, source: deps.worldbookSource(), activated, regex: deps.modules.regex };
    return { ...material, injected: await injected, ...(await readWorldbooks(ctx, deps.modules.worldInfo, request)) };
  };
}
