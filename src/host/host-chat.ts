/** The open chat behind the HostChat port. */
import { makeReplyHasher } from '../domain/timeline/reply-hash.ts';
import { type ChatWrite, type HostChat, type WriteReport } from '../ports/host-chat.ts';
import { isForbiddenKey, isRecord, own, safeJson } from '../shared/safe-json.ts';
import { type Undo } from '../shared/undo-list.ts';
import { emit, listen } from './events.ts';
import { type OwnWrites } from './own-writes.ts';
import { readChatView } from './read-chat-view.ts';
import { makeMessageReader } from './read-messages.ts';
import { openChat, type St } from './st-context.ts';
import { purgeLeakedMirror, writeIntoChat } from './write-chat.ts';

export interface HostChatDeps {
  readonly st: St;
  readonly own: OwnWrites;
  readonly save: () => Promise<void>;
  /** Is the message in the page? */
  readonly isShown: (index: number) => boolean;
  /** Marks the message in the page as SillyTavern's own hiding does. */
  readonly showHiding: (index: number, hidden: boolean) => void;
}

/** One file of a chat, asked of the server. An answer that cannot be read counts as "there". */
async function askForChat(st: St, owner: string, file: string): Promise<boolean> {
  const ask = async (path: string, body: object): Promise<unknown> => {
    const headers = st().getRequestHeaders();
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.ok ? response.json() : null;
  };
  if (!owner.includes('.')) {
    const lines = await ask('/api/chats/group/get', { id: file });
    return !Array.isArray(lines) || lines.length > 0;
  }
  const files = await ask('/api/characters/chats', { avatar_url: owner, simple: true });
  if (isRecord(files) && files['error'] === true) return false;
  if (!Array.isArray(files)) return true;
  return files.some((item) => isRecord(item) && item['file_name'] === `${file}.jsonl`);
}

export function makeHostChat(deps: HostChatDeps): HostChat {
  const { st, own: ours } = deps;
  const hashOf = makeReplyHasher();
  const readMessages = makeMessageReader();

  /** The page is redrawn at once, so that message and screen never disagree; listeners hear it in their own time. */
  function show(index: number): void {
    const ctx = st();
    const message = ctx.chat[index];
    if (!message || !deps.isShown(index)) return;
    ctx.updateMessageBlock(index, message);
    void ours.during(async () => {
      await emit(ctx, 'MESSAGE_EDITED', index);
      await emit(ctx, 'MESSAGE_UPDATED', index);
    });
  }

  return {
    read: (trustBefore) => readChatView(st(), readMessages, trustBefore),
    write(writes): WriteReport {
      const ctx = st();
      if (!openChat(ctx)) return { lost: writes };
      const lost: ChatWrite[] = [];
      const changed = new Set<number>();
      for (const write of writes) {
        const place = writeIntoChat(ctx, write, hashOf);
        if (place === null) lost.push(write);
        else if (place.changedText !== null) changed.add(place.changedText);
        else if (place.changedHiding !== null)
          deps.showHiding(place.changedHiding, ctx.chat[place.changedHiding]?.is_system === true);
      }
      for (const index of changed) show(index);
      return { lost };
    },
    save: deps.save,
    readVariables() {
      const variables = own(st().chatMetadata, 'variables');
      const copy = safeJson(variables);
      return isRecord(copy) ? copy : {};
    },
    writeVariables(changes) {
      const metadata = st().chatMetadata;
      const there = own(metadata, 'variables');
      const variables = isRecord(there) ? there : {};
      for (const [key, value] of Object.entries(changes)) {
        if (isForbiddenKey(key)) continue;
        if (value === undefined) delete variables[key];
        else variables[key] = structuredClone(value);
      }
      metadata['variables'] = variables;
      st().saveMetadataDebounced();
    },
    async chatExists(owner, file) {
      try {
        return await askForChat(st, owner, file);
      } catch {
        // The server did not answer: nothing may be forgotten on that.
        return true;
      }
    },
  };
}

/** Keeps our data of the old page out of each new swipe. Start it with the extension. */
export function guardNewSwipes(st: St): Undo {
  return listen(st(), 'MESSAGE_SWIPED', (index) => purgeLeakedMirror(st(), Number(index)), 'first');
}
