/** The game state as `<state_summary>` shows it: six lines, the same in every prompt. */
import { type JsonValue } from '../../shared/json-value.ts';
import { type StoryLanguage } from '../run/turn-request.ts';
import { type GameState, type GameTime } from './game-state.ts';

const words = {
  zh: {
    time: '时间：',
    day: (n: number) => `第${n}天`,
    place: '地点：',
    start: '起点',
    items: '物品：',
    people: 'NPC关系：',
    quests: '任务：',
    flags: '标记：',
    none: '无',
    comma: '、',
  },
  en: {
    time: 'Time: ',
    day: (n: number) => `day ${n}`,
    place: 'Place: ',
    start: 'Start',
    items: 'Items: ',
    people: 'Relations: ',
    quests: 'Quests: ',
    flags: 'Flags: ',
    none: 'none',
    comma: ', ',
  },
} as const;

const FLAG_SHOWN = 300;

export function renderState(state: GameState, language: StoryLanguage): string {
  const say = words[language];
  const list = (parts: readonly string[]): string => (parts.length === 0 ? say.none : parts.join(say.comma));
  return [
    say.time + timeText(state.time, language),
    say.place + placeName(state, language),
    say.items + list(Object.entries(state.inventory).map(([item, count]) => `${item}x${count}`)),
    say.people + list(Object.entries(state.relationships).map(([npc, value]) => `${npc}: ${value}`)),
    say.quests + list(Object.entries(state.quests).map(([id, quest]) => `${id}(${quest.status}@${quest.stage})`)),
    say.flags + list(Object.entries(state.flags).map(([flag, value]) => `${flag}=${shown(value)}`)),
  ].join('\n');
}

/** `第2天 18:40` or `day 2 18:40`. */
export function timeText(time: GameTime, language: StoryLanguage): string {
  return `${words[language].day(time.day)} ${clock(time)}`;
}

/** 起点 / Start until something sets the place. */
export function placeName(state: Pick<GameState, 'location'>, language: StoryLanguage): string {
  return state.location === '' ? words[language].start : state.location;
}

function clock({ hour, minute }: GameTime): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** An object is shown as JSON, so that a model can read it; a very long one loses its end. */
function shown(value: JsonValue): string {
  const text = typeof value === 'string' ? value.replace(/\s+/g, ' ') : JSON.stringify(value);
  return text.length > FLAG_SHOWN ? `${text.slice(0, FLAG_SHOWN)}…` : text;
}
