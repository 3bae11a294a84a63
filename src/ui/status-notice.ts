/** What a notice of the status line says and offers. */
import { errorCodes, type NarrativeError } from '../domain/errors.ts';
import { type TurnType } from '../domain/run/turn-request.ts';
import { type TurnNotice } from '../ports/progress.ts';
import { element } from './element.ts';
import { type UiText } from './text/ui-text.ts';

/** Characters of a technical message under a sentence; providers send whole pages. */
const DETAIL_LIMIT = 300;

export interface NoticeActions {
  retry(turn: TurnType): void;
  analyseAgain(pageId: string): void;
  /** Offers to analyse the rounds nobody analysed. */
  catchUp(): void;
  /** Opens the record of the turn that made the page; null: of the newest reply. */
  openRun(pageId: string | null): void;
  dismiss(notice: TurnNotice): void;
}

/** A second word on the same thing takes the place of the first. */
export function replaces(next: TurnNotice, before: TurnNotice): boolean {
  const isAnalysis = (kind: TurnNotice['kind']): boolean => kind === 'analysis-pending' || kind === 'analysis-failed';
  if (next.kind === 'degraded') return before.kind === 'degraded' && before.detail === next.detail;
  return next.kind === before.kind || (isAnalysis(next.kind) && isAnalysis(before.kind));
}

export function noticePart(page: Document, words: UiText, notice: TurnNotice, actions: NoticeActions): HTMLElement {
  const button = (label: string, onClick: () => void): HTMLElement =>
    element(page, 'button', {
      className: 'menu_button narrative-agent-button',
      text: label,
      attributes: { type: 'button' },
      onClick,
    });
  const shown = noticeContent(words, notice);
  const buttons = {
    retry: () => {
      if (notice.kind !== 'failed') return;
      actions.dismiss(notice);
      actions.retry(notice.turn);
    },
    analyseAgain: () => {
      if (!('pageId' in notice)) return;
      actions.dismiss(notice);
      actions.analyseAgain(notice.pageId);
    },
    catchUp: () => {
      actions.dismiss(notice);
      actions.catchUp();
    },
    details: () => actions.openRun('pageId' in notice ? notice.pageId : null),
    close: () => actions.dismiss(notice),
  };
  return element(page, 'div', {
    className: `narrative-agent-status-row narrative-agent-notice-${notice.kind}`,
    children: [
      element(page, 'span', { text: shown.sentence }),
      ...(shown.detail === ''
        ? []
        : [element(page, 'small', { text: shown.detail.slice(0, DETAIL_LIMIT), title: shown.detail })]),
      ...shown.buttons.map((name) => button(words.status[name], buttons[name])),
    ],
  });
}

interface NoticeContent {
  readonly sentence: string;
  readonly detail: string;
  readonly buttons: readonly ('retry' | 'analyseAgain' | 'catchUp' | 'details' | 'close')[];
}

function noticeContent(words: UiText, notice: TurnNotice): NoticeContent {
  switch (notice.kind) {
    case 'failed':
      return {
        sentence: `${words.status.failedIn(words.steps[notice.step])} ${words.errors[notice.error.code]}`,
        detail: technicalMessage(notice.error),
        buttons: notice.canRetry ? ['retry', 'details', 'close'] : ['details', 'close'],
      };
    case 'analysis-pending':
      return { sentence: words.status.analysisPending, detail: notice.detail, buttons: ['analyseAgain', 'details'] };
    case 'analysis-failed':
      return { sentence: words.status.analysisFailed, detail: notice.detail, buttons: ['analyseAgain', 'details'] };
    case 'catch-up':
      return { sentence: words.status.notCaughtUp(notice.rounds), detail: '', buttons: ['catchUp', 'close'] };
    case 'degraded':
      return { sentence: degradedSentence(words, notice.detail), detail: '', buttons: ['close'] };
    case 'partial':
      return { sentence: words.status.partial, detail: '', buttons: [] };
    case 'done': {
      const parts = [words.status.calls(notice.calls), words.status.seconds(Math.round(notice.seconds))];
      if (notice.rejected > 0) parts.push(words.status.rejected(notice.rejected));
      return { sentence: parts.join(' · '), detail: '', buttons: ['details'] };
    }
  }
}

/** `detail` is an error code or a whole sentence. */
function degradedSentence(words: UiText, detail: string): string {
  const known = errorCodes.find((code) => code === detail);
  return known === undefined ? detail : words.status.degraded(words.errors[known]);
}

/** The code stands in for a message when there is none; then it says nothing new. */
function technicalMessage(error: NarrativeError): string {
  return error.message === error.code ? '' : error.message;
}
