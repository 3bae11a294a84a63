/** The tutorial in its two languages, and the tool entries it shows: the only place where recipes are written. */
import { readFileSync } from 'node:fs';

export const tutorial = readFileSync('TUTORIAL.md', 'utf8');
const [, zh = '', en = ''] = tutorial.split(/^# (?:中文|English)$/m);
export const tutorialIn = { zh, en } as const;

/** Title and content of every `[TOOL:…]` entry of the text. */
export const toolEntriesOf = (text: string): { title: string; content: string }[] =>
  [...text.matchAll(/(?:标题|[Tt]itle) `(\[TOOL:[^`]+\])`[^`]*?(?:`[^`]*`[^`]*?)*?\n\n```json\n([\s\S]*?)^```/gm)].map(
    (match) => ({ title: match[1]!, content: match[2]! }),
  );
