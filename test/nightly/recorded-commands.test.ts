/** The recorded commands are still what a real SillyTavern does. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { recordCommands } from '../host/record-commands.mjs';

it('plays every recorded command again, with the same events and the same chat', async () => {
  const fixture: unknown = JSON.parse(
    readFileSync(resolve(import.meta.dirname, '../fixtures/host-commands.json'), 'utf8'),
  );
  expect(await recordCommands()).toEqual(fixture);
});
