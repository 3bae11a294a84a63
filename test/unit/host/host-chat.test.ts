import { describe, expect, it } from 'vitest';
import { type PageId, type FloorId } from '../../../src/domain/ids.ts';
import { type PageMirror } from '../../../src/domain/timeline/mirror.ts';
import { replyHash } from '../../../src/domain/timeline/reply-hash.ts';
import { guardNewSwipes, makeHostChat } from '../../../src/host/host-chat.ts';
import { makeOwnWrites } from '../../../src/host/own-writes.ts';
import { type StMessage } from '../../../src/host/st-context.ts';
import { makeFakeSt } from '../../support/fake-st.ts';

const KEY = 'narrative_agent';

const mirror = (pageId: string, text: string): PageMirror => ({
  v: 1,
  floorId: 'floor-1' as FloorId,
  pageId: pageId as PageId,
  basePageId: null,
  kind: 'generated',
  hash: replyHash(text),
  round: 1,
  analysis: 'done',
  effects: [],
});
const greeting = (): StMessage => ({ name: 'Wren', mes: 'The ferry waits.', extra: {}, is_user: false });
const user = (mes = 'The fare?'): StMessage => ({ name: 'Traveller', mes, is_user: true, extra: {} });
const reply = (): StMessage => ({
  name: 'Wren',
  mes: 'Two coins.',
  is_user: false,
  extra: { model: 'scripted' },
  swipe_id: 1,
  swipes: ['One coin.', 'Two coins.'],
  swipe_info: [{ extra: {} }, { extra: { model: 'scripted' } }],
});

function setup(messages: StMessage[] = [greeting(), user(), reply()], shown = true) {
  const own = makeOwnWrites();
  const fake = makeFakeSt({}, messages);
  const hidings: [number, boolean][] = [];
  const chat = makeHostChat({
    st: fake.st,
    own,
    save: () => Promise.resolve(),
    isShown: () => shown,
    showHiding: (index, hidden) => void hidings.push([index, hidden]),
  });
  return { ...fake, chat, own, hidings, messages: fake.ctx.chat };
}

describe('one message', () => {
  const hashOf = replyHash;

  it('is hidden as SillyTavern hides, once, also where it moved to', () => {
    const { chat, messages, hidings } = setup();
    const write = { kind: 'hidden', index: 2, hash: hashOf('Two coins.'), hidden: true } as const;
    messages.splice(1, 1);
    expect(chat.write([write, write]).lost).toEqual([]);
    expect(messages.map((message) => message.is_system === true)).toEqual([false, true]);
    expect(hidings).toEqual([
      [1, true],
      [1, true],
    ]);
    expect(chat.write([{ ...write, hash: hashOf('Gone.') }]).lost).toHaveLength(1);
  });

  it('of the player gets another text only while it is the one that was meant', () => {
    const { chat, messages } = setup();
    const write = { kind: 'input-text', index: 1, hash: hashOf(messages[1]!.mes), text: 'I wait.' } as const;
    expect(chat.write([write]).lost).toEqual([]);
    expect(messages[1]!.mes).toBe('I wait.');
    expect(chat.write([write]).lost).toEqual([write]);
  });
});

describe('reading', () => {
  it('gives each swipe its stored text and mirror, and the live extra apart', () => {
    const { chat, messages } = setup();
    messages[2]!.extra![KEY] = mirror('p2', 'Two coins.');
    messages[2]!.swipe_info![0]!.extra![KEY] = mirror('p1', 'One coin.');
    const view = chat.read()!;
    expect(view).toMatchObject({ owner: 'Wren.png', file: 'the chat', integrity: 'file-1', group: false });
    expect(view.messages.map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant']);
    const last = view.messages[2]!;
    expect(last.page?.pageId).toBe('p2');
    expect(last.swipes.map(({ text, mirror: stored }) => [text, stored?.pageId ?? null])).toEqual([
      ['One coin.', 'p1'],
      ['Two coins.', null],
    ]);
  });

  it('tells hidden, narrator and small system messages apart', () => {
    const view = setup([
      { ...user(), is_system: true },
      { name: 'Narrator', mes: 'Rain.', is_user: false, is_system: true, extra: { type: 'narrator' } },
      { name: 'System', mes: '', is_system: true, extra: { tool_invocations: [] } },
      { ...greeting(), is_system: true },
    ]).chat.read()!;
    expect(view.messages.map(({ role, hidden }) => [role, hidden])).toEqual([
      ['user', true],
      ['narrator', true],
      ['system', false],
      ['assistant', true],
    ]);
  });

  it('is null when no chat is open, and survives messages without text', () => {
    const closed = makeFakeSt({ getCurrentChatId: () => undefined });
    const chat = makeHostChat({
      st: closed.st,
      own: makeOwnWrites(),
      save: () => Promise.resolve(),
      isShown: () => false,
      showHiding: () => undefined,
    });
    expect(chat.read()).toBeNull();
    expect(setup([{} as StMessage]).chat.read()!.messages[0]).toMatchObject({ text: '', role: 'assistant' });
  });
});

describe('writing a mirror', () => {
  const at = (index: number, swipe: number, text: string) => ({ index, swipe, hash: replyHash(text) });

  it('puts it into the live extra and the stored copy, twice the same', () => {
    const { chat, messages } = setup();
    const write = { kind: 'page', at: at(2, 1, 'Two coins.'), mirror: mirror('p2', 'Two coins.') } as const;
    expect(chat.write([write, write]).lost).toEqual([]);
    expect(messages[2]!.extra![KEY]).toEqual(messages[2]!.swipe_info![1]!.extra![KEY]);
    expect(messages[2]!.extra!['model']).toBe('scripted');
    expect(messages[2]!.swipe_info![0]!.extra![KEY]).toBeUndefined();
  });

  it('of a hidden swipe leaves the shown one alone', () => {
    const { chat, messages } = setup();
    chat.write([{ kind: 'page', at: at(2, 0, 'One coin.'), mirror: mirror('p1', 'One coin.') }]);
    expect(messages[2]!.extra![KEY]).toBeUndefined();
    expect(messages[2]!.swipe_info![0]!.extra![KEY]).toMatchObject({ pageId: 'p1' });
  });

  it('finds the swipe after messages moved and swipes were deleted', () => {
    const { chat, messages } = setup();
    messages.splice(0, 1);
    messages[1]!.swipes!.splice(0, 1);
    messages[1]!.swipe_info!.splice(0, 1);
    messages[1]!.swipe_id = 0;
    const write = { kind: 'page', at: at(2, 1, 'Two coins.'), mirror: mirror('p2', 'Two coins.') } as const;
    expect(chat.write([write]).lost).toEqual([]);
    expect(messages[1]!.extra![KEY]).toMatchObject({ pageId: 'p2' });
  });

  it('finds an edited page by its id, and says what is lost', () => {
    const { chat, messages } = setup();
    messages[2]!.extra![KEY] = mirror('p2', 'Two coins.');
    messages[2]!.mes = 'Nine coins.';
    const known = { kind: 'page', at: at(2, 1, 'Two coins.'), mirror: mirror('p2', 'Two coins.') } as const;
    const gone = { kind: 'page', at: at(2, 1, 'Never there.'), mirror: mirror('p9', '') } as const;
    expect(chat.write([known, gone]).lost).toEqual([gone]);
  });

  it('removes it with null, and keeps what it is given from being changed later', () => {
    const { chat, messages } = setup();
    const mine = mirror('p2', 'Two coins.');
    chat.write([{ kind: 'page', at: at(2, 1, 'Two coins.'), mirror: mine }]);
    expect(messages[2]!.extra![KEY]).not.toBe(mine);
    chat.write([{ kind: 'page', at: at(2, 1, 'Two coins.'), mirror: null }]);
    expect(messages[2]!.extra).toEqual({ model: 'scripted' });
  });
});

describe('writing a text', () => {
  it('keeps message and swipe in agreement, redraws, and tells others that it was ours', async () => {
    const { chat, messages, emitted, called, own, ctx } = setup();
    const during: boolean[] = [];
    ctx.eventSource.on('message_edited', () => during.push(own.active()));
    chat.write([
      { kind: 'text', at: { index: 2, swipe: 1, hash: replyHash('Two coins.') }, text: 'Two coins.\n\nA bell.' },
    ]);
    expect(messages[2]).toMatchObject({ mes: 'Two coins.\n\nA bell.', swipes: ['One coin.', 'Two coins.\n\nA bell.'] });
    expect(called).toContain('updateMessageBlock 2');
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(emitted.map(([event, index]) => [event, index])).toEqual([
      ['message_edited', 2],
      ['message_updated', 2],
    ]);
    expect(during).toEqual([true]);
    expect(own.active()).toBe(false);
  });

  it('says nothing when the text is the same or the message is not in the page', () => {
    const same = setup();
    same.chat.write([{ kind: 'text', at: { index: 2, swipe: 1, hash: replyHash('Two coins.') }, text: 'Two coins.' }]);
    expect(same.called).toEqual([]);
    const hidden = setup(undefined, false);
    hidden.chat.write([{ kind: 'text', at: { index: 2, swipe: 1, hash: replyHash('Two coins.') }, text: 'New.' }]);
    expect(hidden.messages[2]!.mes).toBe('New.');
    expect(hidden.called).toEqual([]);
  });

  it('keeps the status bar mark that MVU put at the end', () => {
    const { chat, messages } = setup();
    messages[2]!.mes = 'Two coins.\n\n<StatusPlaceHolderImpl/>';
    chat.write([{ kind: 'text', at: { index: 2, swipe: 1, hash: replyHash('Two coins.') }, text: 'Three coins.' }]);
    expect(messages[2]!.mes).toBe('Three coins.\n\n<StatusPlaceHolderImpl/>');
  });
});

describe('the rest', () => {
  it('adds a swipe once, without showing it', () => {
    const { chat, messages } = setup();
    const write = { kind: 'add-swipe', index: 2, text: 'Old page.', mirror: mirror('p0', 'Old page.') } as const;
    chat.write([write]);
    chat.write([write]);
    expect(messages[2]).toMatchObject({
      swipe_id: 1,
      mes: 'Two coins.',
      swipes: ['One coin.', 'Two coins.', 'Old page.'],
    });
    expect(messages[2]!.swipe_info).toHaveLength(3);
  });

  it('marks inputs by their text, wherever they moved', () => {
    const { chat, messages } = setup();
    messages.unshift(greeting());
    const input = { v: 1, floorId: 'floor-1' as FloorId } as const;
    expect(chat.write([{ kind: 'input', index: 1, hash: replyHash('The fare?'), mirror: input }]).lost).toEqual([]);
    expect(messages[2]!.extra![KEY]).toEqual(input);
  });

  it('reads and writes chat variables by own keys only', () => {
    const { chat, ctx } = setup();
    chat.writeVariables({ mood: 'calm', ['__proto__']: 'x', constructor: 'y' });
    chat.writeVariables({ coins: [1], mood: undefined });
    expect(chat.readVariables()).toEqual({ coins: [1] });
    expect(Object.keys(ctx.chatMetadata['variables'] as object)).toEqual(['coins']);
  });

  it('keeps our data of the old page out of a new swipe, and only there', async () => {
    const fake = setup();
    const { messages } = fake;
    const emit = (event: string, index: number) => fake.emit(event, index);
    const stop = guardNewSwipes(fake.st);
    messages[2]!.extra![KEY] = mirror('p2', 'Two coins.');
    await emit('message_swiped', 2);
    expect(messages[2]!.extra![KEY]).toBeDefined();
    messages[2]!.swipe_id = 2;
    await emit('message_swiped', 2);
    expect(messages[2]!.extra).toEqual({ model: 'scripted' });
    stop();
    messages[2]!.extra![KEY] = mirror('p2', 'Two coins.');
    await emit('message_swiped', 2);
    expect(messages[2]!.extra![KEY]).toBeDefined();
  });
});
