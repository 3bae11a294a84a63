/** `/na …`: reads the word a player typed in either language, does it, and answers in one sentence. */
import { type Settings } from '../../domain/settings.ts';
import { type UiText } from '../text/ui-text.ts';

export interface NaCommandDeps {
  readonly text: () => UiText;
  /** What is ordered for the next turn. */
  orders(): { readonly guide: string; readonly skipPlanning: boolean };
  order(part: { readonly guide?: string; readonly skipPlanning?: boolean }): void;
  /** The style note of the open chat; null when no chat is open. */
  styleNote(): string | null;
  setStyleNote(note: string): Promise<void>;
  /** Where the running turn stands, in words; empty when none runs. */
  running(): string;
  /** Short lines on the open chat: mode, round, time and place. */
  facts(): readonly string[];
  stop(): void;
  /** Analyses the newest reply again; resolves to how it went, null when there is none. */
  analyse(): Promise<'none' | 'pending' | 'done' | 'failed' | null>;
  open(tab: 'state' | 'timeline' | 'run' | 'sources'): void;
  mode(): Settings['promptMode'] | null;
  setMode(mode: Settings['promptMode']): Promise<void>;
}

type Run = (deps: NaCommandDeps, rest: string) => Promise<string> | string;

const off = new Set(['off', '关', '关闭', '取消', 'no', 'clear']);
const opens =
  (tab: 'state' | 'timeline' | 'run' | 'sources'): Run =>
  (deps) => {
    deps.open(tab);
    return '';
  };

const guide: Run = (deps, rest) => {
  const words = deps.text().commands;
  if (rest === '') {
    const { guide: now } = deps.orders();
    return now === '' ? words.noGuide : words.guideIs(now);
  }
  const text = off.has(rest.toLowerCase()) ? '' : rest;
  deps.order({ guide: text });
  return text === '' ? words.noGuide : words.guideIs(text);
};

const plan: Run = (deps, rest) => {
  const skipPlanning = !off.has(rest.toLowerCase());
  deps.order({ skipPlanning });
  const words = deps.text().commands;
  return skipPlanning ? words.noPlan : words.planAgain;
};

const style: Run = async (deps, rest) => {
  const words = deps.text().commands;
  const now = deps.styleNote();
  if (now === null) return deps.text().panel.noChat;
  if (rest === '') return now === '' ? words.noStyle : words.styleIs(now);
  const note = off.has(rest.toLowerCase()) ? '' : rest;
  await deps.setStyleNote(note);
  return note === '' ? words.noStyle : words.styleIs(note);
};

const status: Run = (deps) => {
  const words = deps.text().commands;
  const { guide: ordered, skipPlanning } = deps.orders();
  return [
    deps.running() || words.idle,
    ...deps.facts(),
    ordered === '' ? '' : words.guideIs(ordered),
    skipPlanning ? words.noPlan : '',
  ]
    .filter((line) => line !== '')
    .join('\n');
};

const stop: Run = (deps) => {
  const was = deps.running() !== '';
  deps.stop();
  return was ? deps.text().commands.stopped : deps.text().commands.idle;
};

const analyse: Run = async (deps) => {
  const outcome = await deps.analyse();
  return outcome === null ? deps.text().commands.noReply : deps.text().analysis[outcome];
};

const modes = ['native', 'compat_plus', 'compat_strict'] as const;

const mode: Run = async (deps, rest) => {
  const words = deps.text().commands;
  const chosen = modes.find((name) => name === rest.toLowerCase().replace('-', '_'));
  if (deps.mode() === null) return deps.text().panel.noChat;
  if (chosen) await deps.setMode(chosen);
  const now = deps.mode();
  return now === null ? '' : words.modeIs(words.modes[now]);
};

const commands: ReadonlyMap<string, Run> = new Map<string, Run>([
  ...(['guide', '引导'] as const).map((word) => [word, guide] as const),
  ...(['noplan', '不规划'] as const).map((word) => [word, plan] as const),
  ...(['style', '文风'] as const).map((word) => [word, style] as const),
  ...(['status', '进度'] as const).map((word) => [word, status] as const),
  ...(['stop', '停止'] as const).map((word) => [word, stop] as const),
  ...(['analyse', 'analyze', '分析'] as const).map((word) => [word, analyse] as const),
  ...(['mode', '模式'] as const).map((word) => [word, mode] as const),
  ...(['state', '状态'] as const).map((word) => [word, opens('state')] as const),
  ...(['timeline', '时间线'] as const).map((word) => [word, opens('timeline')] as const),
  ...(['run', '运行'] as const).map((word) => [word, opens('run')] as const),
  ...(['sources', '来源'] as const).map((word) => [word, opens('sources')] as const),
]);

/** Resolves to the answer for the pipe; an unknown word is answered with the list of words. Rejects with what the action rejects with. */
export async function runNaCommand(deps: NaCommandDeps, argument: string): Promise<string> {
  const [, word = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(argument.trim()) ?? [];
  const run = commands.get(word.toLowerCase());
  return run ? run(deps, rest.trim()) : deps.text().commands.help;
}
