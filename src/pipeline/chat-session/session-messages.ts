/** The messages of a round one by one: read, hidden, revised; what they did to the world stays as it was. */
import { NarrativeError } from '../../domain/errors.ts';
import { type FloorId, type PageId } from '../../domain/ids.ts';
import { type HostMessage } from '../../domain/timeline/host-chat-view.ts';
import { type MessageOverlay } from '../../domain/timeline/message-overlay.ts';
import { type PathRow } from '../../domain/timeline/timeline.ts';
import { type ChatWrite } from '../../ports/host-chat.ts';
import { type MessageRevision, type SessionMessages, type StoryMessage } from '../../ports/session-messages.ts';
import { type StoreBatch, type StoredPage } from '../../ports/timeline-store.ts';
import { type ChatWriter } from './chat-writer.ts';
import { addressAt, textAt } from './reply-writes.ts';
import { type SessionCore } from './session-core.ts';
import { type StoreGuard } from './store-guard.ts';
import { type TaskQueue } from './task-queue.ts';

const REPLY = 'reply';

interface Parts {
  readonly core: SessionCore;
  readonly guard: StoreGuard;
  readonly writer: ChatWriter;
  readonly queue: TaskQueue;
}

/** A message with what is needed to change it. */
interface Found {
  readonly message: StoryMessage;
  readonly row: PathRow;
  /** Its name within floor or page. */
  readonly part: string;
  /** The page whose record keeps its revisions. */
  readonly stored: StoredPage | null;
}

export function makeSessionMessages({ core, guard, writer, queue }: Parts): SessionMessages {
  const { store, clock } = core.deps;
  const storedPage = (pageId: PageId | null): Promise<StoredPage | null> =>
    pageId === null ? Promise.resolve(null) : guard.read(store.page(pageId), null);

  async function listOf(row: PathRow, pageId: PageId | null): Promise<readonly Found[]> {
    const { messages } = core.view();
    const stored = await storedPage(pageId);
    const shown = pageId === row.pageId ? stored : await storedPage(row.pageId);
    const inputs = row.inputIndexes.flatMap((index, n): readonly Found[] => {
      const message = messages[index];
      const part = `input-${n}`;
      return message ? [{ message: inputMessage(row, part, message), row, part, stored: shown }] : [];
    });
    if (pageId === null) return inputs;
    const steps = (stored?.messages ?? [])
      .filter(({ role }) => role !== 'assistant')
      .map(({ messageId, ...rest }): Found => {
        const overlay = stored?.overlays?.[messageId];
        const facts = { id: `${pageId}:${messageId}`, floorId: row.floorId, pageId, chatIndex: null };
        const text = overlay?.revisions?.at(-1)?.text ?? rest.text;
        const message = { ...facts, ...rest, text, hidden: overlay?.hidden ?? false };
        return { message, row, part: messageId, stored };
      });
    const swipe = row.swipePages.indexOf(pageId);
    const held = row.replyIndex === null || swipe < 0 ? undefined : messages[row.replyIndex];
    const text =
      held && row.replyIndex !== null ? textAt(core.view(), { chatIndex: row.replyIndex, swipe }) : stored?.text;
    if (text === undefined) return [...inputs, ...steps];
    const reply = replyMessage(row, pageId, text, held ?? null);
    return [...inputs, ...steps, { message: reply, row, part: REPLY, stored }];
  }

  async function find(id: string): Promise<Found | null> {
    core.refresh();
    const owner = id.slice(0, id.indexOf(':'));
    const own = core.row(owner as FloorId)?.row;
    const row = own ?? (await rowOfPage(owner as PageId));
    if (!row) return null;
    const list = await listOf(row, own ? null : (owner as PageId));
    return list.find(({ message }) => message.id === id) ?? null;
  }

  async function rowOfPage(pageId: PageId): Promise<PathRow | null> {
    const shown = core.timeline().rows.find((row) => row.swipePages.includes(pageId));
    if (shown) return shown;
    const stored = await storedPage(pageId);
    return stored ? (core.row(stored.floorId)?.row ?? null) : null;
  }

  async function need(id: string): Promise<Found> {
    const found = await find(id);
    if (!found) throw new NarrativeError('input.invalid', { message: 'There is no such message in the open chat.' });
    return found;
  }

  const overlaid = ({ stored, part }: Found, change: (old: MessageOverlay) => MessageOverlay): StoreBatch =>
    stored
      ? { pages: [{ ...stored, overlays: { ...stored.overlays, [part]: change(stored.overlays?.[part] ?? {}) } }] }
      : {};

  async function setHidden(id: string, hidden: boolean): Promise<void> {
    const found = await need(id);
    const { chatIndex, text } = found.message;
    if (chatIndex === null)
      return guard.write(
        overlaid(found, (old) => ({ ...old, hidden })),
        'strict',
      );
    core.touch();
    const shown = core.view().messages[chatIndex]?.text ?? text;
    await writer.commit({}, [{ kind: 'hidden', index: chatIndex, hash: core.hashOf(shown), hidden }]);
    core.refresh();
  }

  async function revise(id: string, text: string): Promise<number> {
    if (text.trim() === '') throw new NarrativeError('input.invalid', { message: 'A message cannot be empty.' });
    const found = await need(id);
    const before = revisionsOf(found);
    if (before.at(-1)?.text === text) return before.length - 1;
    const revisions = [...before, { text, at: clock.now() }].map(({ text: words, at }) => ({ text: words, at }));
    const batch = overlaid(found, (old) => ({ ...old, revisions }));
    const write = writeOf(core, found, text);
    if (!write && !batch.pages)
      throw new NarrativeError('input.invalid', { message: 'This message is not kept any more.' });
    if (!write) await guard.write(batch, 'strict');
    else {
      core.touch();
      await writer.commit(batch, [write]);
      core.refresh();
    }
    return before.length;
  }

  return {
    async list(floorId, pageId) {
      const row = core.row(floorId)?.row;
      return row ? (await listOf(row, pageId ?? row.pageId)).map(({ message }) => message) : [];
    },
    get: async (id) => (await find(id))?.message ?? null,
    setHidden: (id, hidden) => queue.run(() => setHidden(id, hidden)),
    revise: (id, text) => queue.run(() => revise(id, text)),
    revisions: async (id) => revisionsOf(await need(id)).map((revision, number) => ({ ...revision, number })),
  };
}

/** With the text it has now as the last one, also when it was edited in SillyTavern itself. */
function revisionsOf({ message, part, stored }: Found): readonly Omit<MessageRevision, 'number'>[] {
  const kept = stored?.overlays?.[part]?.revisions ?? [];
  const first = part === REPLY ? stored?.text : stored?.messages.find(({ messageId }) => messageId === part)?.text;
  const known = kept.length > 0 ? kept : first === undefined ? [] : [{ text: first, at: stored?.createdAt ?? null }];
  return known.at(-1)?.text === message.text ? known : [...known, { text: message.text, at: null }];
}

/** Null for a message that stands in no chat file. */
function writeOf(core: SessionCore, { message, row }: Found, text: string): ChatWrite | null {
  const { chatIndex, pageId } = message;
  if (chatIndex === null) return null;
  if (pageId === null) return { kind: 'input-text', index: chatIndex, hash: core.hashOf(message.text), text };
  const place = { chatIndex, swipe: row.swipePages.indexOf(pageId) };
  return { kind: 'text', at: addressAt(core, place, message.text), text };
}

const inputMessage = ({ floorId }: PathRow, part: string, message: HostMessage): StoryMessage => ({
  id: `${floorId}:${part}`,
  floorId,
  pageId: null,
  role: message.role,
  ...ofHost(message.text, message),
});

const replyMessage = (row: PathRow, pageId: PageId, text: string, message: HostMessage | null): StoryMessage => ({
  id: `${pageId}:${REPLY}`,
  floorId: row.floorId,
  pageId,
  role: 'assistant',
  ...ofHost(text, message),
});

function ofHost(text: string, message: HostMessage | null) {
  const hidden = message?.hidden ?? false;
  return {
    text,
    visibility: { user: message !== null, prompt: message !== null && !hidden },
    validity: 'always' as const,
    source: 'host',
    hidden,
    chatIndex: message?.index ?? null,
  };
}
