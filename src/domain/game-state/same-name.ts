/** Finds the id a name already has, so that "一把铁剑", "the Iron Sword" and "iron sword" are one thing. */

/** Measure words and articles people put in front. */
const inFront =
  /^(?:[一二三四五六七八九十两几半0-9]+\s*(?:把|个|只|枚|张|瓶|块|件|份|根|条|颗|支|本|双|袋|盏|封|株|杯|壶|桶|柄|面|副|套|些|点)|(?:an?|the|some|one)\s+)/i;

/** Width, case, spacing and full stops do not make another name. */
function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[.。]+$/, '')
    .trim();
}

/** The known id that means the same, else the name as it is. */
export function sameName(name: string, known: Iterable<string>): string {
  const wanted = plain(name);
  const bare = plain(name.trim().replace(inFront, ''));
  let near: string | null = null;
  for (const id of known) {
    if (id === name) return id;
    const candidate = plain(id);
    if (candidate === wanted) near = id;
    else if (near === null && bare !== '' && candidate === bare) near = id;
  }
  return near ?? name;
}
