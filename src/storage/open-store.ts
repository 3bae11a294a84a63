/** The store of this player: the database where there is one, else memory, and a sentence about it. */
import { databaseName } from '../config/identity.ts';
import { type ErrorCode, NarrativeError } from '../domain/errors.ts';
import { type Clock } from '../ports/clock.ts';
import { type Log } from '../ports/log.ts';
import { type Notifier } from '../ports/notifier.ts';
import { type TimelineStore } from '../ports/timeline-store.ts';
import { makeIdbLeases } from './idb/idb-leases.ts';
import { makeIdbStore } from './idb/idb-store.ts';
import { openDatabase } from './idb/open-database.ts';
import { makeMemoryStore } from './memory/memory-store.ts';
import { type LeaseTable, makeMemoryLeases } from './ownership/lease-ownership.ts';

export interface OpenStore {
  /** SillyTavern's user handle. */
  readonly handle: string;
  readonly notifier: Notifier;
  readonly log: Log;
  readonly language: () => 'zh' | 'en';
  readonly clock: Clock;
  /** How long an opening blocked by an older tab is waited for, in milliseconds. */
  readonly patience?: number;
  /** Settings `state.persistToLocalStorage`; false: nothing is kept but what the chat file holds. */
  readonly persist?: boolean;
}

type Trouble = Extract<ErrorCode, `storage.${string}`> | 'newer-tab';

const sentences: Record<Trouble, { readonly zh: string; readonly en: string }> = {
  'storage.missing': {
    zh: '浏览器不允许使用本机数据库：只在聊天文件里保存。',
    en: 'This browser allows no local database here: only the chat file is written.',
  },
  'storage.blocked': {
    zh: '另一个标签页占用着旧版数据库：请关闭它并刷新。现在只在聊天文件里保存。',
    en: 'Another tab holds an older database open: close it and reload. Only the chat file is written now.',
  },
  'storage.quota': {
    zh: '浏览器存储空间已满：只在聊天文件里保存。',
    en: 'The browser’s storage is full: only the chat file is written.',
  },
  'storage.too-new': {
    zh: '本机数据来自更新的版本：请更新扩展。数据没有被改动，现在只在聊天文件里保存。',
    en: 'The local data is from a newer version: please update the extension. Nothing in it was touched; only the chat file is written now.',
  },
  'storage.corrupt': {
    zh: '本机数据库无法读取：只在聊天文件里保存。',
    en: 'The local database cannot be read: only the chat file is written.',
  },
  'newer-tab': {
    zh: '另一个标签页打开了更新的版本：请刷新这个页面。现在只在聊天文件里保存。',
    en: 'A newer version was opened in another tab: please reload this page. Only the chat file is written now.',
  },
};

const isTrouble = (code: string): code is Trouble => Object.hasOwn(sentences, code);

export interface OpenedStore {
  readonly store: TimelineStore;
  readonly leases: LeaseTable;
}

/** The store alone; see `openStoreAndLeases`. */
export async function openStore(options: OpenStore): Promise<TimelineStore> {
  return (await openStoreAndLeases(options)).store;
}

/** Never rejects. */
export async function openStoreAndLeases(options: OpenStore): Promise<OpenedStore> {
  const { handle, notifier, log, language, clock, patience = 8_000, persist = true } = options;
  if (!persist) return { store: makeMemoryStore(), leases: makeMemoryLeases() };
  const say = (trouble: Trouble): void => notifier.once(`store:${trouble}`, sentences[trouble][language()]);
  try {
    const db = await openDatabase({
      name: databaseName(handle),
      patience,
      clock,
      onBlocked: () => log.warn('The database is held open by an older tab.'),
      onClosed: (why) => say(why === 'newer-tab' ? why : 'storage.missing'),
    });
    return { store: makeIdbStore(db), leases: makeIdbLeases(db) };
  } catch (error) {
    log.warn('The database could not be opened.', error);
    const code = error instanceof NarrativeError ? error.code : 'storage.missing';
    say(isTrouble(code) ? code : 'storage.missing');
    return { store: makeMemoryStore(), leases: makeMemoryLeases() };
  }
}
