/** Fills a prompt file; a line that is only a place with nothing to say disappears. */
import { fillTemplate } from '../shared/template.ts';

/** @throws RangeError for a missing or unused name, as `fillTemplate` does */
export function fillPrompt(text: string, values: Readonly<Record<string, string>>): string {
  const silent = new Set<string>();
  const lines = text.split('\n').filter((line) => {
    const name = /^\{\{([a-zA-Z][a-zA-Z0-9]*)\}\}$/.exec(line.trim())?.[1];
    if (name === undefined || !Object.hasOwn(values, name) || values[name] !== '') return true;
    silent.add(name);
    return false;
  });
  const rest = Object.entries(values).filter(([name]) => !silent.has(name));
  return fillTemplate(lines.join('\n'), Object.fromEntries(rest)).trim();
}
