/** SillyTavern's open chat as a fake: same message shapes, same quirks of swipes, copies and saves. */
import { NarrativeError } from '../../src/domain/errors.ts';
import { replyHash } from '../../src/domain/timeline/reply-hash.ts';
import { type ChatWrite, type HostChat, type SwipeAddress, type WriteReport } from '../../src/ports/host-chat.ts';
import { makeMessageReader } from '../../src/host/read-messages.ts';
import { type JsonValue } from '../../src/shared/json-value.ts';
import { KEY, type RawMessage, type RawMetadata, viewOf } from './raw-chat.ts';

interface ChatFile {
  metadata: RawMetadata;
  messages: RawMessage[];
}

const clone = <T>(value: T): T => structuredClone(value);

export interface FakeHost extends HostChat {
  /** Files on disk, by `owner/file`. */
  readonly disk: Map<string, ChatFile>;
  readonly messages: RawMessage[];
  readonly metadata: RawMetadata;
  readonly place: { owner: string; file: string; group: boolean };
  saves: number;
  /** Called before each write and each save: throw to break there. */
  onStep: (step: string) => void;
  /** Called with every event SillyTavern would raise, at the moment it does. */
  onEvent: (name: string, args: readonly unknown[]) => void;
  newChat(owner: string, file: string, greetings?: readonly string[]): void;
  open(owner: string, file: string, group?: boolean): void;
  /** What the page showed is gone; the file is as it was saved last. */
  reload(): void;
  sendUser(text: string): void;
  /** The request for a reply came to nothing. */
  abandonSend(): void;
  /** A new message of the character, with one swipe. */
  addReply(text: string): number;
  /** Over-swipe: the state while the new swipe is written. */
  beginSwipe(index?: number): void;
  /** The new swipe's text arrives; `extra` leaks from the swipe before. */
  finishSwipe(text: string, index?: number): void;
  /** The new swipe came to nothing. */
  abandonSwipe(index?: number): void;
  swipeTo(swipe: number, index?: number): void;
  /** Regenerate: the last reply goes. */
  dropLastReply(): RawMessage;
  putBack(message: RawMessage): void;
  continueReply(text: string): void;
  edit(index: number, text: string): void;
  remove(index: number, count?: number): void;
  removeSwipe(index: number, swipe: number): void;
  move(index: number, by: 1 | -1): void;
  copy(index: number): void;
  /** The editor of a message is closed without a change. */
  closeEditor(index: number): void;
  hide(index: number, hidden: boolean): void;
  branch(index: number, file: string, swipe?: number): void;
  /** The file of a branch, which is not opened. */
  checkpoint(index: number, file: string): void;
  rename(file: string): void;
  copyFile(file: string): void;
  deleteFile(owner: string, file: string): void;
  /** The open chat's file goes and another is opened; only then SillyTavern says so. */
  deleteOpenFile(next: string): void;
  /** The open chat as the first chat of a group: same metadata and integrity, without `main_chat`. */
  convertToGroup(group: string, file: string): void;
}

export function makeFakeHost(): FakeHost {
  const disk = new Map<string, ChatFile>();
  const place = { owner: '', file: '', group: false };
  const messages: RawMessage[] = [];
  let metadata: RawMetadata = {};
  let integrity = 0;
  const id = (owner = place.owner, file = place.file): string => `${owner}/${file}`;
  const freshIntegrity = (): string => `integrity-${(integrity += 1)}`;

  let generating = false;
  let regenerates = false;
  const tell = (name: string, ...args: unknown[]): void => host.onEvent(name, args);
  const begin = (type: string): void => {
    if (!generating) tell('GENERATION_STARTED', type);
    generating = true;
  };
  const ended = (): void => {
    generating = false;
    tell('GENERATION_ENDED', messages.length);
  };
  /** As when streaming: the swipe is written before anybody is told. */
  const received = (index: number, type: string): void => {
    ended();
    tell('MESSAGE_RECEIVED', index, type);
    tell('CHARACTER_MESSAGE_RENDERED', index, type);
  };
  const branchFile = (index: number, file: string, swipe?: number): void => {
    const branch = clone(messages.slice(0, index + 1));
    const last = branch.at(-1);
    if (last?.swipes && swipe !== undefined) {
      sync(last);
      show(last, swipe);
    }
    toDisk();
    disk.set(id(place.owner, file), {
      metadata: { ...clone(metadata), main_chat: place.file, integrity: freshIntegrity() },
      messages: branch,
    });
  };

  const toDisk = (): void => {
    disk.set(id(), { metadata: clone(metadata), messages: clone(messages) });
  };
  const lastReply = (): number => messages.findLastIndex((message) => !message.is_user && message.swipes !== undefined);
  const at = (index: number): RawMessage => {
    const message = messages[index];
    if (!message) throw new Error(`no message ${index}`);
    return message;
  };
  /** ST's `syncMesToSwipe`: what is shown goes into its swipe. */
  const sync = (message: RawMessage): void => {
    const { swipe_id: swipe = 0, swipes, swipe_info: info } = message;
    if (!swipes || !info || swipe >= swipes.length) return;
    swipes[swipe] = message.mes;
    info[swipe] = { extra: clone(message.extra ?? {}) };
  };
  /** ST's `syncSwipeToMes`. */
  const show = (message: RawMessage, swipe: number): void => {
    message.swipe_id = swipe;
    message.mes = message.swipes?.[swipe] ?? '';
    message.extra = clone(message.swipe_info?.[swipe]?.extra ?? {});
  };
  const reply = (text: string): RawMessage => ({
    name: 'Mira',
    is_user: false,
    is_system: false,
    mes: text,
    extra: {},
    swipe_id: 0,
    swipes: [text],
    swipe_info: [{ extra: {} }],
  });

  const textOf = (message: RawMessage, swipe: number): string =>
    swipe === (message.swipe_id ?? 0) ? message.mes : (message.swipes?.[swipe] ?? '');

  /** By hash at the index, else by ids, else anywhere by hash. */
  const find = (address: SwipeAddress, pageId: string | undefined): readonly [RawMessage, number] | null => {
    const fits = (message: RawMessage | undefined, swipe: number): boolean =>
      message !== undefined && !message.is_user && replyHash(textOf(message, swipe)) === address.hash;
    const here = messages[address.index];
    if (here && fits(here, address.swipe)) return [here, address.swipe];
    const all = messages.flatMap((message) => (message.swipes ?? []).map((_, swipe) => [message, swipe] as const));
    const mirrorOf = (message: RawMessage, swipe: number): { pageId?: string } | undefined =>
      (swipe === message.swipe_id ? message.extra : message.swipe_info?.[swipe]?.extra)?.[KEY] as { pageId?: string };
    return (
      all.find(([message, swipe]) => pageId !== undefined && mirrorOf(message, swipe)?.pageId === pageId) ??
      all.find(([message, swipe]) => fits(message, swipe)) ??
      null
    );
  };

  const writeMirror = (message: RawMessage, swipe: number, mirror: unknown): void => {
    const put = (extra: Record<string, unknown>): Record<string, unknown> => {
      const { [KEY]: _old, ...rest } = extra;
      return mirror === null ? rest : { ...rest, [KEY]: clone(mirror) };
    };
    const info = message.swipe_info?.[swipe];
    if (info) info.extra = put(info.extra ?? {});
    if ((message.swipe_id ?? 0) === swipe) message.extra = put(message.extra ?? {});
  };

  const doWrite = (write: ChatWrite): boolean => {
    switch (write.kind) {
      case 'chat':
        metadata = { ...metadata, [KEY]: clone(write.mirror) };
        return true;
      case 'input': {
        const here = messages[write.index];
        const message =
          here && replyHash(here.mes) === write.hash ? here : messages.find((m) => replyHash(m.mes) === write.hash);
        if (!message) return false;
        message.extra = { ...message.extra, [KEY]: clone(write.mirror) };
        return true;
      }
      case 'page': {
        const found = find(write.at, write.mirror?.pageId);
        if (found) writeMirror(found[0], found[1], write.mirror);
        return found !== null;
      }
      case 'text': {
        const found = find(write.at, undefined);
        if (!found) return false;
        const [message, swipe] = found;
        if (message.swipes) message.swipes[swipe] = write.text;
        if ((message.swipe_id ?? 0) === swipe) message.mes = write.text;
        return true;
      }
      case 'input-text': {
        const here = messages[write.index];
        if (!here || replyHash(here.mes) !== write.hash) return false;
        here.mes = write.text;
        return true;
      }
      case 'hidden': {
        const here = messages[write.index];
        if (!here || replyHash(here.mes) !== write.hash) return false;
        here.is_system = write.hidden;
        return true;
      }
      case 'add-reply': {
        if (messages.length !== write.index) return messages[write.index]?.mes === write.text;
        const extra = { [KEY]: clone(write.mirror) };
        messages.push({
          name: 'Mira',
          is_user: false,
          is_system: false,
          mes: write.text,
          extra,
          swipes: [write.text],
          swipe_id: 0,
          swipe_info: [{ extra: clone(extra) }],
        });
        return true;
      }
      case 'add-swipe': {
        const message = messages[write.index];
        if (!message?.swipes || !message.swipe_info) return false;
        if (
          message.swipe_info.some((info) => (info.extra?.[KEY] as { pageId?: string })?.pageId === write.mirror.pageId)
        )
          return true;
        message.swipes.push(write.text);
        message.swipe_info.push({ extra: { [KEY]: clone(write.mirror) } });
        return true;
      }
    }
  };

  const readMessages = makeMessageReader();
  const host: FakeHost = {
    disk,
    messages,
    get metadata() {
      return metadata;
    },
    place,
    saves: 0,
    onStep: () => undefined,
    onEvent: () => undefined,
    read: (trustBefore) =>
      place.file === '' ? null : viewOf({ ...place, metadata, messages }, readMessages, trustBefore),
    write(writes): WriteReport {
      const lost: ChatWrite[] = [];
      for (const write of writes) {
        host.onStep(`write:${write.kind}`);
        if (!doWrite(write)) lost.push(write);
      }
      return { lost };
    },
    async save() {
      host.onStep('save');
      const mine = id();
      await Promise.resolve();
      if (id() !== mine) throw new NarrativeError('host.chat-changed');
      toDisk();
      host.saves += 1;
    },
    readVariables: () => clone((metadata['variables'] ?? {}) as Record<string, JsonValue>),
    writeVariables(changes) {
      const next = { ...host.readVariables(), ...changes };
      metadata['variables'] = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
    },
    chatExists: (owner, file) => Promise.resolve(disk.has(id(owner, file))),
    newChat(owner, file, greetings = ['The harbour lies in fog.']) {
      Object.assign(place, { owner, file, group: false });
      metadata = { integrity: freshIntegrity() };
      messages.length = 0;
      if (greetings.length > 0) {
        messages.push({
          ...reply(greetings[0] ?? ''),
          swipes: [...greetings],
          swipe_info: greetings.map(() => ({ extra: {} })),
        });
      }
      toDisk();
    },
    open(owner, file, group = false) {
      const found = disk.get(id(owner, file));
      if (!found) throw new Error(`no file ${owner}/${file}`);
      Object.assign(place, { owner, file, group });
      metadata = { integrity: freshIntegrity(), ...clone(found.metadata) };
      messages.splice(0, messages.length, ...clone(found.messages));
      generating = false;
      tell('CHAT_CHANGED', file);
    },
    reload() {
      host.open(place.owner, place.file, place.group);
    },
    sendUser(text) {
      begin('normal');
      messages.push({ name: 'Player', is_user: true, is_system: false, mes: text, extra: {} });
      tell('MESSAGE_SENT', messages.length - 1);
    },
    abandonSend: ended,
    addReply(text) {
      const type = regenerates ? 'regenerate' : 'normal';
      regenerates = false;
      begin(type);
      messages.push(reply(text));
      received(messages.length - 1, type);
      return messages.length - 1;
    },
    beginSwipe(index = lastReply()) {
      const message = at(index);
      sync(message);
      message.swipe_id = message.swipes?.length ?? 0;
      tell('MESSAGE_SWIPED', index);
      begin('swipe');
    },
    finishSwipe(text, index = lastReply()) {
      const message = at(index);
      message.mes = text;
      message.swipes?.push(text);
      // The live extra, with everything of ours in it, is cloned into the new swipe.
      message.swipe_info?.push({ extra: clone(message.extra ?? {}) });
      received(index, 'swipe');
    },
    abandonSwipe(index = lastReply()) {
      const message = at(index);
      ended();
      show(message, (message.swipes?.length ?? 1) - 1);
    },
    swipeTo(swipe, index = lastReply()) {
      const message = at(index);
      sync(message);
      show(message, swipe);
      toDisk();
      tell('MESSAGE_SWIPED', index);
    },
    dropLastReply() {
      begin('regenerate');
      regenerates = true;
      const [gone] = messages.splice(lastReply(), 1);
      if (!gone) throw new Error('no reply');
      tell('MESSAGE_DELETED', messages.length);
      return gone;
    },
    putBack(message) {
      regenerates = false;
      ended();
      messages.push(message);
      toDisk();
    },
    continueReply(text) {
      const index = lastReply();
      const message = at(index);
      begin('continue');
      message.mes += text;
      sync(message);
      toDisk();
      received(index, 'continue');
    },
    edit(index, text) {
      const message = at(index);
      message.mes = text;
      if (message.swipes && message.swipe_id !== undefined) message.swipes[message.swipe_id] = text;
      toDisk();
      tell('MESSAGE_EDITED', index);
      tell('MESSAGE_UPDATED', index);
    },
    remove(index, count = 1) {
      messages.splice(index, count);
      toDisk();
      tell('MESSAGE_DELETED', messages.length);
    },
    removeSwipe(index, swipe) {
      const message = at(index);
      sync(message);
      message.swipes?.splice(swipe, 1);
      message.swipe_info?.splice(swipe, 1);
      const shown = message.swipe_id ?? 0;
      const next =
        swipe === shown ? Math.min(swipe, (message.swipes?.length ?? 1) - 1) : shown - (swipe < shown ? 1 : 0);
      show(message, next);
      toDisk();
      tell('MESSAGE_SWIPE_DELETED', { messageId: index, swipeId: swipe, newSwipeId: next });
      tell('MESSAGE_UPDATED', index);
      if (swipe === shown) tell('MESSAGE_SWIPED', index);
    },
    move(index, by) {
      const [message] = messages.splice(index, 1);
      if (message) messages.splice(index + by, 0, message);
      toDisk();
    },
    copy(index) {
      messages.splice(index + 1, 0, clone(at(index)));
      toDisk();
    },
    hide(index, hidden) {
      at(index).is_system = hidden;
      toDisk();
    },
    closeEditor: (index) => tell('MESSAGE_UPDATED', index),
    checkpoint: branchFile,
    branch(index, file, swipe) {
      branchFile(index, file, swipe);
      host.open(place.owner, file);
    },
    rename(file) {
      const oldFileName = place.file;
      toDisk();
      const found = disk.get(id());
      disk.delete(id());
      if (found) disk.set(id(place.owner, file), found);
      host.open(place.owner, file, place.group);
      tell('CHAT_RENAMED', { avatarId: place.owner, oldFileName, newFileName: file });
    },
    copyFile(file) {
      toDisk();
      disk.set(id(place.owner, file), clone(disk.get(id()) ?? { metadata: {}, messages: [] }));
    },
    deleteFile(owner, file) {
      disk.delete(id(owner, file));
      tell('CHAT_DELETED', file);
    },
    deleteOpenFile(next) {
      const { owner, file } = place;
      disk.delete(id());
      host.open(owner, next);
      tell('CHAT_DELETED', file);
    },
    convertToGroup(group, file) {
      toDisk();
      const { main_chat: _parent, ...kept } = clone(metadata);
      disk.set(id(group, file), { metadata: kept, messages: clone(messages) });
      host.open(group, file, true);
    },
  };
  return host;
}
