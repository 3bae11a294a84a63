/** Fills the `{{name}}` places of a text file; a name that is missing or not used is a mistake of ours and said at once. */
const place = /\{\{([a-zA-Z][a-zA-Z0-9]*)\}\}/g;

/**
 * @param values one per place; a value is put in as it stands, places inside it are not filled
 * @throws RangeError when the text has a place without a value, or a value has no place
 */
export function fillTemplate(text: string, values: Readonly<Record<string, string>>): string {
  const used = new Set<string>();
  const filled = text.replace(place, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new RangeError(`The template has {{${name}}}, but no value for it was given.`);
    used.add(name);
    return value;
  });
  const unused = Object.keys(values).filter((name) => !used.has(name));
  if (unused.length > 0) throw new RangeError(`The template has no place for ${unused.join(', ')}.`);
  return filled;
}
