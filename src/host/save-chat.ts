/** Writes the open chat to disk, and knows that it was written: SillyTavern's own save may give up without a word. */
import { NarrativeError } from '../domain/errors.ts';
import { type FetchObserver } from './fetch-observer.ts';
import { openChat, type St } from './st-context.ts';

const SAVE_PATHS = ['/api/chats/save', '/api/chats/group/save'];
const TRIES = 4;

/** True when a save request that went out meanwhile was answered well. */
async function wasSaved(observer: FetchObserver, save: () => Promise<unknown>): Promise<boolean> {
  let ok = false;
  const stop = observer.observe(({ address }) =>
    SAVE_PATHS.some((path) => address.endsWith(path))
      ? {
          response: (response) => {
            ok ||= response.ok;
          },
          failed: () => undefined,
        }
      : null,
  );
  try {
    await save();
  } finally {
    stop();
  }
  return ok;
}

/**
 * Resolves when a save that began after the call was written. Rejects with `host.chat-changed` when another chat is
 * open by then; with `storage.blocked` when SillyTavern cannot save.
 */
export async function saveOpenChat(st: St, observer: FetchObserver): Promise<void> {
  const wanted = openChat(st());
  if (!wanted) throw new NarrativeError('host.chat-changed');
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const open = openChat(st());
    if (open?.owner !== wanted.owner || open.file !== wanted.file) throw new NarrativeError('host.chat-changed');
    if (await wasSaved(observer, () => st().saveChat())) return;
  }
  st().saveMetadataDebounced();
  throw new NarrativeError('storage.blocked', { message: 'SillyTavern did not save the chat.' });
}
