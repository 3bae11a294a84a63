import { describe, expect, it, vi } from 'vitest';
import { expandMacros } from '../../../src/host/macro-text.ts';
import { mediaParts, promptHoldsText } from '../../../src/host/prompt-text.ts';
import { readHistory } from '../../../src/host/read-history.ts';
import { readInjected } from '../../../src/host/read-injected.ts';
import { readPreset } from '../../../src/host/read-preset.ts';
import { type StMessage } from '../../../src/host/st-context.ts';
import { makeFakeSt } from '../../support/fake-st.ts';

const message = (mes: string, is_user = false, over: Partial<StMessage> = {}): StMessage => ({
  name: is_user ? 'Traveller' : 'Wren',
  mes,
  is_user,
  extra: {},
  ...over,
});

describe('history and input', () => {
  const chat = [
    message('Greeting.'),
    message('First.', true),
    message('Reply.'),
    message('Second, {{char}}.', true),
    message('Third.', true),
  ];

  it('takes every user message since the last reply as the input', () => {
    const { history, input } = readHistory(makeFakeSt({}, chat).ctx, null, 'normal');
    expect(input).toBe('Second, Wren.\n\nThird.');
    expect(history.map(({ text, chatIndex }) => [text, chatIndex])).toEqual([
      ['Greeting.', 0],
      ['First.', 1],
      ['Reply.', 2],
    ]);
  });

  it('leaves the page a swipe rewrites out, and finds its input', () => {
    const { history, input } = readHistory(makeFakeSt({}, [...chat, message('Old page.')]).ctx, null, 'swipe');
    expect(input).toBe('Second, Wren.\n\nThird.');
    expect(history.at(-1)?.text).toBe('Reply.');
  });

  const narrated = (mes: string, over: Partial<StMessage> = {}) =>
    message(mes, false, { name: 'Narrator', extra: { type: 'narrator' }, ...over });

  it.each([
    ['normal', []],
    ['regenerate', []],
    ['swipe', [message('Old page.')]],
  ] as const)('counts what the narrator said since the last reply as input of a %s, in its order', (type, page) => {
    const open = [
      ...chat.slice(0, 3),
      narrated('Fog comes in.'),
      message('I wait.', true),
      narrated('hidden', { is_system: true }),
      narrated('A bell for {{user}}.'),
    ];
    const { history, input } = readHistory(makeFakeSt({}, [...open, ...page]).ctx, null, type);
    expect(input).toBe('Fog comes in.\n\nI wait.\n\nA bell for Traveller.');
    expect(history.filter(({ hidden }) => !hidden).map(({ text }) => text)).toEqual(['Greeting.', 'First.', 'Reply.']);
  });

  it.each([
    ['hidden', (last: StMessage) => ({ ...last, is_system: true })],
    ['ignored', (last: StMessage, ignore: symbol) => ({ ...last, extra: { [ignore]: true } })],
  ] as const)('leaves an input answered by a %s reply in its round', (_, change) => {
    const fake = makeFakeSt({}, chat.slice(0, 4));
    fake.ctx.chat[2] = change(fake.ctx.chat[2]!, fake.ctx.symbols!.ignore!);
    const { history, input } = readHistory(fake.ctx, null, 'normal');
    expect(input).toBe('Second, Wren.');
    expect(history.map(({ text }) => text)).toContain('First.');
  });

  it('gives the regex the depth of the prompt, hidden messages not counted', () => {
    const seen: [string, number, number][] = [];
    const regex = {
      getRegexedString: (text: string, place: number, { depth = -1 }: { depth?: number }) => {
        seen.push([text, place, depth]);
        return text;
      },
    };
    const withHidden = [
      message('A.'),
      message('hidden', true, { is_system: true }),
      message('B.', true),
      message('C.'),
    ];
    const { history } = readHistory(makeFakeSt({}, withHidden).ctx, regex, 'normal');
    expect(seen).toEqual([]);
    expect(history.map(({ text }) => text)).toEqual(history.map(({ text }) => text));
    expect(seen.filter(([text]) => text !== 'hidden')).toEqual([
      ['A.', 2, 2],
      ['B.', 1, 1],
      ['C.', 2, 0],
    ]);
    expect(history.map(({ hidden }) => hidden)).toEqual([false, true, false, false]);
  });

  it('skips messages another extension told SillyTavern to ignore', () => {
    const fake = makeFakeSt({}, chat);
    fake.ctx.chat[1]!.extra = { [fake.ctx.symbols!.ignore!]: true };
    expect(readHistory(fake.ctx, null, 'normal').history.map(({ text }) => text)).not.toContain('First.');
  });
});

describe('macros', () => {
  it('that change variables are not run again, and what they leave is read instead', () => {
    const seen: string[] = [];
    const { ctx } = makeFakeSt({ substituteParams: (text: string) => (seen.push(text), text) });
    expandMacros(ctx, '{{setvar::a::1}}x{{incvar::a}}{{addglobalvar::b::2}}{{decglobalvar::b}}{{user}}');
    expect(seen).toEqual(['x{{getvar::a}}{{getglobalvar::b}}{{user}}']);
  });

  it('that throw leave the text', () => {
    const { ctx } = makeFakeSt({
      substituteParams: () => {
        throw new Error('no');
      },
    });
    expect(expandMacros(ctx, 'Hello {{odd}}')).toBe('Hello {{odd}}');
  });
});

describe('the preset', () => {
  const settings = {
    preset_settings_openai: 'Mine',
    prompts: [
      { identifier: 'main', name: 'Main', role: 'system', content: 'Write for {{user}}.' },
      { identifier: 'chatHistory', name: 'History', marker: true },
      { identifier: 'swipes', name: 'Only swipes', role: 'user', content: 'Again.', injection_trigger: ['swipe'] },
      { identifier: 'off', name: 'Off', role: 'system', content: '{{user}}' },
    ],
    prompt_order: [
      { character_id: 100000, order: [{ identifier: 'off', enabled: true }] },
      {
        character_id: 100001,
        order: [
          { identifier: 'swipes', enabled: true },
          { identifier: 'main', enabled: true },
          { identifier: 'chatHistory', enabled: true },
          { identifier: 'off', enabled: false },
          { identifier: 'gone', enabled: true },
        ],
      },
    ],
  };
  const card = { systemPrompt: '', jailbreak: '' } as never;

  it('is read in its active order, with triggers, and expanded where it is used', () => {
    const { ctx } = makeFakeSt({ chatCompletionSettings: settings });
    const preset = readPreset(ctx, 'normal', card);
    expect(preset).toMatchObject({ name: 'Mine', stock: false });
    expect(preset.prompts.map(({ identifier, triggered, content }) => [identifier, triggered, content])).toEqual([
      ['swipes', false, 'Again.'],
      ['main', true, 'Write for Traveller.'],
      ['chatHistory', true, ''],
      ['off', true, '{{user}}'],
    ]);
    expect(readPreset(ctx, 'swipe', card).prompts[0]?.triggered).toBe(true);
  });

  it('lets the card replace the main prompt, around the original', () => {
    const { ctx } = makeFakeSt({ chatCompletionSettings: settings });
    const preset = readPreset(ctx, 'normal', { systemPrompt: 'Card. {{original}}', jailbreak: '' } as never);
    expect(preset.prompts[1]?.content).toBe('Card. Write for Traveller.');
  });

  it.each(['Default', ''])('called %j is stock', (name) => {
    const { ctx } = makeFakeSt({ chatCompletionSettings: { ...settings, preset_settings_openai: name } });
    expect(readPreset(ctx, 'normal', card).stock).toBe(true);
  });
});

describe('injected prompts', () => {
  it('are read with role and depth; what has its own way is left out', async () => {
    const { ctx } = makeFakeSt({
      extensionPrompts: {
        '2_floating_prompt': { value: 'Note for {{user}}', position: 1, depth: 4, role: 0 },
        '3_vectors': { value: 'Recall', position: 0, depth: 0, role: 1 },
        customDepthWI_4_0: { value: 'lore', position: 1, depth: 4, role: 0 },
        DEPTH_PROMPT: { value: 'card', position: 1, depth: 4, role: 0 },
        silent: { value: 'never', position: -1, depth: 0, role: 0 },
        empty: { value: ' ', position: 1, depth: 0, role: 0 },
        odd: null,
      },
    });
    expect(await readInjected(ctx)).toEqual([
      { key: '3_vectors', role: 'user', depth: null, text: 'Recall' },
      { key: '2_floating_prompt', role: 'system', depth: 4, text: 'Note for Traveller' },
    ]);
  });

  it('stand as SillyTavern would put them: outside the chat first, then the deeper the earlier', async () => {
    const at = (position: number, depth: number, role = 0) => ({ value: 'x', position, depth, role });
    const { ctx } = makeFakeSt({
      extensionPrompts: {
        last: at(1, 0),
        deep: at(1, 9),
        b: at(1, 4, 1),
        a: at(1, 4, 1),
        c: at(1, 4, 0),
        d: at(1, 4, 2),
        before: at(2, 0),
        outside: at(0, 3),
      },
    });
    const keys = (await readInjected(ctx)).map(({ key }) => key);
    expect(keys).toEqual(['before', 'outside', 'deep', 'd', 'a', 'b', 'c', 'last']);
  });

  it.each([
    ['answers no', (): unknown => false, false],
    ['answers no later', () => Promise.resolve(false), false],
    ['answers yes later', () => Promise.resolve(true), true],
    [
      'throws',
      () => {
        throw new Error('no');
      },
      true,
    ],
    ['rejects', () => Promise.reject(new Error('no')), true],
    ['answers nothing', (): unknown => undefined, false],
    ['is no function', 'no', true],
  ] as const)('are asked whether they apply: a filter that %s', async (_, filter, sent) => {
    const { ctx } = makeFakeSt({
      extensionPrompts: { guide: { value: 'Guide.', position: 0, depth: 0, role: 0, filter } },
    });
    expect((await readInjected(ctx)).map(({ text }) => text)).toEqual(sent ? ['Guide.'] : []);
  });

  it('never wait for a filter that does not answer', async () => {
    vi.useFakeTimers();
    const filter = () => new Promise<boolean>(() => undefined);
    const { ctx } = makeFakeSt({
      extensionPrompts: { guide: { value: 'Guide.', position: 0, depth: 0, role: 0, filter } },
    });
    const read = readInjected(ctx);
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(await read).toHaveLength(1);
  });
});

describe('a prompt', () => {
  it('holds a text whatever the white space, in plain contents and in parts', () => {
    expect(promptHoldsText([{ role: 'user', content: 'Wren:  the\nfare ' }], 'the fare')).toBe(true);
    expect(promptHoldsText([{ role: 'user', content: [{ type: 'text', text: 'the fare' }] }], 'the fare')).toBe(true);
    expect(promptHoldsText([{ role: 'user', content: 'another' }], 'the fare')).toBe(false);
    expect(promptHoldsText([], '')).toBe(true);
  });

  it('hands on what is no text of the user messages since the last reply', () => {
    const image = { type: 'image_url', image_url: { url: 'data:x' } };
    const prompt = [
      { role: 'user', content: [{ type: 'text', text: 'a' }, image] },
      { role: 'system', content: 'b' },
    ];
    expect(mediaParts(prompt, '')).toEqual([image]);
    const picture = (url: string) => ({ type: 'image_url', image_url: { url } });
    const earlier = { role: 'user', content: [picture('earlier')] };
    const reply = { role: 'assistant', content: 'c' };
    expect(mediaParts([...prompt, { role: 'user', content: 'later' }], '')).toEqual([image]);
    expect(mediaParts([earlier, reply, ...prompt, { role: 'user', content: [picture('second')] }], 'c')).toEqual([
      image,
      picture('second'),
    ]);
    expect(mediaParts([earlier, reply, { role: 'user', content: 'none here' }], 'c')).toEqual([]);
    const injected = { role: 'assistant', content: 'Understood.' };
    const later = { role: 'user', content: 'A rule of the preset.' };
    expect(mediaParts([earlier, reply, ...prompt, injected, later, injected], 'c')).toEqual([image]);
    expect(mediaParts([earlier, { role: 'assistant', content: 'changed' }, ...prompt, injected], 'c')).toEqual([image]);
  });
});
