/** get_time, query_memory and get_character_info: what the story's clock, its summaries and its people say. */
import { type JsonValue } from '../../shared/json-value.ts';
import { err, ok } from '../../shared/result.ts';
import { type BuiltInRun, textParam } from './built-in-run.ts';

const MAX_LINES = 20;
const two = (value: number): string => String(value).padStart(2, '0');

export const getTimeTool: BuiltInRun = ({ view }) => {
  const { day, hour, minute } = view.world.game.time;
  const clock = `${two(hour)}:${two(minute)}`;
  const text = view.language === 'zh' ? `第${day}天 ${clock}` : `day ${day}, ${clock}`;
  return ok({ value: { day, hour, minute, text, location: view.world.game.location, round: view.round } });
};

/** Lines that hold most of the words, newest first among equals. */
export const queryMemoryTool: BuiltInRun = ({ params, view }) => {
  const query = textParam(params, 'query', 'keyword', 'keywords', 'q', 'text').toLowerCase();
  const words = query.split(/[\s,，、;；]+/).filter((word) => word !== '');
  const limit = Math.min(Math.max(Number(textParam(params, 'limit', 'count')) || 5, 1), MAX_LINES);
  const scored = view.world.summaries
    .map((line) => ({ line, score: words.filter((word) => line.text.toLowerCase().includes(word)).length }))
    .filter(({ score }) => words.length === 0 || score > 0)
    .sort((a, b) => b.score - a.score || b.line.round - a.line.round)
    .slice(0, limit)
    .sort((a, b) => a.line.round - b.line.round);
  if (scored.length === 0) {
    return err({ zh: `摘要里没有关于“${query}”的内容`, en: `the summaries say nothing about “${query}”` });
  }
  const label = (round: number): string => (view.language === 'zh' ? `[第${round}轮]` : `[round ${round}]`);
  return ok({
    value: scored.map(({ line }): JsonValue => ({ round: line.round, text: line.text })),
    text: scored.map(({ line }) => `${label(line.round)} ${line.text}`).join('\n'),
  });
};

export const getCharacterInfoTool: BuiltInRun = ({ params, view }) => {
  const { card, characterName, userName, persona, world } = view;
  const asked = textParam(params, 'name', 'character', 'who') || characterName;
  const same = (a: string): boolean => a.trim().toLowerCase() === asked.toLowerCase();
  if (same(userName) || ['user', '{{user}}', '玩家'].some(same)) {
    return ok({ value: { name: userName, persona } });
  }
  const known = Object.entries(world.game.relationships).find(([name]) => same(name));
  const relation = known ? { relationship: known[1] } : {};
  if (same(characterName) || ['char', '{{char}}', '角色'].some(same)) {
    return ok({ value: { name: characterName, ...card, ...relation } });
  }
  if (known || world.game.known.npcs.some(same)) return ok({ value: { name: asked, ...relation } });
  return err({ zh: `没有关于“${asked}”的资料`, en: `nothing is known about “${asked}”` });
};
