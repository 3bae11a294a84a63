/** A scripted stand-in for the pipeline: notes every call of the bridge and answers as the test says. */
import { NarrativeError } from '../../../../src/domain/errors.ts';
import { type RunId } from '../../../../src/domain/ids.ts';
import { type PromptMessage } from '../../../../src/domain/prompt/segment.ts';
import { type TurnStatus } from '../../../../src/ports/progress.ts';
import {
  type RequestEnding,
  type StandDown,
  type TurnMaterial,
  type TurnRunner,
} from '../../../../src/ports/turn-runner.ts';

export interface ProbeScript {
  /** Milliseconds. */
  armTakes: number;
  prepareTakes: number;
  tailTakes: number;
  tail: 'held' | 'released';
  /** Error code `prepare` rejects with. */
  prepareFails: string | null;
  standsDown: StandDown | 'refused' | null;
  firstTokenSeconds: number;
  gapSeconds: number;
  temperature: number | null;
  maxTokens: number | null;
}

export interface ProbeNote {
  readonly call: string;
  readonly runId?: string;
  readonly at: number;
  readonly [more: string]: unknown;
}

export const defaultScript: ProbeScript = {
  armTakes: 0,
  prepareTakes: 0,
  tailTakes: 0,
  tail: 'held',
  prepareFails: null,
  standsDown: null,
  firstTokenSeconds: 3,
  gapSeconds: 3,
  temperature: null,
  maxTokens: null,
};

/** What the writing model is sent in every turn of the probe. */
export const probePrompt = (input: string): PromptMessage[] => [
  { role: 'system', content: '[[probe]] You write the story.' },
  { role: 'user', content: `[[probe]] <user_input>${input}</user_input>` },
];

function describeEnding(ending: RequestEnding): Record<string, unknown> {
  if (ending.kind !== 'failed') return { ending: ending.kind };
  return { ending: 'failed', code: ending.error.code, details: ending.error.details, message: ending.error.message };
}

interface Active {
  readonly runId: RunId;
  readonly controller: AbortController;
  state: TurnStatus['state'];
}

export interface Probe {
  script: ProbeScript;
  notes: ProbeNote[];
  material: TurnMaterial | null;
  readonly runner: TurnRunner;
}

export function makeProbe(): Probe {
  let count = 0;
  let active: Active | null = null;
  let waiting: (() => void)[] = [];

  const note = (call: string, more: Record<string, unknown> = {}): void =>
    void probe.notes.push({ call, at: performance.now(), ...more });

  const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const stop = (): void => reject(signal?.reason as Error);
      const timer = setTimeout(resolve, milliseconds);
      if (signal?.aborted) stop();
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        stop();
      });
    });

  const over = (runId: string): void => {
    if (active?.runId !== runId) return;
    active = null;
    const then = waiting;
    waiting = [];
    for (const done of then) done();
  };

  const idle = (): Promise<void> => (active ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve());

  const runner: TurnRunner = {
    async arm(type) {
      note('arm', { type });
      if (probe.script.standsDown) return { ours: false, reason: probe.script.standsDown } as never;
      if (active?.state === 'completing') await idle();
      await pause(probe.script.armTakes);
      const runId = `run-${(count += 1)}` as RunId;
      active = { runId, controller: new AbortController(), state: 'preparing' };
      note('armed', { runId, type });
      return { ours: true, runId, signal: active.controller.signal };
    },
    async prepare(runId, material) {
      probe.material = material;
      note('prepare', { runId });
      if (active?.runId !== runId) throw new NarrativeError('run.cancelled');
      await pause(probe.script.prepareTakes, active.controller.signal);
      if (probe.script.prepareFails) throw new NarrativeError(probe.script.prepareFails as never);
      active.state = 'writing';
      note('prepared', { runId });
      return probePrompt(material.input);
    },
    parameters: () => ({
      dropPrefill: true,
      firstTokenTimeoutSeconds: probe.script.firstTokenSeconds,
      tokenGapTimeoutSeconds: probe.script.gapSeconds,
      totalTimeoutSeconds: probe.script.firstTokenSeconds,
      ...(probe.script.temperature === null ? {} : { temperature: probe.script.temperature }),
      ...(probe.script.maxTokens === null ? {} : { maxTokens: probe.script.maxTokens }),
    }),
    tokens: (runId, text) => note('tokens', { runId, length: text.length }),
    complete(runId, written) {
      const { ending, ...rest } = written;
      note('complete', { runId, ...rest, ...describeEnding(ending) });
      const mine = active;
      if (mine?.runId !== runId) return { mode: 'released', done: Promise.resolve() };
      mine.state = 'completing';
      const done = pause(probe.script.tailTakes, mine.controller.signal)
        .then(
          () => note('done', { runId }),
          (error: unknown) => note('cut', { runId, cause: (error as NarrativeError).details['cause'] }),
        )
        .finally(() => over(runId));
      return { mode: probe.script.tail, done };
    },
    async fail(runId, ending) {
      note('fail', { runId, ...describeEnding(ending) });
      over(runId);
    },
    cancel(cause) {
      note('cancel', { cause, runId: active?.runId });
      active?.controller.abort(new NarrativeError('run.cancelled', { details: { cause } }));
    },
    status: () => ({ state: active?.state ?? 'idle' }),
    staged: () => [],
    idle,
  };
  const probe: Probe = { script: { ...defaultScript }, notes: [], material: null, runner };
  return probe;
}
