import { describe, expect, it } from 'vitest';
import { makeOwnWrites } from '../../../src/host/own-writes.ts';
import { pendingSwipe, rememberLastReply, restoreChat } from '../../../src/host/restore-message.ts';
import { type StMessage } from '../../../src/host/st-context.ts';
import { makeFakeSt } from '../../support/fake-st.ts';

const chatId = { owner: 'Wren.png', file: 'the chat' };
const user = (): StMessage => ({ mes: 'The fare?', is_user: true });
const reply = (): StMessage => ({
  mes: 'Two coins.',
  is_user: false,
  extra: { model: 'b' },
  swipe_id: 1,
  swipes: ['One coin.', 'Two coins.'],
  swipe_info: [{ extra: { model: 'a' } }, { extra: { model: 'b' }, send_date: 'then' }],
});
const blank = (mes = ''): StMessage => ({
  mes,
  is_user: false,
  swipe_id: 0,
  swipes: [mes],
  swipe_info: [{ extra: {} }],
});
const base = { type: 'normal', baseLength: 1, chat: chatId, removed: null, swipe: null } as const;

describe('after a turn without prose', () => {
  it.each(['', '...', ' \n'])('a send’s message %j is taken out again', async (mes) => {
    const fake = makeFakeSt({}, [user(), blank(mes)]);
    await restoreChat(fake.st, makeOwnWrites(), base);
    expect(fake.ctx.chat.map((message) => message.mes)).toEqual(['The fare?']);
  });

  it('a message with text, a user’s message and another chat stay', async () => {
    for (const messages of [[user(), blank('Prose.')], [user()], [user(), blank(), user()]]) {
      const fake = makeFakeSt({}, messages);
      await restoreChat(fake.st, makeOwnWrites(), base);
      expect(fake.ctx.chat).toHaveLength(messages.length);
    }
    const other = makeFakeSt({ getCurrentChatId: () => 'another' }, [user(), blank()]);
    await restoreChat(other.st, makeOwnWrites(), base);
    expect(other.ctx.chat).toHaveLength(2);
  });

  it('a regenerate’s old message comes back with all its swipes, once', async () => {
    const fake = makeFakeSt({}, [user(), reply()]);
    const removed = rememberLastReply(fake.ctx)!;
    fake.ctx.chat.length = 1;
    fake.ctx.chat.push(blank());
    const turn = { ...base, type: 'regenerate', removed } as const;
    await restoreChat(fake.st, makeOwnWrites(), turn);
    await restoreChat(fake.st, makeOwnWrites(), turn);
    expect(fake.ctx.chat).toEqual([user(), reply()]);
    expect(fake.called.filter((name) => name.startsWith('addOneMessage'))).toHaveLength(1);
    expect(fake.emitted.at(-1)).toEqual(['message_updated', 1]);
  });

  it('a regenerate of a user’s message has nothing to bring back', () => {
    expect(rememberLastReply(makeFakeSt({}, [user()]).ctx)).toBeNull();
  });

  it('a swipe’s blank page goes, and the page it started from is shown', async () => {
    const fake = makeFakeSt({}, [user(), { ...reply(), swipe_id: 2 }]);
    const swipe = pendingSwipe(fake.ctx)!;
    expect(swipe).toEqual({ from: 1, to: 2 });
    const message = fake.ctx.chat[1]!;
    message.swipes!.push('');
    message.swipe_info!.push({ extra: {} });
    message.mes = '';
    message.extra = {};
    await restoreChat(fake.st, makeOwnWrites(), { ...base, type: 'swipe', baseLength: 2, swipe });
    expect(message).toMatchObject({
      mes: 'Two coins.',
      swipe_id: 1,
      swipes: ['One coin.', 'Two coins.'],
      send_date: 'then',
    });
    expect(message.extra).toEqual({ model: 'b' });
    expect(message.swipe_info).toHaveLength(2);
  });

  it('a swipe that SillyTavern has reverted itself is left alone', async () => {
    const fake = makeFakeSt({}, [user(), { ...reply(), swipes: ['', 'Two coins.'] }]);
    await restoreChat(fake.st, makeOwnWrites(), { ...base, type: 'swipe', baseLength: 2, swipe: { from: 1, to: 2 } });
    expect(fake.ctx.chat[1]!.swipes).toEqual(['', 'Two coins.']);
    expect(pendingSwipe(fake.ctx)).toBeNull();
  });
});
