/** What a prompt was made of, and where the worldbook entries of the turn went: block by block, with tokens and reason. */
import { type VNode } from 'preact';
import { type SentPart } from '../../domain/prompt/sent-parts.ts';
import { type LoreRecord } from '../../domain/worldbook/lore-record.ts';
import { type UiText } from '../text/ui-text.ts';

export function PartTable({ parts, text }: { readonly parts: readonly SentPart[]; readonly text: UiText }): VNode {
  return (
    <table class="narrative-agent-table">
      <tbody>
        {parts.map((part, i) => (
          <tr key={i}>
            <td>{text.run.partNames[part.key]}</td>
            <td>
              {sourceText(part)}
              {part.why !== undefined && <small> {whyText(text, part.why)}</small>}
            </td>
            <td class="narrative-agent-number">{part.tokens}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Our own words need no source. */
function sourceText({ key, source }: SentPart): string {
  return source === 'narrative-agent' || source === key ? '' : source.replace(/^entry:/, '');
}

/** `input:bell` and the like, in words. */
function whyText({ run: { whys } }: UiText, why: string): string {
  const at = why.indexOf(':');
  const [reason, key] = at < 0 ? [why, ''] : [why.slice(0, at), why.slice(at + 1)];
  const word = Object.hasOwn(whys, reason) ? whys[reason as keyof typeof whys] : reason;
  return key === '' ? word : `${word}: ${key}`;
}

export function LoreView({ lore, text }: { readonly lore: LoreRecord; readonly text: UiText }): VNode | null {
  const left = lore.unrouted.reduce((sum, { count }) => sum + count, 0);
  if (lore.routed.length + left === 0) return null;
  const { sources: words } = text;
  return (
    <details class="narrative-agent-section">
      <summary>
        {text.run.lore} ({lore.routed.length}){left > 0 && ` · ${text.run.notSent(left)}`}
      </summary>
      <ul>
        {lore.routed.map(({ source, bucket, why }, i) => (
          <li key={i}>
            {source.replace(/^entry:/, '')}{' '}
            <small>
              {words.buckets[bucket]} · {whyText(text, why)}
            </small>
          </li>
        ))}
        {lore.unrouted.map(({ reason, count, entries }) => (
          <li key={reason}>
            <b>
              {words.reasons[reason]} ({count})
            </b>{' '}
            <small>
              {entries.map((entry) => entry.replace(/^entry:/, '')).join(' · ')}
              {entries.length < count && ' · …'}
            </small>
          </li>
        ))}
      </ul>
    </details>
  );
}
