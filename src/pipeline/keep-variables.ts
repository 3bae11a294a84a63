/** Brings the open chat's MVU variables in step after whatever touched them, one pass at a time and never during a turn. */
import { NarrativeError } from '../domain/errors.ts';
import { type ChatSession } from '../ports/chat-session.ts';
import { type Log } from '../ports/log.ts';
import { type Undo } from '../shared/undo-list.ts';
import { type InitialProblem } from '../mvu/init-record.ts';
import { type ChatVariables } from './chat-variables.ts';
import { type StoryRunner } from './turn-runner.ts';

export interface KeepVariablesDeps {
  readonly runner: Pick<StoryRunner, 'status' | 'idle'>;
  readonly chat: ChatVariables['chat'];
  /** The session of the open chat, once it is open. */
  readonly session: () => ChatSession | null;
  /** Whether the open chat has variables, so that scripts look for MVU. */
  readonly standIn: (wanted: boolean) => void;
  readonly onProblem: (problem: InitialProblem) => void;
  /** Records or the world are different now. */
  readonly onChanged: () => void;
  readonly log: Log;
}

export interface VariableKeeping {
  /** The chat, the path or what the variables come from changed. */
  touch(): void;
  stop: Undo;
}

export function keepVariables(deps: KeepVariablesDeps): VariableKeeping {
  let touched = false;
  let working = false;
  let stopped = false;

  const keep = async (): Promise<void> => {
    if (stopped) return;
    const session = deps.session();
    const chat = session && (await deps.chat(session));
    if (!session || !chat) {
      deps.standIn(false);
      return;
    }
    // A turn that began meanwhile brings the variables in step itself.
    if (deps.runner.status().state !== 'idle') return;
    const { problems, changed } = await chat.keepInStep();
    problems.forEach(deps.onProblem);
    if (deps.session() !== session) return;
    deps.standIn(session.head().mvu !== null);
    if (changed) deps.onChanged();
  };

  const work = async (): Promise<void> => {
    working = true;
    try {
      while (touched && !stopped) {
        await deps.runner.idle();
        touched = false;
        await keep();
      }
    } catch (error) {
      // Another chat was opened meanwhile: that one is brought in step by its own opening.
      if (!(error instanceof NarrativeError && error.code === 'host.chat-changed'))
        deps.log.warn('The variables of the chat could not be brought in step.', error);
    } finally {
      working = false;
      if (touched && !stopped) void work();
    }
  };

  return {
    touch() {
      touched = true;
      if (!working && !stopped) void work();
    },
    stop() {
      stopped = true;
    },
  };
}
