/** What the MVU files share: a turn's steps, what stands on a message, and the story both must tell the same. */
import { expect } from 'vitest';
import { branchFrom, deleteMessage, readChat, regenerate, send, swipeLeft, swipeRight } from '../../host/player.mjs';
import { type Step } from '../../host/model-script.mjs';
import { finds, followed, PATIENCE, played, writes } from './play.ts';
import { type Stage } from './stage.ts';

export const patches = (...list: object[]): Step => ({ when: 'variables', reply: JSON.stringify({ patches: list }) });
export const delta = (value: number): object => ({ op: 'delta', path: '/hero/coins', value });
export const turn = (prose: string, ...list: object[]): Step[] => [
  writes(prose),
  finds(`Told: ${prose}`),
  patches(...list),
];

export interface Held {
  readonly stat_data: { readonly hero: { readonly coins: number; readonly bag: string[] }; readonly place: string };
  readonly schema: unknown;
}

export function makeMvuStory(stage: Stage) {
  const { page, model } = stage;
  /** The record a status bar finds on a message. */
  const recordAt = (index: number): Promise<Held | null> =>
    page.evaluate((at) => {
      const message = SillyTavern.getContext().chat[at] as { swipe_id?: number; variables?: Held[] } | undefined;
      return message?.variables?.[message.swipe_id ?? 0] ?? null;
    }, index);
  const lastIndex = async (): Promise<number> => (await readChat(page)).length - 1;
  const coinsAt = async (index: number) => (await recordAt(index))?.stat_data.hero.coins;
  const coins = async () => coinsAt(await lastIndex());
  const say = async (text: string, steps: Step[]): Promise<void> => {
    model.reset(steps);
    await send(page, text);
    await played(stage);
  };
  const becomes = (value: number): Promise<void> => expect.poll(coins, { timeout: PATIENCE }).toBe(value);
  return {
    recordAt,
    lastIndex,
    coinsAt,
    coins,
    say,
    becomes,
    /** From 90 coins after the first round; ends in a branch of that round with 92. */
    async swipesDeletionBranch(): Promise<void> {
      await say('And twenty.', turn('You pay twenty.', delta(-20)));
      await becomes(70);
      model.reset(turn('You pay thirty instead.', delta(-30)));
      await swipeRight(page);
      await played(stage);
      await becomes(60);
      await swipeLeft(page);
      await becomes(70);
      await swipeRight(page);
      await becomes(60);
      model.reset(turn('You pay five.', delta(-5)));
      await regenerate(page);
      await played(stage);
      await becomes(85);
      await say('Once more.', turn('You pay one.', delta(-1), { op: 'insert', path: '/hero/bag/-', value: 'oil' }));
      await becomes(84);
      expect((await recordAt(await lastIndex()))?.stat_data.hero.bag).toEqual(['lamp', 'oil']);
      // The reply of the second round goes: 100 - 10 - 1.
      await deleteMessage(page, 4);
      await becomes(89);
      await branchFrom(page, 2);
      await followed(page);
      await becomes(90);
      await say('In the branch.', turn('You find two.', delta(2)));
      await becomes(92);
    },
  };
}
