/** The readings a written path may have: exact JSON Pointer first, then the spellings models and old cards use. */
import { type JsonValue } from '../../shared/json-value.ts';
import { isForbiddenKey } from '../../shared/safe-json.ts';
import { isContainer, MAX_PATH_DEPTH, parsePointer, valueAt, type Segments } from './pointer.ts';
import { refuse, type Refusal } from './refusal.ts';

/** `pointer`: written in a JSON Patch. `dotted`: written in a `_.set(...)` command. */
export interface WrittenPath {
  readonly text: string;
  readonly style: 'pointer' | 'dotted';
}

const prefixes = new Set(['stat_data', 'status_current_variables']);
const MAX_PATH_LENGTH = 1_000;

/** All readings, the likeliest first; a refusal when the path is hopeless or names a forbidden key. */
function readings(path: WrittenPath): readonly Segments[] | Refusal {
  const { text } = path;
  if (text.length > MAX_PATH_LENGTH) return refuse('bad-path');
  const slashed = text.startsWith('/') ? text : `/${text}`;
  const exact = parsePointer(text === '' ? '' : slashed);
  const dotted = splitDotted(text);
  const mixed = exact && text.includes('/') ? exact.flatMap(splitSegment) : null;
  const plain =
    path.style === 'dotted'
      ? [dotted, exact]
      : text === '/'
        ? [exact, []]
        : [exact, text.includes('/') ? mixed : dotted];
  const found = plain.filter((segments) => segments !== null);
  const all = [
    ...found,
    ...found.filter(([first]) => first !== undefined && prefixes.has(first)).map((s) => s.slice(1)),
  ];
  if (all.length === 0 || all.some((segments) => segments.length > MAX_PATH_DEPTH)) return refuse('bad-path', text);
  return all.some((segments) => segments.some(isForbiddenKey)) ? refuse('forbidden', text) : all;
}

/** The first reading that leads to something that is there; else the refusal `missing`. */
export function findTarget(root: JsonValue, path: WrittenPath): Segments | Refusal {
  const all = readings(path);
  if ('ok' in all) return all;
  return all.find((segments) => valueAt(root, segments) !== undefined) ?? refuse('missing', path.text);
}

/** The first reading whose parent is a container; else the first of all, which the caller judges. */
export function findPlace(root: JsonValue, path: WrittenPath): Segments | Refusal {
  const all = readings(path);
  if ('ok' in all) return all;
  // A path that wrongly begins with `stat_data` must not open a category of that name.
  const fair = all.filter(
    ([first]) => first === undefined || !prefixes.has(first) || valueAt(root, [first]) !== undefined,
  );
  const open = fair.find((segments) => segments.length > 0 && isContainer(valueAt(root, segments.slice(0, -1))));
  return open ?? fair[0] ?? refuse('bad-path', path.text);
}

/** A trailing slash leaves an empty segment, which stays one. */
const splitSegment = (segment: string): Segments => (segment === '' ? [''] : (splitDotted(segment) ?? [segment]));

/** `a.b[0]["x.y"]` as segments; null when the brackets or quotes do not close. */
export function splitDotted(text: string): Segments | null {
  const segments: string[] = [];
  const piece = /([^.[\]]+)|\[(\d+)\]|\["([^"]*)"\]|\['([^']*)'\]/y;
  let at = 0;
  while (at < text.length) {
    if (text[at] === '.' && at > 0) at += 1;
    piece.lastIndex = at;
    const found = piece.exec(text);
    if (!found) return null;
    segments.push(found[1] ?? found[2] ?? found[3] ?? found[4] ?? '');
    at = piece.lastIndex;
  }
  return segments;
}
