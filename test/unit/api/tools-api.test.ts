/** `api.tools`: lists, the catalogue with reasons, records and permissions. */
import { describe, expect, it } from 'vitest';
import { makeToolsApi } from '../../../src/api/tools-api.ts';
import { defaultSettings } from '../../../src/config/settings.ts';
import { type ExecutionRecord } from '../../../src/domain/run/execution.ts';
import { type Settings } from '../../../src/domain/settings.ts';
import { type RecordFilter } from '../../../src/ports/tool-records.ts';
import { listTools } from '../../../src/tools/bench/list-tools.ts';
import { readDefinitions } from '../../../src/tools/definition/read-definitions.ts';
import { toolEntry } from '../tools/tool-entry.ts';

const record = {
  executionId: 'e',
  tool: 'tide',
  phase: 'planning',
  status: 'denied',
  refusal: 'not_active',
  code: null,
  floorId: 'f',
  pageId: 'p',
  startedAt: 7,
  milliseconds: 3,
} as unknown as ExecutionRecord;

async function makeApi() {
  let settings = defaultSettings();
  const asked: RecordFilter[] = [];
  const tools = await readDefinitions([
    toolEntry(
      { type: 'code', function: { name: 'tide', description: 'd' }, code: 'return 1' },
      { comment: '[TOOL:tide] The sea' },
    ),
    toolEntry('{', { uid: '2', comment: '[TOOL:bad]', order: 200 }),
  ]);
  const input = {
    tools,
    activeEntries: new Set<string>(),
    consents: [],
    sandbox: { ok: true },
    pageCode: false,
  } as const;
  return {
    asked,
    settings: () => settings,
    api: makeToolsApi({
      bench: { list: () => Promise.resolve(listTools(input, 'en')) },
      records: {
        find(filter = {}) {
          asked.push(filter);
          return Promise.resolve([record]);
        },
      },
      settings: () => settings,
      saveSettings: (next: Settings) => (settings = next),
    }),
  };
}

describe('api.tools', () => {
  it('lists the books’ tools, broken ones with their findings, and the built-in ones apart', async () => {
    const { api } = await makeApi();
    expect(await api.list()).toMatchObject([
      { name: 'tide', title: 'The sea', kind: 'code', trigger: 'planning', source: { book: 'Harbour', uid: '1' } },
      {
        name: 'bad',
        kind: null,
        source: { book: 'Harbour', uid: '2' },
        lints: expect.arrayContaining([expect.objectContaining({ severity: 'error' })]) as unknown,
      },
    ]);
    expect((await api.builtin()).map(({ name }) => name)).toContain('roll_dice');
    expect(await api.builtin()).toHaveLength(7);
  });

  it('says what may run now, and why the rest may not', async () => {
    const { api } = await makeApi();
    const runtime = await api.runtime();
    expect(runtime.find(({ name }) => name === 'tide')).toMatchObject({
      available: false,
      reason: 'approval_required',
      reasonText: expect.stringContaining('allowed') as string,
    });
    expect(runtime.find(({ name }) => name === 'bad')).toMatchObject({
      available: false,
      reason: 'invalid_definition',
    });
    expect(runtime.find(({ name }) => name === 'get_time')).toMatchObject({ available: true, reason: null });
  });

  it('hands out records, whole and in one line', async () => {
    const { api, asked } = await makeApi();
    expect(await api.executions({ tool: 'tide' })).toEqual([record]);
    expect(await api.callRecords()).toEqual([
      {
        executionId: 'e',
        tool: 'tide',
        phase: 'planning',
        status: 'denied',
        reason: 'not_active',
        floorId: 'f',
        pageId: 'p',
        at: 7,
        milliseconds: 3,
      },
    ]);
    expect(asked).toEqual([{ tool: 'tide' }, {}]);
  });

  it('replaces and merges permissions, and leaves what only the player may allow', async () => {
    const { api, settings } = await makeApi();
    api.permissions.replace({ deny: { planning: ['tide'] }, maxCallsPerTurn: 3 });
    expect(api.permissions.merge({ deny: { tool: ['log'] } })).toMatchObject({
      deny: { planning: ['tide'], tool: ['log'] },
      maxCallsPerTurn: 3,
    });
    expect(api.permissions.replace({})).toMatchObject({ deny: {}, maxCallsPerTurn: 8 });
    expect(settings().tools.allowIrreversible).toBe(false);
    const given = api.permissions.get();
    (given.allow as Record<string, string[]>)['planning'] = [];
    expect(api.permissions.get().allow).toEqual({});
  });

  it.each([
    [null],
    [{ allow: [] }],
    [{ deny: { planning: 'tide' } }],
    [{ allowIrreversible: true }],
    [{ maxSteps: 0 }],
  ])('refuses %j as permissions', async (given) => {
    const { api } = await makeApi();
    expect(() => api.permissions.merge(given)).toThrow(expect.objectContaining({ code: 'input.invalid' }) as Error);
  });
});
