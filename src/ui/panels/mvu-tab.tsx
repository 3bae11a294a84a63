/** The variables tab: who rules them, what the newest round changed, what was refused, the tree now. */
import { type VNode } from 'preact';
import { type ChatSession } from '../../ports/chat-session.ts';
import { type JsonObject, type JsonValue } from '../../shared/json-value.ts';
import { type UiText } from '../text/ui-text.ts';
import { RowButton } from './editable-row.tsx';
import { useLoaded } from './loaded.ts';
import { type MvuDeps } from './panel-deps.ts';
import { diffTrees } from './tree-diff.ts';

export interface MvuTabProps {
  readonly session: ChatSession;
  readonly mvu: MvuDeps | null;
  readonly text: UiText;
  readonly onError: (error: unknown) => void;
}

export function MvuTab({ session, mvu, text, onError }: MvuTabProps): VNode {
  const newKeys = useLoaded(() => mvu?.newInitialKeys() ?? Promise.resolve([]), [mvu, session]);
  const record = session.head().mvu;
  if (mvu === null || record === null) return <p>{text.panel.empty}</p>;
  const { rows } = session.timeline();
  const last = rows.at(-1);
  const changes = diffTrees(statOf(session.worldAfter(rows.length - 2).mvu), statOf(record));
  const rejected = last === undefined ? [] : session.rejections(last.floorId).filter(isMvu);
  return (
    <div>
      <p>{mvu.ruledByMvu() ? text.mvu.ruledByMvu : text.mvu.ruledByUs}</p>
      {newKeys.state === 'ready' && newKeys.value.length > 0 && (
        <p>
          {text.mvu.newKeys(newKeys.value.length)}: {newKeys.value.join(', ')}{' '}
          <RowButton label={text.mvu.merge} onClick={() => void mvu.mergeNewInitialKeys().catch(onError)} />
        </p>
      )}
      <section class="narrative-agent-section">
        <h4>{text.mvu.changes}</h4>
        {changes.length === 0 && <small>{text.mvu.noChanges}</small>}
        <ul class="narrative-agent-list">
          {changes.map((change) => (
            <li key={change.pointer} class="narrative-agent-row">
              <span class="narrative-agent-row-name">{change.pointer}</span>
              <span class="narrative-agent-row-value">
                {change.before === undefined ? text.mvu.added : show(change.before)} →{' '}
                {change.after === undefined ? text.mvu.removed : show(change.after)}
              </span>
            </li>
          ))}
        </ul>
      </section>
      {rejected.length > 0 && (
        <section class="narrative-agent-section">
          <h4>{text.mvu.rejected}</h4>
          <ul>
            {rejected.map((rejection, i) => (
              <li key={i}>{rejection.reason}</li>
            ))}
          </ul>
        </section>
      )}
      <section class="narrative-agent-section">
        <h4>{text.mvu.tree}</h4>
        <pre class="narrative-agent-pre">{JSON.stringify(statOf(record) ?? {}, null, 2)}</pre>
      </section>
    </div>
  );
}

const statOf = (record: JsonObject | null): JsonValue | undefined => record?.['stat_data'];

const isMvu = (rejection: { readonly effect: { readonly kind: string } }): boolean =>
  rejection.effect.kind.startsWith('mvu');

const show = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));
