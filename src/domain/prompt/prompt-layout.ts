/** Two orders of one prompt: the documented one, or one whose beginning stays byte-equal from turn to turn, for prefix caches. */
import { joinPieces } from './render-prompt.ts';
import { type Piece, type PromptLayout, type Segment } from './segment.ts';

/** SillyTavern's names of services that give a rebate on a beginning they have seen before. */
const cachingSources: ReadonlySet<string> = new Set([
  'claude',
  'openai',
  'azure_openai',
  'deepseek',
  'openrouter',
  'makersuite',
  'vertexai',
]);

/** @param source the connection's source, e.g. `claude`; one we know nothing of gets the classic order */
export function chooseLayout(wanted: 'auto' | PromptLayout, source: string): PromptLayout {
  if (wanted !== 'auto') return wanted;
  return cachingSources.has(source) ? 'cache' : 'classic';
}

/**
 * The cache order: what is steady, the summaries of rounds that have left the window, the rounds; then all that a turn
 * may change, in the order given. The same segments, none lost.
 */
export function layOut(segments: readonly Segment[], layout: PromptLayout): readonly Segment[] {
  if (layout === 'classic') return segments;
  const system = segments.filter(({ role }) => role === 'system');
  const user = segments.filter(({ role }) => role === 'user').flatMap(placed(firstShown(segments)));
  const at = (wanted: Place) => user.filter(({ place }) => place === wanted).map(({ segment }) => segment);
  return [...system, ...at('steady'), ...at('summary'), ...at('rounds'), ...at('turn')];
}

type Place = 'steady' | 'summary' | 'rounds' | 'turn';
interface Placed {
  readonly place: Place;
  readonly segment: Segment;
}

/** The oldest round of the window; Infinity when no round is shown, so that every summary counts as gone. */
function firstShown(segments: readonly Segment[]): number {
  const shown = segments.filter(({ key }) => key === 'recent_turns').flatMap(piecesOf);
  return shown.reduce((least, { source }) => Math.min(least, roundOf(source)), Infinity);
}

const piecesOf = (segment: Segment): readonly Piece[] => segment.pieces ?? [segment];

function roundOf(source: string): number {
  const round = /^round:(\d+)$/.exec(source)?.[1];
  return round === undefined ? Infinity : Number(round);
}

/** A summary line of a round that is still shown is new every turn: it must not stand before the rounds. */
function placed(first: number): (segment: Segment) => Placed[] {
  return (segment) => {
    if (segment.key === 'recent_turns') return [{ place: 'rounds', segment }];
    if (segment.key !== 'story_summary') return [{ place: segment.steady ? 'steady' : 'turn', segment }];
    const gone = piecesOf(segment).filter(({ source }) => roundOf(source) < first || first === Infinity);
    const shown = piecesOf(segment).filter((piece) => !gone.includes(piece));
    return [
      ...partOf(segment, gone).map((part): Placed => ({ place: 'summary', segment: part })),
      ...partOf(segment, shown).map((part): Placed => ({ place: 'turn', segment: part })),
    ];
  };
}

function partOf(segment: Segment, pieces: readonly Piece[]): Segment[] {
  const [only] = pieces;
  if (!only) return [];
  const { pieces: _, ...base } = segment;
  if (pieces.length === 1) return [{ ...base, text: only.text, source: only.source }];
  return [{ ...base, pieces, text: joinPieces(segment, pieces) }];
}
