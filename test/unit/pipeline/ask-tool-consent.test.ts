/** When a player is asked about code, and what of it is remembered. */
import { describe, expect, it } from 'vitest';
import { askAboutTool, askToolConsent, type ConsentDeps } from '../../../src/pipeline/ask-tool-consent.ts';
import { type ConsentAnswer, type ConsentRecord } from '../../../src/ports/consent-store.ts';
import { type CodeQuestion } from '../../../src/ports/player-questions.ts';
import { readDefinition } from '../../../src/tools/definition/read-definition.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { toolEntry } from '../tools/tool-entry.ts';

const never = new AbortController().signal;
const code = (name: string, body: string, uid = name) =>
  toolEntry({ type: 'code', function: { name, description: 'd' }, code: body }, { uid, comment: `[TOOL:${name}]` });
const none = new Set<string>();

function player(answer: ConsentAnswer | null) {
  const asked: CodeQuestion[] = [];
  const records: ConsentRecord[] = [];
  const deps: ConsentDeps = {
    consents: {
      of: (owner) => records.filter((record) => record.owner === owner),
      put: (record) => Promise.resolve(void records.push(record)),
      remove: () => Promise.resolve(),
      forgetOnce: () => undefined,
    },
    questions: {
      mayRun: (question) => Promise.resolve((asked.push(question), answer)),
      usePreset: () => Promise.resolve(null),
    },
    clock: fakeClock(),
    owner: 'mira.png',
    cardName: 'Mira',
    language: 'en',
  };
  return { deps, asked, records };
}

describe('consent', () => {
  it('is asked once for all code, never offers the page, and is kept for that very code and card', async () => {
    const { deps, asked, records } = player('always');
    const entries = [code('tide', 'return 1'), code('luck', 'return 2'), code('off', 'return 3', 'x')];
    const enabled = entries.map((entry, i) => ({ ...entry, enabled: i < 2, order: i }));
    await askToolConsent(deps, { entries: enabled, putOff: none }, never);
    expect(asked).toMatchObject([{ card: 'Mira', offerPage: false, tools: [{ name: 'tide' }, { name: 'luck' }] }]);
    await askToolConsent(deps, { entries: enabled, putOff: none }, never);
    expect(asked).toHaveLength(1);
    await askToolConsent(deps, { entries: [code('tide', 'return 9')], putOff: none }, never);
    expect(asked[1]?.tools.map(({ code: text }) => text)).toEqual(['return 9']);
    await askToolConsent({ ...deps, owner: 'other.png' }, { entries: enabled, putOff: none }, never);
    expect(asked).toHaveLength(3);
    expect(new Set(records.map(({ owner }) => owner))).toEqual(new Set(['mira.png', 'other.png']));
  });

  it('that was put off is not asked for again until the chat is opened anew', async () => {
    const { deps, asked } = player(null);
    const entries = [code('tide', 'return 1')];
    const putOff = new Set(await askToolConsent(deps, { entries, putOff: none }, never));
    expect(await askToolConsent(deps, { entries, putOff }, never)).toEqual([]);
    expect(asked).toHaveLength(1);
    await askToolConsent(deps, { entries: [...entries, code('luck', 'return 2')], putOff }, never);
    expect(asked[1]?.tools.map(({ name }) => name)).toEqual(['luck']);
    await askToolConsent(deps, { entries, putOff: none }, never);
    expect(asked).toHaveLength(3);
  });

  it('can be decided anew for one tool, and only there the page may be offered', async () => {
    const { deps, asked, records } = player('page');
    const tool = (await readDefinition(code('tide', 'return 1')))!.definition!;
    await deps.consents.put({ owner: 'mira.png', codeHash: 'x', answer: 'never', at: 0 });
    await askAboutTool(deps, tool, true, never);
    expect(asked[0]).toMatchObject({ offerPage: true, tools: [{ name: 'tide' }] });
    expect(records.at(-1)).toMatchObject({ answer: 'page', owner: 'mira.png' });
  });
});
