/** Catching up the summaries of older rounds: the estimate, the progress, stopping and going on. */
import { type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { errorText } from '../panels/loaded.ts';
import { uiText, type ScreenLanguage } from '../text.ts';
import { type UiText } from '../text/ui-text.ts';
import { showDialog } from './show-dialog.tsx';

export interface CatchUpEstimate {
  readonly rounds: number;
  readonly calls: number;
  readonly tokens: number;
}

export interface CatchUpDeps {
  estimate(): CatchUpEstimate;
  /** Resolves to the rounds done in this go; what was done stays when it is aborted. */
  run(signal: AbortSignal, onProgress: (done: number) => void): Promise<number>;
}

export interface CatchUpOptions {
  readonly page: Document;
  readonly language: ScreenLanguage;
  readonly signal: AbortSignal;
}

export async function showCatchUp(deps: CatchUpDeps, options: CatchUpOptions): Promise<void> {
  const text = uiText(options.language);
  const running = new AbortController();
  await showDialog<true>(
    options.page,
    text.catchUp.start,
    (answer) => <CatchUpView deps={deps} text={text} close={() => answer(true)} closed={running.signal} />,
    options.signal,
  );
  running.abort();
}

interface CatchUpViewProps {
  readonly deps: CatchUpDeps;
  readonly text: UiText;
  readonly close: () => void;
  /** Aborted when the dialog is gone: a hidden run would cost money unseen. */
  readonly closed: AbortSignal;
}

type Progress = 'offered' | 'running' | 'stopped' | 'done';

function CatchUpView({ deps, text, close, closed }: CatchUpViewProps): VNode {
  const [estimate] = useState(() => deps.estimate());
  const [progress, setProgress] = useState<Progress>('offered');
  const [done, setDone] = useState(0);
  const [problem, setProblem] = useState('');
  const [stop, setStop] = useState<AbortController | null>(null);
  const start = (): void => {
    const control = new AbortController();
    const before = done;
    closed.addEventListener('abort', () => control.abort());
    setStop(control);
    setProblem('');
    setProgress('running');
    deps
      .run(control.signal, (now) => setDone(before + now))
      .then(
        (now) => {
          setDone(before + now);
          setProgress(before + now >= estimate.rounds ? 'done' : 'stopped');
        },
        (error: unknown) => {
          setProblem(control.signal.aborted ? '' : errorText(error));
          setProgress('stopped');
        },
      );
  };
  const words = text.catchUp;
  const sentence = {
    offered: words.offer(estimate.rounds, estimate.calls, estimate.tokens),
    running: words.progress(done, estimate.rounds),
    stopped: words.stopped(done, estimate.rounds),
    done: words.done(done),
  }[progress];
  return (
    <>
      <p role="status">{sentence}</p>
      {problem !== '' && <p class="narrative-agent-warning">{problem}</p>}
      <progress max={Math.max(1, estimate.rounds)} value={done} />
      <div class="narrative-agent-row">
        {progress === 'running' ? (
          <button type="button" class="menu_button narrative-agent-button" onClick={() => stop?.abort()}>
            {words.cancel}
          </button>
        ) : (
          progress !== 'done' && (
            <button type="button" class="menu_button narrative-agent-button" onClick={start}>
              {progress === 'stopped' ? words.resume : words.start}
            </button>
          )
        )}
        <button type="button" class="menu_button narrative-agent-button" onClick={close}>
          {text.panel.close}
        </button>
      </div>
    </>
  );
}
