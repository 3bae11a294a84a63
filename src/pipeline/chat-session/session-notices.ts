/** The sentences a session says to the player. */
import { type ErrorCode } from '../../domain/errors.ts';
import { type StoryLanguage } from '../../domain/run/turn-request.ts';

const sentences = {
  rebuilt: {
    zh: '本机没有这个聊天的记录，状态已从聊天文件重建。',
    en: 'This browser had no record of this chat; its state was rebuilt from the chat file.',
  },
  missing: {
    zh: '有些回合的变更既不在聊天文件也不在本机，状态可能不完整。',
    en: 'What some rounds changed is neither in the chat file nor in this browser; the state may be incomplete.',
  },
  keyframe: {
    zh: '这一回合的变更太多，聊天文件里改存为整块记录。',
    en: 'This round changed too much for its message; the changes are kept with the chat as a whole.',
  },
  'moved-on': {
    zh: '上次没来得及写入聊天的一个回复已找不到原位，它保留在候选记录里。',
    en: 'A reply that could not be written into the chat last time has lost its place; it is kept among the candidates.',
  },
  recovered: {
    zh: '上次中断的回合已补写完成。',
    en: 'A turn that was interrupted last time has been completed.',
  },
  quota: {
    zh: '浏览器存储空间已满：现在只在聊天文件里保存，历史候选和日志暂不保留。',
    en: 'The browser’s storage is full: only the chat file is written now; older candidates and journals are not kept.',
  },
  database: {
    zh: '本机数据库不可用：现在只在聊天文件里保存。',
    en: 'The local database cannot be used: only the chat file is written now.',
  },
  unsaved: {
    zh: 'SillyTavern 没能保存聊天文件。这一回合已记在本机，下次保存或打开聊天时补写。',
    en: 'The chat file could not be saved. This turn is kept in this browser and written at the next save or opening.',
  },
} as const;

export type SessionSentence = keyof typeof sentences;

export function sessionSentence(which: SessionSentence, language: StoryLanguage): string {
  return sentences[which][language];
}

/** The sentence for a store that failed with this code. */
export function storageSentence(code: ErrorCode): SessionSentence {
  return code === 'storage.quota' ? 'quota' : 'database';
}
