import { expect, it } from 'vitest';
import { defaultSettings } from '../../../src/config/settings.ts';
import { makeUndoList } from '../../../src/shared/undo-list.ts';
import { type Base } from '../../../src/wiring/base.ts';
import { wireCatchUp } from '../../../src/wiring/catch-up.ts';

const row = { floorId: 'f', pageId: 'p', kind: 'turn', analysis: 'pending' };
const session = { timeline: () => ({ rows: Array.from({ length: 5 }, () => row) }) };

it.each([
  ['native', true, ['analysis-pending', 'catch-up']],
  ['compat_plus', true, ['analysis-pending', 'catch-up']],
  ['compat_strict', true, []],
  ['compat_plus', false, []],
] as const)(
  'in %s mode, switched on: %s, the cut-off tail and the catch-up are offered as %j',
  (mode, enabled, kinds) => {
    const told: string[] = [];
    const settings = { ...defaultSettings(), enabled, promptMode: mode };
    const base = { host: {}, changes: {}, undos: makeUndoList(), peek: () => session, settings: () => settings };
    const notice = ({ kind }: { kind: string }) => void told.push(kind);
    const catchUp = wireCatchUp(base as unknown as Base, {} as never, () => Promise.reject(new Error('not read')), {
      notice,
    } as never);
    catchUp.offer();
    catchUp.offer();
    expect(told).toEqual(kinds);
  },
);
