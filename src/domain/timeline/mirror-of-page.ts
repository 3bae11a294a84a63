/** Makes the mirror of a page; what is too large for a swipe goes into a keyframe of the chat's metadata. */
import { utf8Length } from '../../shared/utf8-length.ts';
import { type Effect } from './effect.ts';
import { MIRROR_LIMIT_BYTES, MIRROR_VERSION, type PageMirror } from './mirror.ts';
import { type Page } from './page.ts';

export interface MirroredPage {
  readonly mirror: PageMirror;
  /** The effects that did not fit; null when all is in the mirror. */
  readonly keyframe: readonly Effect[] | null;
}

/** The mirror is at most `MIRROR_LIMIT_BYTES` of UTF-8 JSON; when shortened, `effects` is empty and `truncated` set. */
export function mirrorOfPage(
  page: Page,
  round: number,
  toolOutput: NonNullable<PageMirror['toolOutput']> = [],
): MirroredPage {
  const mirror: PageMirror = {
    v: MIRROR_VERSION,
    floorId: page.floorId,
    pageId: page.pageId,
    basePageId: page.basePageId,
    kind: page.kind,
    hash: page.hash,
    round,
    analysis: page.analysis,
    effects: page.effects,
    ...(page.standsFor && page.standsFor.length > 0 ? { standsFor: page.standsFor } : {}),
    ...(page.partial ? { partial: true as const } : {}),
    ...(page.adjustments && page.adjustments.length > 0 ? { adjustments: page.adjustments } : {}),
    ...(toolOutput.length > 0 ? { toolOutput } : {}),
  };
  if (fits(mirror)) return { mirror, keyframe: null };
  const { adjustments, ...bare } = mirror;
  const keyframe = [...page.effects, ...(adjustments ?? [])];
  const adjusted = adjustments ? { adjusted: adjustments.length } : {};
  const short: PageMirror = { ...bare, effects: [], truncated: true, ...adjusted };
  if (fits(short)) return { mirror: short, keyframe };
  // The tool output stands in the text anyway; without the copy it can only not be told apart any more.
  const { toolOutput: dropped, ...shortest } = short;
  return { mirror: dropped ? { ...shortest, toolOutput: marks(dropped) } : shortest, keyframe };
}

/** Tool output by its beginning only, so that it can still be found in the text. */
function marks(outputs: NonNullable<PageMirror['toolOutput']>): NonNullable<PageMirror['toolOutput']> {
  return outputs
    .slice(0, 20)
    .map((output) => ({ ...output, tool: output.tool.slice(0, 64), text: output.text.slice(0, 80) }));
}

function fits(mirror: PageMirror): boolean {
  return utf8Length(JSON.stringify(mirror)) <= MIRROR_LIMIT_BYTES;
}
