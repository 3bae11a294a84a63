/** Variables of a story: what a page writes for itself, what is promoted, and what other branches and scripts see. */
import { describe, expect, it, vi } from 'vitest';
import { type RunId } from '../../../../src/domain/ids.ts';
import { type Effect, type VariableScope } from '../../../../src/domain/timeline/effect.ts';
import { type JsonValue } from '../../../../src/shared/json-value.ts';
import { makePlayer, type Player, runRecord } from '../../../support/story-player.ts';

const write = (scope: VariableScope, key: string, value: JsonValue): Effect => ({
  kind: 'variable',
  scope,
  key,
  write: { op: 'set', value },
  source: 'tool',
  reason: 'because',
});
const variables = (player: Player) => player.session.variables!;

describe('variables', () => {
  it('AC5: a write for the page is gone with the next round, and stays readable on its page', async () => {
    const player = await makePlayer();
    await player.send('Go', 'One.', [write('page', 'mood', 'happy')]);
    expect(variables(player).resolve('mood')).toEqual({ value: 'happy', scope: 'page' });
    const pageId = player.session.timeline().rows[1]!.pageId!;
    await player.send('On', 'Two.', []);
    expect(variables(player).resolve('mood')).toBeNull();
    expect(variables(player).promotions(pageId)).toEqual([
      { key: 'mood', scope: 'page', status: 'accepted_page_only', reason: 'because' },
    ]);
  });

  it('AC6: a promoted one is there in the next round', async () => {
    const player = await makePlayer();
    await player.send('Go', 'One.', [write('branch', 'mood', 'happy')]);
    await player.send('On', 'Two.', []);
    expect(variables(player).resolve('mood')).toEqual({ value: 'happy', scope: 'branch' });
    expect(player.host.readVariables()).toEqual({ mood: 'happy' });
  });

  it('AC6: what a page changed is told, each key as it was and as it is', async () => {
    const player = await makePlayer();
    await player.send('Go', 'One.', [
      write('branch', 'mood', 'happy'),
      write('chat', 'seen', 1),
      write('page', 'own', 2),
    ]);
    const changesOf = (ordinal: number) => variables(player).changes(player.session.timeline().rows[ordinal]!.pageId!);
    expect(changesOf(1)).toEqual([
      { scope: 'branch', key: 'mood', before: undefined, after: 'happy' },
      { scope: 'chat', key: 'seen', before: undefined, after: 1 },
      { scope: 'page', key: 'own', before: undefined, after: 2 },
    ]);
    await player.send('On', 'Two.', [
      write('branch', 'mood', 'sad'),
      write('branch', 'mood', 'calm'),
      write('chat', 'seen', 1),
      write('global', 'g', 1),
      { ...write('branch', 'gone', 0), write: { op: 'unset' } } as Effect,
    ]);
    const hidden = player.session.timeline().rows[2]!.pageId!;
    expect(changesOf(2)).toEqual([{ scope: 'branch', key: 'mood', before: 'happy', after: 'calm' }]);
    await player.swipe('Three.', [{ ...write('branch', 'mood', 0), write: { op: 'mask' } } as Effect]);
    expect(changesOf(2)).toEqual([{ scope: 'branch', key: 'mood', before: 'happy', after: undefined }]);
    expect(variables(player).changes(hidden)).toEqual([]);
  });

  it('AC10: a value for the whole chat is seen from every branch while its page is shown on one', async () => {
    const player = await makePlayer();
    await player.send('Go', 'One.', []);
    player.host.branch(2, 'branch');
    await player.reopen();
    await player.send('On', 'Two.', [write('chat', 'seen', true)]);
    await player.host.save();
    player.host.open('mira.png', 'one');
    await player.reopen();
    expect(variables(player).resolve('seen')).toEqual({ value: true, scope: 'chat' });
    const branches = await player.store.branchesOfChat(player.session.timeline().chatId);
    const gone = branches.find((branch) => branch.file === 'branch')!;
    await player.store.write({ remove: { branches: [gone.branchId] } }, 'strict');
    await player.reopen();
    expect(variables(player).resolve('seen')).toBeNull();
  });

  it('reads the path of another branch only while a value for the whole chat may come from there', async () => {
    const player = await makePlayer();
    await player.send('Go', 'One.', []);
    await variables(player).set('k', { op: 'set', value: 1 }, 'chat');
    await variables(player).set('k', { op: 'set', value: 2 }, 'global');
    const first = player.session.ids().branchId;
    player.host.branch(2, 'branch');
    await player.reopen();
    const chunks = vi.spyOn(player.store, 'chunks');
    await player.host.save();
    await player.reopen();
    expect(chunks.mock.calls.flat()).not.toContain(first);
    await player.send('On', 'Two.', [write('chat', 'seen', true)]);
    await player.host.save();
    await player.reopen();
    expect(chunks.mock.calls.flat()).toContain(first);
    expect(variables(player).resolve('seen')).toEqual({ value: true, scope: 'chat' });
  });

  it('a page never writes for all stories by itself; a person may', async () => {
    const player = await makePlayer();
    await player.send('Go', 'One.', [write('global', 'k', 1)]);
    expect(variables(player).resolve('k')).toBeNull();
    const pageId = player.session.timeline().rows[1]!.pageId!;
    expect(variables(player).promotions(pageId)[0]).toMatchObject({ status: 'rejected', reason: 'policy_forbidden' });
    await variables(player).set('k', { op: 'set', value: 2 }, 'global');
    expect(variables(player).resolve('k')).toEqual({ value: 2, scope: 'global' });
  });

  it('set outside a turn belongs to the shown page and goes with it', async () => {
    const player = await makePlayer();
    await player.send('Go', 'One.', []);
    await variables(player).set('luck', { op: 'set', value: 3 }, 'branch');
    expect(variables(player).resolve('luck')).toEqual({ value: 3, scope: 'branch' });
    await player.swipe('Two.', []);
    expect(variables(player).resolve('luck')).toBeNull();
    player.host.swipeTo(0);
    await player.session.reconcile('swiped');
    expect(player.host.readVariables()).toEqual({ luck: 3 });
    await expect(variables(player).set('luck', { op: 'unset' }, 'page')).rejects.toMatchObject({
      code: 'floor.immutable',
    });
    await expect(variables(player).set('__proto__', { op: 'set', value: 1 }, 'branch')).rejects.toMatchObject({
      code: 'input.invalid',
    });
  });

  it('what a script changed is kept with the page it was changed on', async () => {
    const player = await makePlayer();
    await player.send('Go', 'One.', [write('branch', 'hp', 10)]);
    player.host.writeVariables({ hp: 4, extra: 'x' });
    await player.send('On', 'Two.', []);
    expect(variables(player).resolve('hp')).toEqual({ value: 4, scope: 'branch' });
    await player.regenerate('Two again.', []);
    expect(variables(player).resolve('extra')).toEqual({ value: 'x', scope: 'branch' });
    player.host.remove(1, 4);
    await player.session.reconcile('deleted');
    expect(player.host.readVariables()).toEqual({});
  });

  /** SillyTavern builds the prompt between the opening of a turn and its prose: macros change variables then. */
  const playMacro = async (player: Player, type: 'normal' | 'swipe', macro: (player: Player) => void) => {
    const { host, session } = player;
    if (type === 'normal') host.sendUser('Go on');
    else host.beginSwipe();
    await session.reconcile('turn');
    const runId = `run ${type}` as RunId;
    const opened = await session.openTurn(type, runId);
    const assembly = variables(player).watchAssembly();
    macro(player);
    assembly.end();
    return {
      async finish(text: string): Promise<void> {
        const chatIndex = type === 'normal' ? host.addReply(text) : host.messages.length - 1;
        if (type === 'swipe') host.finishSwipe(text);
        const swipe = host.messages[chatIndex]?.swipe_id ?? 0;
        await session.secureProse(opened, { chatIndex, swipe, partial: false });
        const { floorId, pageId, basePageId } = opened;
        await session.commit({
          ...{ runId, floorId, pageId, basePageId, chatIndex, swipe, kind: 'generated' },
          ...{ writtenText: text, finalText: text, partial: false, analysis: 'done', effects: [], toolOutput: [] },
          ...{ earlier: [], events: [], messages: [] },
        });
      },
      async fail(): Promise<void> {
        assembly.putBack();
        if (type === 'swipe') host.abandonSwipe();
        await session.failTurn(opened, runRecord(opened, type, 'failed', runId), []);
      },
    };
  };
  const visit = ({ host }: Player): void => {
    const { visits } = host.readVariables();
    host.writeVariables({ visits: (typeof visits === 'number' ? visits : 0) + 1, seen: 'fog' });
  };

  it('what macros of the prompt changed belongs to the reply that was written from it', async () => {
    const player = await makePlayer();
    await player.send('Go', 'One.', [write('branch', 'visits', 4)]);
    await (await playMacro(player, 'normal', visit)).finish('Two.');
    for (let again = 0; again < 3; again += 1) {
      expect(player.host.readVariables()).toEqual({ visits: 5, seen: 'fog' });
      await player.session.reconcile('again');
    }
    player.host.remove(3, 2);
    await player.session.reconcile('deleted');
    expect(player.host.readVariables()).toEqual({ visits: 4 });
  });

  it('each candidate counts from the world before the round, not from the candidate before it', async () => {
    const player = await makePlayer();
    await player.send('Go', 'One.', [write('branch', 'visits', 4)]);
    await (await playMacro(player, 'normal', visit)).finish('Two.');
    await (await playMacro(player, 'swipe', visit)).finish('Two again.');
    expect(player.host.readVariables()).toEqual({ visits: 5, seen: 'fog' });
    await (await playMacro(player, 'swipe', () => undefined)).finish('Two, untouched.');
    await player.session.reconcile('again');
    expect(player.host.readVariables()).toEqual({ visits: 4 });
    player.host.swipeTo(1);
    await player.session.reconcile('swiped');
    expect(player.host.readVariables()).toEqual({ visits: 5, seen: 'fog' });
  });

  it('what a chat held before its first turn is its own, whatever becomes of that turn', async () => {
    const player = await makePlayer();
    player.host.writeVariables({ visits: 40, keepsake: 'ring' });
    await (await playMacro(player, 'normal', visit)).finish('One.');
    expect(player.host.readVariables()).toEqual({ visits: 41, keepsake: 'ring', seen: 'fog' });
    await (await playMacro(player, 'swipe', visit)).finish('One again.');
    expect(player.host.readVariables()).toEqual({ visits: 41, keepsake: 'ring', seen: 'fog' });
    await (await playMacro(player, 'swipe', visit)).fail();
    player.host.remove(1, 2);
    await player.session.reconcile('deleted');
    expect(player.host.readVariables()).toEqual({ visits: 40, keepsake: 'ring' });
  });

  it.each(['normal', 'swipe'] as const)(
    'a %s that fails leaves them as they were, and what somebody set meanwhile',
    async (type) => {
      const player = await makePlayer();
      await player.send('Go', 'One.', [write('branch', 'visits', 4)]);
      const turn = await playMacro(player, type, (each) => {
        visit(each);
        each.host.writeVariables({ both: 1 });
      });
      player.host.writeVariables({ both: 'mine', mine: true });
      await turn.fail();
      for (let again = 0; again < 3; again += 1) {
        expect(player.host.readVariables()).toEqual({ visits: 4, both: 'mine', mine: true });
        await player.session.reconcile('again');
      }
    },
  );

  it('are left alone in another chat that was opened meanwhile', async () => {
    const player = await makePlayer();
    await player.send('Go', 'One.', [write('branch', 'visits', 4)]);
    const turn = await playMacro(player, 'normal', ({ host }) => host.writeVariables({ visits: undefined }));
    player.host.newChat('mira.png', 'two');
    await expect(turn.fail()).rejects.toMatchObject({ code: 'host.chat-changed' });
    expect(player.host.readVariables()).toEqual({});
  });
});
