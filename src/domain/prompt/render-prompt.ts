/** The one place where a list of segments becomes messages. */
import { wellFormed } from '../../shared/well-formed.ts';
import { type Piece, type PromptLayout, type PromptMessage, type Segment, type SpokenText } from './segment.ts';

const BLANK_LINE = '\n\n';

/**
 * Renders in the order given: the system segments as one system message, the user segments as one user message.
 * Empty segments leave no trace, nor do halves of characters, for which some services refuse the whole request. Neighbours with the same tag share one pair of tags.
 * @param inputParts ST's own content parts (images); they follow the user text untouched
 */
export function renderPrompt(segments: readonly Segment[], inputParts: readonly unknown[] = []): PromptMessage[] {
  const system = renderRole(segments, 'system');
  const user = renderRole(segments, 'user');
  const messages: PromptMessage[] = [];
  if (system !== '') messages.push({ role: 'system', content: system });
  if (inputParts.length > 0) messages.push({ role: 'user', content: [{ type: 'text', text: user }, ...inputParts] });
  else if (user !== '') messages.push({ role: 'user', content: user });
  return messages;
}

/** The messages of a prompt in the given layout; the segments stand in its order already. */
export function renderLayout(
  segments: readonly Segment[],
  layout: PromptLayout,
  inputParts: readonly unknown[] = [],
): PromptMessage[] {
  return layout === 'cache' ? renderThread(segments, inputParts) : renderPrompt(segments, inputParts);
}

/**
 * The rounds of the window as messages of their own, in turns of user and assistant; what stands before them goes into
 * the first of these, what follows into the last, so that services that join neighbours of one role change nothing.
 */
function renderThread(segments: readonly Segment[], inputParts: readonly unknown[]): PromptMessage[] {
  const isRound = ({ key, role }: Segment): boolean => key === 'recent_turns' && role === 'user';
  const present = segments.filter(({ text }) => text.trim() !== '');
  const first = present.findIndex(isRound);
  if (first === -1) return renderPrompt(segments, inputParts);
  const others = present.map((segment, index) => ({ segment, index })).filter(({ segment }) => !isRound(segment));
  const before = others.filter(({ index }) => index < first).map(({ segment }) => segment);
  const after = others.filter(({ index }) => index > first).map(({ segment }) => segment);
  const tag = present[first]?.tag ?? null;
  const spoken = present.filter(isRound).flatMap((segment) => (segment.pieces ?? [segment]).flatMap(turnsOf));
  const said: { role: 'user' | 'assistant'; text: string }[] = [
    {
      role: 'user',
      text: [renderRole(before, 'user'), tag === null ? '' : `<${tag}>`].filter(Boolean).join(BLANK_LINE),
    },
  ];
  const add = (role: 'user' | 'assistant', text: string): void => {
    const last = said.at(-1);
    if (last?.role === role) last.text = [last.text, text].filter(Boolean).join('\n');
    else said.push({ role, text });
  };
  for (const { role, text } of spoken) add(role, text);
  add('user', [tag === null ? '' : `</${tag}>`, renderRole(after, 'user')].filter(Boolean).join(BLANK_LINE));
  const system = renderRole(present, 'system');
  const last = said.length - 1;
  return [
    ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
    ...said.map(({ role, text: written }, index): PromptMessage => {
      const text = wellFormed(written);
      if (index < last || inputParts.length === 0) return { role, content: text };
      return { role, content: [{ type: 'text', text }, ...inputParts] };
    }),
  ];
}

function turnsOf({ text, turns }: Piece): readonly SpokenText[] {
  return turns ?? [{ role: 'user', text }];
}

/** The text of one role's message; empty when it has none. */
export function renderRole(segments: readonly Segment[], role: Segment['role']): string {
  const blocks: { tag: string | null; text: string }[] = [];
  for (const segment of segments) {
    if (segment.role !== role || segment.text.trim() === '') continue;
    const last = blocks.at(-1);
    if (last && segment.tag !== null && last.tag === segment.tag) {
      last.text += (segment.separator ?? BLANK_LINE) + segment.text;
    } else {
      blocks.push({ tag: segment.tag, text: segment.text });
    }
  }
  return wellFormed(
    blocks.map(({ tag, text }) => (tag === null ? text : `<${tag}>\n${text}\n</${tag}>`)).join(BLANK_LINE),
  );
}

/** The text of a segment that has lost some of its pieces. */
export function joinPieces(segment: Pick<Segment, 'separator'>, pieces: readonly { readonly text: string }[]): string {
  return pieces.map((piece) => piece.text).join(segment.separator ?? BLANK_LINE);
}
