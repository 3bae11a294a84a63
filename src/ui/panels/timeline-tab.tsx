/** The timeline tab: every round with its candidates, also those no longer in the chat. */
import { type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type PageId } from '../../domain/ids.ts';
import { pendingRounds } from '../../domain/timeline/pending-rounds.ts';
import { type PathRow } from '../../domain/timeline/timeline.ts';
import { type ChatSession } from '../../ports/chat-session.ts';
import { type UiText } from '../text/ui-text.ts';
import { RowButton } from './editable-row.tsx';
import { errorText, useLoaded } from './loaded.ts';
import { type PanelDeps } from './panel-deps.ts';

/** Rounds shown before the player asks for more. */
const ROWS = 50;
/** Characters of a candidate's first message that are shown. */
const EXCERPT = 120;

export interface TimelineTabProps {
  readonly session: ChatSession;
  readonly deps: PanelDeps;
  readonly text: UiText;
  readonly openRun: (pageId: string) => void;
}

export function TimelineTab(props: TimelineTabProps): VNode {
  const [count, setCount] = useState(ROWS);
  const timeline = props.session.timeline();
  const { rows } = timeline;
  const waiting = pendingRounds(timeline, { native: true }).length;
  return (
    <div>
      {waiting > 0 && <RowButton label={props.text.timeline.catchUp(waiting)} onClick={() => props.deps.catchUp()} />}
      <ul class="narrative-agent-list">
        {rows
          .slice(-count)
          .toReversed()
          .map((row) => (
            <FloorRow key={row.floorId} row={row} {...props} />
          ))}
      </ul>
      {rows.length === 0 && <small>{props.text.panel.empty}</small>}
      {rows.length > count && (
        <RowButton label={props.text.timeline.older} onClick={() => setCount(count + 4 * ROWS)} />
      )}
    </div>
  );
}

function FloorRow(props: TimelineTabProps & { readonly row: PathRow }): VNode {
  const { row, session, deps, text, openRun } = props;
  const [open, setOpen] = useState(false);
  const { pageId } = row;
  // A mended comma is no reason to pay for a call; a text whose first form is not known here may be anything.
  const edit = useLoaded(
    () => (row.edited ? session.editMark(row.floorId) : Promise.resolve(null)),
    [session, row.hash],
  );
  const runOf = usePageWithRun(row, session);
  const changedMuch = row.edited && edit.state === 'ready' && (edit.value?.offerAnalysis ?? true);
  const canAnalyse = changedMuch || row.analysis === 'pending' || row.analysis === 'failed';
  return (
    <li class="narrative-agent-floor" data-round={row.round}>
      <div class="narrative-agent-row">
        <span class="narrative-agent-row-name">
          {row.round === 0 ? text.state.opening : text.state.round(row.round)}
        </span>
        <small class="narrative-agent-row-value">{marksOf(row, text).join(' · ')}</small>
        {pageId !== null && canAnalyse && (
          <RowButton label={text.timeline.analyseAgain} onClick={() => deps.analyseAgain(pageId)} />
        )}
        {runOf !== null && <RowButton label={text.timeline.openRun} onClick={() => openRun(runOf)} />}
        <RowButton label={text.timeline.showCandidates} onClick={() => setOpen(!open)} />
      </div>
      {open && <Candidates {...props} />}
    </li>
  );
}

/** The page whose run can be shown: a turn that failed left none, but its run. */
function usePageWithRun({ pageId, floorId }: PathRow, session: ChatSession): PageId | null {
  const last = useLoaded(
    () => (pageId === null ? session.runOfFloor(floorId) : Promise.resolve(null)),
    [session, pageId, floorId],
  );
  return pageId ?? (last.state === 'ready' ? (last.value?.pageId ?? null) : null);
}

function marksOf(row: PathRow, text: UiText): readonly string[] {
  return [
    row.pageId === null ? text.timeline.noReply : text.timeline.candidates(row.swipePages.length),
    text.analysis[row.analysis],
    ...(row.partial ? [text.timeline.partial] : []),
    ...(row.edited ? [text.timeline.edited] : []),
    ...(row.baseMismatch ? [text.timeline.baseMismatch] : []),
  ];
}

function Candidates({ row, session, deps, text, openRun }: TimelineTabProps & { readonly row: PathRow }): VNode {
  const [restored, setRestored] = useState<readonly string[]>([]);
  const loaded = useLoaded(() => readCandidates(row, session, deps), [session, row, restored.length]);
  if (loaded.state === 'loading') return <p>{text.panel.loading}</p>;
  if (loaded.state === 'failed') return <p>{text.panel.failed + errorText(loaded.error)}</p>;
  const rows = session.timeline().rows;
  // A reply that was deleted can be put back at the end of the chat.
  const canRestore = row.replyIndex !== null || rows.at(-1)?.floorId === row.floorId;
  const restore = (pageId: PageId): void => {
    session.restorePage(pageId).then(
      () => setRestored([...restored, pageId]),
      (error: unknown) => deps.onError(error),
    );
  };
  return (
    <ul class="narrative-agent-list narrative-agent-candidates">
      {loaded.value.map((candidate) => (
        <li key={candidate.pageId} class="narrative-agent-row" data-page={candidate.pageId}>
          <span class="narrative-agent-row-value">
            {candidate.excerpt}
            <small>
              {' '}
              {[
                text.pageKinds[candidate.kind],
                ...(candidate.pageId === row.pageId ? [text.timeline.shown] : []),
                ...(candidate.detached ? [text.timeline.detached] : []),
              ].join(' · ')}
            </small>
          </span>
          <RowButton label={text.timeline.openRun} onClick={() => openRun(candidate.pageId)} />
          {candidate.detached && canRestore && !restored.includes(candidate.pageId) && (
            <RowButton label={text.timeline.restore} onClick={() => restore(candidate.pageId)} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface Candidate {
  readonly pageId: PageId;
  readonly kind: keyof UiText['pageKinds'];
  readonly excerpt: string;
  readonly detached: boolean;
}

async function readCandidates(row: PathRow, session: ChatSession, deps: PanelDeps): Promise<readonly Candidate[]> {
  const known = new Map((await deps.detachedPages(row.floorId)).map((page) => [page.pageId, page]));
  // A page that was analysed again is still there, with the same text.
  const replaced = new Set(
    row.swipePages.flatMap((pageId) => {
      const page = known.get(pageId);
      return (page?.standsFor ?? []).filter((before) => known.get(before)?.hash === page?.hash);
    }),
  );
  const gone = [...known.keys()].filter((pageId) => !row.swipePages.includes(pageId) && !replaced.has(pageId));
  return Promise.all(
    [...row.swipePages, ...gone].map(async (pageId): Promise<Candidate> => {
      const messages = await session.messages.list(row.floorId, pageId);
      const shown = pageId === row.pageId ? row.kind : null;
      return {
        pageId,
        kind: known.get(pageId)?.kind ?? shown ?? 'native',
        excerpt: (messages.findLast(({ role }) => role === 'assistant')?.text ?? '').slice(0, EXCERPT),
        detached: gone.includes(pageId),
      };
    }),
  );
}
