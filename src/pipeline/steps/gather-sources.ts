/** Gathers what the agents' views are taken from: windows, lore, preset, state, earlier rounds that lack an analysis. */
import { nothingYet, type AgentWindow, type PendingRound, type TurnSources } from '../../agents/turn-view.ts';
import { once } from '../../domain/history/late-text.ts';
import { withOldSummaries } from '../../domain/history/old-summaries.ts';
import { gatherRounds, type Round } from '../../domain/history/rounds.ts';
import { inputOf, proseOf, renderRound, roundTurns } from '../../domain/history/render-turns.ts';
import { chooseWindow, type WindowSize, windowSize } from '../../domain/history/stable-window.ts';
import { emptyPreset, splitPreset } from '../../domain/prompt/split-preset.ts';
import { type FloorId } from '../../domain/ids.ts';
import { noteMessage } from '../../domain/run/turn-note.ts';
import { type TurnRequest } from '../../domain/run/turn-request.ts';
import { type PresetTarget, type Settings } from '../../domain/settings.ts';
import { activateEntries } from '../../domain/worldbook/activate.ts';
import { withKnownNames } from '../../domain/worldbook/known-names.ts';
import { type ScanTexts } from '../../domain/worldbook/match-keys.ts';
import { routeEntries } from '../../domain/worldbook/route.ts';
import { chooseSchedule } from '../choose-schedule.ts';
import { guidanceOf } from '../guidance-of.ts';
import { scanTexts } from '../scan-texts.ts';
import { activeToolEntries, toolEntries } from '../tool-scene.ts';
import { type TurnDeps } from '../turn-deps.ts';
import { type TurnTools } from '../turn-toolbox.ts';
import { type GatheredState, type RequestState } from '../turn-state.ts';

/** Rounds without analysis that one call takes along, the newest. */
const PENDING_LIMIT = 3;
/** Replies whose length an `auto` length is measured by. */
const MEASURED_REPLIES = 3;
/** Below this context an agent gets its short instructions. */
const LITE_BELOW_TOKENS = 6_000;
/** Share of the prompt that rounds without a summary may take. */
const RIDE_SHARE = 0.5;

/** @param along the rounds the analysis takes along; null: the newest that wait for one */
export async function gatherSources(
  deps: TurnDeps,
  read: RequestState,
  along: ReadonlySet<FloorId> | null = null,
): Promise<GatheredState> {
  const state = await withVariables(read);
  const { opened, request, settings } = state;
  const { language } = request;
  const rounds = gatherRounds(opened.before, request.history);
  const remembered = withOldSummaries(opened.base, rounds);
  const world = settings.state.autoSyncWorldInfo ? withKnownNames(remembered, request.entries) : remembered;
  const summarised = new Set(world.summaries.map(({ floorId }) => floorId));
  const candidates = windowRounds(deps, request, { rounds, summarised });
  const writingWindow = agentWindow(candidates, windowSize(settings.pipeline, 'writing'), request);
  const planningWindow = agentWindow(candidates, windowSize(settings.pipeline, 'planning'), request);
  const stateText = deps.stateText(world, language);
  const { entries, activated } = request;
  const scanner = settings.pipeline.ownKeywordScan ? deps.keyScanner(entries) : null;
  const inWindow = new Set(writingWindow.turns.map(({ round }) => round));
  const scanned = rounds.filter(({ round }) => inWindow.has(round));
  const texts = scanTexts({ input: request.input, rounds: scanned, world, stateText });
  const active = activateEntries(activated, scanner, texts);
  const tools = await toolsOfTurn(deps, state, texts);
  const schedule = chooseSchedule(settings, tools?.planning ?? false, withoutPlan(state));
  const sources: TurnSources = {
    ...nothingYet,
    request,
    world,
    stateText,
    lore: routeEntries({
      entries,
      activated: active,
      afterCharToPlanning: settings.pipeline.afterCharToPlanning,
      placedTexts: placedTexts(request, settings.presetMode),
    }),
    preset: settings.presetMode === 'split' ? splitPreset(request.preset.prompts, targetsOf(request)) : emptyPreset,
    planningWindow,
    writingWindow,
    recentReplies: rounds.slice(-MEASURED_REPLIES).map(({ messages }) => proseOf(messages)),
    guidance: guidanceOf(state),
    notes: state.orders.notes.map(noteMessage),
    lite: request.promptBudget < LITE_BELOW_TOKENS,
    greeting: state.variablesRule ? null : greetingToRead(rounds),
    variablesRule: state.variablesRule,
    pending: along ? asPending(rounds.filter(({ row }) => along.has(row.floorId))) : waitingRounds(rounds),
    toolList: schedule === 'merged' ? '' : (tools?.list ?? ''),
  };
  for (const use of request.regexUses?.() ?? []) deps.events.emit('regex.applied', use);
  deps.events.emit('worldbook.matched', {
    entries: sources.lore.routed.map(({ entry, why }) => ({ book: entry.book, uid: entry.uid, reason: why })),
  });
  return { ...state, schedule, sources, rounds, tools };
}

/** Macros of card makers are expanded before anything is scanned, measured or routed. */
async function withVariables(state: RequestState): Promise<RequestState> {
  const { mvu } = state.opened.base;
  if (mvu === null) return state;
  const { expandVariables } = await import('./expand-variables.ts');
  return { ...state, request: expandVariables(state.request, mvu) };
}

function targetsOf({ settings, preset }: TurnRequest): Readonly<Record<string, PresetTarget>> {
  return Object.hasOwn(settings.presetTargets, preset.name) ? (settings.presetTargets[preset.name] ?? {}) : {};
}

/** SillyTavern's own prompt has no place for a plan. */
function withoutPlan({ orders, settings }: RequestState): boolean {
  return orders.skipPlanning || settings.promptMode !== 'native';
}

/** The tools' code is loaded when a book brings one, or when a planner may use the built-in ones. */
async function toolsOfTurn(deps: TurnDeps, state: RequestState, texts: ScanTexts): Promise<TurnTools | null> {
  const { entries } = state.request;
  if (toolEntries(entries).length === 0 && !state.settings.pipeline.enableTextRecall) return null;
  const { openTurnTools } = await import('../turn-tools.ts');
  return openTurnTools(deps, state, entries, activeToolEntries(state.request, texts));
}

/** Texts that are sent anyway and into which SillyTavern may have worked entries. */
function placedTexts({ injected, card, preset }: TurnRequest, mode: Settings['presetMode']): string[] {
  const prompts = mode === 'split' ? preset.prompts.map(({ content }) => content) : [];
  return [...injected.map(({ text }) => text), card.description, card.scenario, card.systemPrompt, ...prompts];
}

interface RoundsToShow {
  readonly rounds: readonly Round[];
  readonly summarised: ReadonlySet<string>;
}

/** The rounds of the path, rendered and measured only where a window asks for it. */
function windowRounds(deps: TurnDeps, { language }: TurnRequest, { rounds, summarised }: RoundsToShow) {
  return rounds.flatMap(({ row, round, messages }) => {
    if (row.pageId === null) return [];
    const text = once(() => renderRound({ round, messages }, language));
    const tokens = once(() => deps.tokens.estimate(text()));
    if (round === 0 && text() === '') return [];
    const candidate = {
      round,
      summarised: summarised.has(row.floorId),
      get text() {
        return text();
      },
      get tokens() {
        return tokens();
      },
      turns: () => roundTurns({ round, messages }, language),
    };
    return [candidate];
  });
}

function agentWindow(candidates: ReturnType<typeof windowRounds>, size: WindowSize, request: TurnRequest): AgentWindow {
  const chosen = chooseWindow(candidates, size, Math.floor(request.promptBudget * RIDE_SHARE));
  const shown = chosen.rounds.filter(({ text }) => text !== '');
  const hiddenRiders = chosen.rounds.slice(0, chosen.ridingAlong).filter(({ text }) => text === '').length;
  return {
    turns: shown.map(({ round, text, turns }) => ({ round, text, turns: turns() })),
    ridingAlong: chosen.ridingAlong - hiddenRiders,
  };
}

/** The first analysis also reads the greeting. */
function greetingToRead(rounds: readonly Round[]): string | null {
  const first = rounds[0];
  if (first?.round !== 0 || first.row.pageId === null || first.row.analysis === 'done') return null;
  const text = proseOf(first.messages);
  return text === '' ? null : text;
}

function waitingRounds(rounds: readonly Round[]): PendingRound[] {
  const waiting = rounds.filter(
    ({ row, round }) => round > 0 && (row.analysis === 'pending' || row.analysis === 'failed'),
  );
  return asPending(waiting.slice(-PENDING_LIMIT));
}

function asPending(rounds: readonly Round[]): PendingRound[] {
  return rounds
    .map(({ round, messages }) => ({ round, input: inputOf(messages), prose: proseOf(messages) }))
    .filter(({ prose }) => prose !== '');
}
