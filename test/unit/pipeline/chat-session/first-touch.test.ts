/** What is done first in a chat nobody played yet, and what two tabs may do with one round. */
import { describe, expect, it } from 'vitest';
import { type RunId } from '../../../../src/domain/ids.ts';
import { openChatSession } from '../../../../src/pipeline/chat-session/open-chat-session.ts';
import { forgetChat } from '../../../../src/pipeline/chat-session/forget-chat.ts';
import { makeMemoryStore } from '../../../../src/storage/memory/memory-store.ts';
import { emptyTables } from '../../../../src/storage/memory/tables.ts';
import { coins } from '../../../support/reply-mirror.ts';
import { makePlayer, runRecord } from '../../../support/story-player.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a chat nobody played yet', () => {
  it('shows SillyTavern the variables that an analysis of its replies found', async () => {
    const player = await makePlayer();
    const [greeting] = player.session.timeline().rows;
    const luck = { kind: 'variable', scope: 'branch', key: 'luck', write: { op: 'set', value: 3 } } as const;
    await player.again(greeting!.floorId, 'reanalysed', [{ ...luck, source: 'tool' }]);
    expect(player.host.readVariables()).toEqual({ luck: 3 });
  });

  it.each(['read again', 'closed'])(
    'keeps a branch for a hand edit once it is %s, which goes with the file',
    async (how) => {
      const tables = emptyTables();
      const player = await makePlayer(makeMemoryStore(tables));
      await player.session.edit('/game/inventory/coin', { op: 'set', value: 3 });
      if (how === 'closed') await player.session.close();
      else await player.session.reconcile('check');
      await settled();
      expect([...tables.edits.values()].every(({ branchId }) => tables.branches.has(branchId))).toBe(true);
      player.host.deleteFile('mira.png', 'one');
      await forgetChat(player.store, player.host, 'one');
      expect([tables.edits.size, tables.branches.size, tables.chunks.size]).toEqual([0, 0, 0]);
    },
  );
});

describe('a reply SillyTavern wrote alone', () => {
  it.each(['reanalysed', 'continued'] as const)('where a turn of ours had failed before can be %s', async (kind) => {
    const player = await makePlayer();
    const nothing = (): void => undefined;
    const { floorId } = await player.failed('normal', () => player.host.sendUser('Go.'), nothing);
    player.host.addReply('You find a coin.');
    await player.session.reconcile('received');
    await player.again(floorId, kind, [coins(1)]);
    expect(player.session.head().game.inventory).toEqual({ coin: 1 });
    expect((await player.store.floor(floorId))?.status).toBe('committed');
  });
});

describe('the path in the database', () => {
  it('drops the parts that are gone when a turn opens', async () => {
    const tables = emptyTables();
    const player = await makePlayer(makeMemoryStore(tables));
    await player.send('Go.', 'You go.');
    // Nobody tells of it before the next turn reads the chat.
    player.host.messages.splice(0, player.host.messages.length);
    player.host.sendUser('Anew.');
    await player.session.openTurn('normal', 'run' as RunId);
    const [branch] = tables.branches.values();
    expect([...tables.chunks.values()].map(({ chunkId }) => chunkId)).toEqual(branch?.chunkIds);
  });
});

describe('a round in two tabs', () => {
  it('I24: is not taken from the tab that writes it by one whose own turn there failed before', async () => {
    const player = await makePlayer();
    player.host.sendUser('Go.');
    const other = await openChatSession(player.deps);
    const failed = await other!.openTurn('normal', 'one' as RunId);
    await other!.failTurn(failed, runRecord(failed, 'normal', 'failed', 'one' as RunId), []);
    await player.session.reconcile('turn');
    const opened = await player.session.openTurn('normal', 'two' as RunId);
    expect(opened.floorId).toBe(failed.floorId);
    await expect(other!.openTurn('normal', 'three' as RunId)).rejects.toMatchObject({ code: 'floor.conflict' });
  });
});
