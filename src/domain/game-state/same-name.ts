/** Finds the id a name already has, so that "一把铁剑" and "铁剑", or "the Iron Sword" and "iron sword", are one thing. */
import { splitCount } from './item-count.ts';

export type NameKind = 'thing' | 'person';

const edges = /^[\s"'“”‘’「」『』《》【】[\]]+|[\s"'“”‘’「」『』《》【】[\].。]+$/gu;

/** Width, case, spacing, quotes around and the kind of middle dot do not make another name; of a thing, neither do count and article. */
export function plainName(name: string, kind: NameKind): string {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(edges, '')
    .replace(/[•・‧∙]/gu, '·')
    .replace(/[\s_-]+/g, ' ');
  if (kind === 'person') return plain;
  const { bare } = splitCount(plain);
  return /[a-z]{3}s$/.test(bare) && !/(?:ss|us|is)$/.test(bare) ? bare.slice(0, -1) : bare;
}

export type PlainName = typeof plainName;

/** Remembers plain names, for a fold that meets the same ones over and over. */
export function makePlainNames(limit = 20_000): PlainName {
  const known: Record<NameKind, Map<string, string>> = { thing: new Map(), person: new Map() };
  return (name, kind) => {
    const names = known[kind];
    const found = names.get(name);
    if (found !== undefined) return found;
    if (names.size >= limit) names.clear();
    const plain = plainName(name, kind);
    names.set(name, plain);
    return plain;
  };
}

/** The known id that means the same, else the name as it is. An exact match wins. */
export function sameName(
  name: string,
  known: readonly string[],
  kind: NameKind = 'thing',
  plain: PlainName = plainName,
): string {
  if (known.includes(name)) return name;
  const wanted = plain(name, kind);
  return known.find((id) => plain(id, kind) === wanted) ?? name;
}
