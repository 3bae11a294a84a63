import { describe, expect, it } from 'vitest';
import { type MessageId } from '../../../../src/domain/ids.ts';
import { mayEnterPrompt } from '../../../../src/domain/timeline/may-enter-prompt.ts';
import { type PageMessage } from '../../../../src/domain/timeline/page.ts';

const message = (more: Partial<PageMessage>): PageMessage => ({
  messageId: 'm' as MessageId,
  role: 'assistant',
  text: 'prose',
  visibility: { user: true, prompt: true },
  validity: 'always',
  source: 'host',
  ...more,
});

describe('the messages of a page', () => {
  it('enter a later prompt only when they are meant to last, and only of the agents they name', () => {
    expect(mayEnterPrompt(message({ validity: 'turn' }), { agent: 'writing', sameTurn: false })).toBe(false);
    expect(mayEnterPrompt(message({ validity: 'turn' }), { agent: 'writing', sameTurn: true })).toBe(true);
    const forWriting = message({ visibility: { user: false, prompt: true, agents: ['writing'] } });
    expect(mayEnterPrompt(forWriting, { agent: 'planning', sameTurn: true })).toBe(false);
    expect(mayEnterPrompt(forWriting, { agent: 'writing', sameTurn: true })).toBe(true);
  });
});
