import { describe, expect, it } from 'vitest';
import { makeMemoryLeases } from '../../../src/storage/ownership/lease-ownership.ts';
import { openOwnership } from '../../../src/storage/ownership/open-ownership.ts';
import { realClock } from '../../support/real-clock.ts';

describe('ownership of a chat', () => {
  it('is a lease where the browser has no locks: the second tab does not get it', async () => {
    const log = { debug: () => undefined, warn: () => undefined };
    const table = makeMemoryLeases();
    const tab = (name: string) => openOwnership({ table, clock: realClock, tab: name, log });

    const first = await tab('one').claim({ owner: 'mira.png', file: 'one' });
    const second = await tab('two').claim({ owner: 'mira.png', file: 'one' });

    expect([first.held, second.held]).toEqual([true, false]);
    first.release();
    second.release();
  });
});
