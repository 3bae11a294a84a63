/** Wires what players type and click for the next turn: `/na`, the wand menu, the chips of what is ordered, the macros. */
import { placeName, renderState, timeText } from '../domain/game-state/render-state.ts';
import { renderSummaryLine } from '../domain/history/summary-line.ts';
import { type FloorId } from '../domain/ids.ts';
import { type World } from '../domain/world.ts';
import { languageInUse } from '../domain/prompt/story-language.ts';
import { registerMacro } from '../host/macros.ts';
import { registerSlashCommand } from '../host/slash-commands.ts';
import { makeNextTurn, type NextTurn } from '../pipeline/next-turn.ts';
import { type ChatSession } from '../ports/chat-session.ts';
import { type StoryRunner } from '../pipeline/turn-runner.ts';
import { runNaCommand, type NaCommandDeps } from '../ui/commands/na-command.ts';
import { beginGuide, mountNextTurnMenu } from '../ui/next-turn-menu.ts';
import { type Panels } from '../ui/panels/open-panels.ts';
import { type StatusLine } from '../ui/status-line.ts';
import { uiText } from '../ui/text.ts';
import { type Base } from './base.ts';

/** The chat's choice that holds what was ordered and not yet played. */
const KEPT_ORDERS = 'nextTurn';

/** What is ordered for the next turn: chips on the status line, kept with the chat over a reload. */
export function wireNextTurn({ host, peek, changes, undos }: Base, statusLine: StatusLine): NextTurn {
  const show = (): void => {
    const { commands: words } = uiText(host.language());
    const { guide, skipPlanning } = nextTurn.pending();
    const title = words.dropOrder;
    statusLine.showOrders([
      ...(guide === '' ? [] : [{ text: words.guideIs(guide), title, takeBack: () => nextTurn.change({ guide: '' }) }]),
      ...(skipPlanning
        ? [{ text: words.noPlan, title, takeBack: () => nextTurn.change({ skipPlanning: false }) }]
        : []),
    ]);
  };
  const nextTurn = makeNextTurn(
    show,
    () => host.platform.ids.next(),
    (kept) => {
      peek()
        ?.setChoice(KEPT_ORDERS, kept)
        .catch((error: unknown) => host.platform.log.warn('An order for the next turn could not be kept.', error));
    },
  );
  let restored: ChatSession | null = null;
  undos.add(
    changes.on(() => {
      const session = peek();
      if (session === null || session === restored) return;
      restored = session;
      nextTurn.restore(session.choice(KEPT_ORDERS));
    }),
  );
  return nextTurn;
}

export interface CommandParts {
  readonly runner: StoryRunner;
  readonly nextTurn: NextTurn;
  readonly panels: Panels;
  readonly analyse: (floorId: FloorId) => Promise<string>;
}

export function wireCommands(base: Base, parts: CommandParts): void {
  const { host, undos } = base;
  const { nextTurn, panels } = parts;
  const text = () => uiText(host.language());
  const deps = commandDeps(base, parts);
  undos.add(
    registerSlashCommand(host.st, {
      name: 'na',
      help: text().commands.help,
      async run(argument) {
        try {
          const answer = await runNaCommand(deps, argument);
          if (answer !== '') host.notifier.info(answer);
          return answer;
        } catch (error) {
          base.showError(error);
          return '';
        }
      },
    }),
  );
  undos.add(
    mountNextTurnMenu(document, text(), {
      guide: () => beginGuide(document),
      toggleSkipPlanning: () => nextTurn.change({ skipPlanning: !nextTurn.pending().skipPlanning }),
      openPanels: () => panels.open('state'),
    }),
  );
  undos.add(base.events.on('floor.committed', ({ floorId }) => nextTurn.committed(floorId as FloorId)));
  wireMacros(base);
}

function commandDeps(base: Base, { runner, nextTurn, panels, analyse }: CommandParts): NaCommandDeps {
  const text = () => uiText(base.host.language());
  return {
    text,
    orders: () => nextTurn.pending(),
    order: (part) => nextTurn.change(part),
    styleNote() {
      const session = base.peek();
      const note = session?.choice('styleNote');
      return session === null ? null : typeof note === 'string' ? note : '';
    },
    async setStyleNote(note) {
      await base.peek()?.setChoice('styleNote', note === '' ? undefined : note);
      base.changes.tell();
    },
    running() {
      const { state, step } = runner.status();
      return state === 'idle' ? '' : step === undefined ? text().status[state] : text().steps[step];
    },
    facts() {
      const session = base.peek();
      if (!session) return [text().panel.noChat];
      const { language } = session;
      const round = session.timeline().rows.at(-1)?.round ?? 0;
      const { enabled, promptMode } = base.settings();
      const words = text().commands;
      return [
        enabled ? words.modeIs(words.modes[promptMode]) : words.switchedOff,
        text().state.round(round),
        timeText(session.head().game.time, language ?? base.host.language()),
        placeName(session.head().game, language ?? base.host.language()),
      ];
    },
    stop: () => runner.cancel('stop'),
    async analyse() {
      const row = base
        .peek()
        ?.timeline()
        .rows.findLast(({ replyIndex, round }) => replyIndex !== null && round > 0);
      return row ? ((await analyse(row.floorId)) as 'none' | 'pending' | 'done' | 'failed') : null;
    },
    open: (tab) => panels.open(tab),
    mode: () => (base.peek() ? base.settings().promptMode : null),
    async setMode(mode) {
      await base.peek()?.setChoice('promptMode', mode);
      base.changes.tell();
    },
  };
}

/** Empty when no chat is open, or the extension is switched off in it. */
function wireMacros(base: Base): void {
  const { host } = base;
  const words = uiText(host.language()).commands.macros;
  const ofWorld = (read: (world: World, language: 'zh' | 'en', round: number) => string) => (): string => {
    const session = base.peek();
    if (!session || !base.settings().enabled) return '';
    const round = session.timeline().rows.at(-1)?.round ?? 0;
    const language = languageInUse(base.settings().promptLanguage, session.language, host.language);
    return read(session.head(), language, round);
  };
  const macros = {
    naState: ofWorld(({ game }, language) => renderState(game, language)),
    naSummary: ofWorld(({ summaries }, language) =>
      summaries.map((line) => renderSummaryLine(line, language)).join('\n'),
    ),
    naTime: ofWorld(({ game }, language) => timeText(game.time, language)),
    naLocation: ofWorld(({ game }, language) => placeName(game, language)),
    naRound: ofWorld((_world, _language, round) => String(round)),
  };
  for (const name of Object.keys(macros) as (keyof typeof macros)[]) {
    base.undos.add(registerMacro(host.st, { name, description: words[name], read: macros[name] }));
  }
}
