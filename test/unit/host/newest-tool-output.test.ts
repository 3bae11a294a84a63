/** What is shown beside the newest reply comes from the mirror of its shown swipe. */
import { describe, expect, it } from 'vitest';
import { newestToolOutput } from '../../../src/host/newest-tool-output.ts';
import { type StMessage } from '../../../src/host/st-context.ts';

const mirror = {
  v: 1,
  floorId: 'f',
  pageId: 'p',
  basePageId: null,
  kind: 'generated',
  hash: 'h',
  round: 1,
  analysis: 'done',
  effects: [],
  toolOutput: [
    { tool: 'log', text: 'dusk', panel: 'Log' },
    { tool: 'bad', text: 3 },
  ],
};
const reply = (more: object = {}): StMessage => ({
  mes: 'Fog.',
  is_user: false,
  is_system: false,
  extra: { narrative_agent: mirror },
  ...more,
});

describe('the newest tool output', () => {
  it('is that of the newest reply', () => {
    expect(newestToolOutput({ chat: [reply({ extra: {} }), reply()] })).toEqual([
      { tool: 'log', text: 'dusk', panel: 'Log' },
    ]);
  });

  it.each([
    ['a player’s message came after it', [reply(), reply({ is_user: true })]],
    ['a new swipe is being written', [reply({ swipes: ['Fog.'], swipe_id: 1 })]],
    ['there is no message', []],
    ['the mirror is foreign', [reply({ extra: { narrative_agent: 'x' } })]],
  ])('is empty when %s', (_, chat) => expect(newestToolOutput({ chat })).toEqual([]));
});
