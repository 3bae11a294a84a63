/** The player's reply controls as sentences: length, person, tense, and how far the player's own character may speak. */
import { type StoryLanguage } from '../domain/run/turn-request.ts';
import { type Settings } from '../domain/settings.ts';

type Reply = Settings['reply'];

const speaks: Record<StoryLanguage, Record<Reply['playerSpeaks'], string>> = {
  zh: {
    never: '不替玩家角色说话、行动或作决定，也不写其内心。',
    gestures: '玩家角色只写细小的动作与神情，不替其说话或作决定。',
    free: '可以顺着玩家的输入写玩家角色的言行，重大的决定留给玩家。',
  },
  en: {
    never: "Leave the player character's words, acts, thoughts and decisions to the player.",
    gestures: 'Give the player character small gestures and looks only; words and decisions stay with the player.',
    free: "You may write the player character's words and acts in line with the input; large decisions stay with the player.",
  },
};

const person: Record<StoryLanguage, Record<Exclude<Reply['person'], 'auto'>, string>> = {
  zh: {
    first: '用第一人称“我”写玩家角色。',
    second: '用第二人称“你”称呼玩家角色。',
    third: '用第三人称写玩家角色。',
  },
  en: {
    first: 'Write the player character in the first person.',
    second: 'Address the player character as "you".',
    third: 'Write the player character in the third person.',
  },
};

const tense: Record<StoryLanguage, Record<Exclude<Reply['tense'], 'auto'>, string>> = {
  zh: { past: '用追述的口吻写。', present: '用正在发生的口吻写。' },
  en: { past: 'Write in the past tense.', present: 'Write in the present tense.' },
};

const likeBefore: Record<StoryLanguage, { readonly all: string; readonly rest: string }> = {
  zh: {
    all: '人称、时态、引号和星号的用法与开场白和最近的回复一致。',
    rest: '其余写法（时态、引号、星号）与开场白和最近的回复一致。',
  },
  en: {
    all: 'Person, tense, quotation marks and asterisks follow the greeting and the last replies.',
    rest: 'Everything else in style (quotation marks, asterisks) follows the greeting and the last replies.',
  },
};

export function playerSpeaksLine(reply: Reply, language: StoryLanguage): string {
  return speaks[language][reply.playerSpeaks];
}

/** The lines the player chose; they hold under instructions of the player's own, where ours do not stand. */
export function chosenLines(reply: Reply, language: StoryLanguage): string[] {
  return [
    ...(reply.playerSpeaks === 'never' ? [] : [playerSpeaksLine(reply, language)]),
    ...chosenStyle(reply, language),
  ];
}

function chosenStyle(reply: Reply, language: StoryLanguage): string[] {
  return [
    ...(reply.person === 'auto' ? [] : [person[language][reply.person]]),
    ...(reply.tense === 'auto' ? [] : [tense[language][reply.tense]]),
  ];
}

export function styleLine(reply: Reply, language: StoryLanguage): string {
  const parts = chosenStyle(reply, language);
  if (parts.length === 0) return likeBefore[language].all;
  return [...parts, likeBefore[language].rest].join(language === 'zh' ? '' : ' ');
}
