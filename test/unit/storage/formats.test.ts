/**
 * What earlier versions left on disk always opens: the database, the mirrors of a chat file, the chat's metadata.
 * A recorded file is never changed. A new version of a format gets a new file: `RECORD_FORMATS=1 npx vitest run …`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MIRROR_VERSION } from '../../../src/domain/timeline/mirror.ts';
import { openDatabase } from '../../../src/storage/idb/open-database.ts';
import { makeIdbStore } from '../../../src/storage/idb/idb-store.ts';
import { SCHEMA_VERSION } from '../../../src/storage/idb/schema.ts';
import { makeMemoryStore } from '../../../src/storage/memory/memory-store.ts';
import { sha256 } from '../../../src/shared/sha-256.ts';
import { type DatabaseDump, dumpDatabase, restoreDatabase } from '../../support/database-dump.ts';
import { type RawMessage, type RawMetadata } from '../../support/raw-chat.ts';
import { realClock } from '../../support/real-clock.ts';
import { coins } from '../../support/reply-mirror.ts';
import { makePlayer, type Player } from '../../support/story-player.ts';

interface Recorded {
  readonly database: DatabaseDump;
  readonly chat: { readonly metadata: RawMetadata; readonly messages: readonly RawMessage[] };
  readonly expected: unknown;
}

/** Hash of each recorded file. */
const recorded: Readonly<Record<string, string>> = {
  'database-v1-mirror-v1.json': 'ec68025fbadfc347e8bdb6d90b18a84e499960a07e162ee194007e78ac89a519',
};

const folder = resolve(import.meta.dirname, '../../fixtures/formats');
const nameNow = `database-v${SCHEMA_VERSION}-mirror-v${MIRROR_VERSION}.json`;
const unused = (): void => undefined;
const openIdb = async (name: string) =>
  makeIdbStore(await openDatabase({ name, patience: 5_000, clock: realClock, onBlocked: unused, onClosed: unused }));

/** Everything a player would miss. */
async function seen({ session }: Player): Promise<unknown> {
  const { rows } = session.timeline();
  return {
    timeline: session.timeline(),
    head: session.head(),
    locks: session.head().locks,
    pages: await Promise.all(rows.map(async ({ pageId }) => pageId && (await session.page(pageId)))),
    detached: (await Promise.all(rows.map(({ floorId }) => session.pagesOfFloor(floorId)))).flat().length,
    runs: await Promise.all(rows.map(async ({ pageId }) => pageId && (await session.runOf(pageId)))),
    variables: Object.fromEntries(session.variables?.resolveAll() ?? []),
    style: session.choice('styleNote') ?? null,
  };
}

/** One of everything that is stored. */
async function record(): Promise<void> {
  const name = 'narrative-agent:record';
  const player = await makePlayer(await openIdb(name));
  await player.send('I ask for coins.', 'Three coins.', [
    coins(3),
    { kind: 'summary', text: 'Three coins were given.' },
  ]);
  await player.swipe('Four coins.', [coins(4), { kind: 'summary', text: 'Four coins were given.' }]);
  await player.send(null, 'A long reply.', [
    { kind: 'variable', scope: 'branch', key: 'mood', write: { op: 'set', value: 'wary' }, source: 'tool' },
    { kind: 'variable', scope: 'chat', key: 'seen', write: { op: 'set', value: true }, source: 'tool' },
    ...Array.from({ length: 150 }, (_, n) => ({
      kind: 'summary' as const,
      text: `Line ${n} of a page too large for its mirror.`,
    })),
  ]);
  await player.send('Go on.', 'A short reply.', [coins(1)]);
  await player.regenerate('Another short reply.', [coins(2)]);
  await player.session.edit('/game/location', { op: 'set', value: 'cellar' });
  await player.session.edit('/game/inventory/coin', { op: 'lock' });
  await player.session.setChoice('styleNote', 'dry');
  await player.failed('normal', () => player.host.sendUser('And then?'), unused);
  await player.host.save();
  await player.session.close();
  const chat = player.host.disk.get('mira.png/one')!;
  await player.reopen();
  const database = await dumpDatabase(name);
  writeFileSync(
    join(folder, nameNow),
    `${JSON.stringify({ database, chat, expected: await seen(player) }, null, 1)}\n`,
  );
}

const read = (name: string): Recorded => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Recorded;
const openWith = (chat: Recorded['chat'], store: Parameters<typeof makePlayer>[0]): Promise<Player> =>
  makePlayer(store, (host) => {
    host.disk.set('mira.png/one', structuredClone(chat) as never);
    host.open('mira.png', 'one');
  });

describe('stored formats', () => {
  it('of this version are recorded', async () => {
    if (process.env['RECORD_FORMATS'] && !existsSync(join(folder, nameNow))) await record();
    expect(Object.keys(recorded)).toContain(nameNow);
  });

  it.each(Object.entries(recorded))('%s is as it was recorded', (name, hash) => {
    expect(sha256(readFileSync(join(folder, name), 'utf8'))).toBe(hash);
  });

  it.each(Object.keys(recorded))('%s opens with everything in it', async (name) => {
    const { database, chat, expected } = read(name);
    await restoreDatabase(`narrative-agent:${name}`, database);
    const store = await openIdb(`narrative-agent:${name}`);
    expect(JSON.parse(JSON.stringify(await seen(await openWith(chat, store))))).toEqual(expected);
    store.close();
  });

  it.each(Object.keys(recorded))('the world of %s is in the chat file alone', async (name) => {
    const { chat, expected } = read(name);
    const player = await openWith(chat, makeMemoryStore());
    const { head, locks } = expected as { head: unknown; locks: unknown };
    expect(JSON.parse(JSON.stringify([player.session.head(), player.session.head().locks]))).toEqual([head, locks]);
  });
});
