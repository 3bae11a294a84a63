/** The JSON the analysis is asked for: the summary first, since it survives a cut, then the events. */
import * as z from 'zod/mini';
import { type StateChangeType } from '../../domain/game-state/state-change.ts';
import { noted } from '../output-format.ts';

export interface AnalysisOffer {
  /** Flat events without explanations, and only the types in use. */
  readonly lite: boolean;
  /** Every event must bring its evidence. */
  readonly quotes: boolean;
  /** There are quests to go on with. */
  readonly quests: boolean;
  /** The first analysis also says where and when the story begins. */
  readonly opening: boolean;
  /** Rounds without an analysis ride along. */
  readonly earlier: boolean;
}

const name = (zh: string, en: string) => noted(z.string(), zh, en);
const amount = () => noted(z.number(), '大于 0', 'above 0');

/** Parameters by type; the names are those existing cards and prompts know. */
export const changeParams = {
  move: { location: name('到达的地点', 'the place arrived at') },
  add_item: { item: name('物品', 'item'), quantity: amount() },
  remove_item: { item: name('物品', 'item'), quantity: amount() },
  modify_relationship: {
    npc: name('人物', 'person'),
    delta: noted(z.number(), '通常 ±1 到 ±20', 'usually ±1 to ±20'),
  },
  set_relationship: { npc: name('人物', 'person'), value: noted(z.number(), '-100 到 100', '-100 to 100') },
  start_quest: { quest_id: name('任务', 'quest'), stage: name('阶段', 'stage') },
  advance_quest: { quest_id: name('任务', 'quest'), stage: name('新的阶段', 'the new stage') },
  complete_quest: { quest_id: name('任务', 'quest'), outcome: z.enum(['success', 'failure']) },
  set_flag: { flag: name('标记', 'flag'), value: z.json() },
  pass_time: { minutes: noted(z.int(), '经过的分钟', 'minutes passed') },
} as const satisfies Record<StateChangeType, Record<string, z.core.$ZodType>>;

const quote = noted(z.string(), '正文原句', 'words of the prose');

/** A small model does better without what it seldom needs. */
const seldom: ReadonlySet<string> = new Set<StateChangeType>(['set_relationship']);
const needsQuest: ReadonlySet<string> = new Set<StateChangeType>(['advance_quest', 'complete_quest']);

/** One of the ten; flat for small models, which lose the inner object. */
function eventShapes({ lite, quotes, quests }: AnalysisOffer) {
  const offered = Object.entries(changeParams).filter(
    ([type]) => !lite || (!seldom.has(type) && (quests || !needsQuest.has(type))),
  );
  return z.union(
    offered.map(([type, params]) =>
      lite
        ? z.object({ type: z.literal(type), ...params })
        : z.object({ type: z.literal(type), params: z.object(params), ...(quotes ? { quote } : {}) }),
    ),
  );
}

export const openingSchema = z.object({
  location: noted(z.optional(z.string()), '开场的地点', 'where the story begins'),
  day: noted(z.optional(z.int().check(z.gte(1))), '第几天，从 1 起', 'from 1'),
  hour: noted(z.optional(z.int().check(z.gte(0), z.lte(23))), '0 到 23', '0 to 23'),
  minute: noted(z.optional(z.int().check(z.gte(0), z.lte(59))), '0 到 59', '0 to 59'),
});

export const summarySchema = noted(z.string(), '一条摘要', 'one entry');

export function analysisSchema(offer: AnalysisOffer) {
  const { opening, earlier } = offer;
  const round = { summary_entries: z.array(summarySchema), events: z.array(eventShapes(offer)) };
  return z.object({
    ...round,
    ...(opening ? { opening: openingSchema } : {}),
    ...(earlier ? { earlier: z.array(z.object({ round: noted(z.int(), '轮次', 'its number'), ...round })) } : {}),
  });
}

/** For providers that are known to hold to a JSON schema. */
export function analysisJsonSchema(offer: AnalysisOffer): { readonly name: string; readonly schema: unknown } {
  return { name: 'analysis', schema: z.toJSONSchema(analysisSchema(offer)) };
}
