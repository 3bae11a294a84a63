/** The answer of the agents that write: prose. */
import { NarrativeError } from '../domain/errors.ts';
import { promptTags } from '../domain/prompt/prompt-tags.ts';
import { err, ok, type Result } from '../shared/result.ts';

export interface Prose {
  readonly text: string;
  /** Our own tags that the model printed; a sign of a confused model, for the run's record. */
  readonly leaked: readonly string[];
}

const ownTag = new RegExp(`</?(${promptTags.join('|')})>`, 'gi');

/** The text is left as it was streamed; nothing of it is changed behind the reader's back. */
export function readProse(text: string): Result<Prose, NarrativeError> {
  if (text.trim() === '') return err(new NarrativeError('model.empty'));
  const leaked = new Set([...text.matchAll(ownTag)].map((match) => (match[1] ?? '').toLowerCase()));
  return ok({ text, leaked: [...leaked] });
}
