/** Chat files a real SillyTavern wrote: with an empty database the file alone gives the right path and state. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderSummaryLine } from '../../../../src/domain/history/summary-line.ts';
import { makeMemoryStore } from '../../../../src/storage/memory/memory-store.ts';
import { rawChatFromJsonl } from '../../../support/raw-chat.ts';
import { makePlayer } from '../../../support/story-player.ts';

const folder = new URL('../../../fixtures/chats/', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.jsonl'))
  .map((file) => file.replace('.jsonl', ''));

describe('a chat file recorded after', () => {
  it('has one for every kind of path change', () => {
    const kinds = [
      'branch',
      'copy',
      'delete',
      'edit',
      'move',
      'regenerate',
      'rename',
      'send',
      'swipe-back',
      'swipe-new',
    ];
    expect([...names].sort()).toEqual(kinds);
  });

  it.each(names)('%s gives its path and state without a database', async (name) => {
    const text = readFileSync(new URL(`${name}.jsonl`, folder), 'utf8');
    const expected = JSON.parse(readFileSync(new URL(`${name}.expected.json`, folder), 'utf8'));
    const { metadata, messages } = rawChatFromJsonl(text, { owner: 'Marta.png', file: name });

    const { session } = await makePlayer(makeMemoryStore(), (host) => {
      host.disk.set(`Marta.png/${name}`, { metadata, messages: [...messages] });
      host.open('Marta.png', name);
    });

    const { game, summaries } = session.head();
    expect(game.inventory).toEqual(expected.inventory);
    expect(summaries.map((line) => renderSummaryLine(line, 'en'))).toEqual(expected.summaries);
    const rows = session
      .timeline()
      .rows.map(({ round, pageId, analysis, edited }) => ({ round, pageId, analysis, edited }));
    expect(rows).toEqual(expected.rows);
  });
});
