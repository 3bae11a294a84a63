import { describe, expect, it } from 'vitest';
import { renderLayout, renderPrompt } from '../../../../src/domain/prompt/render-prompt.ts';
import { type Segment } from '../../../../src/domain/prompt/segment.ts';

const segment = (part: Partial<Segment>): Segment => ({
  key: 'task',
  role: 'user',
  text: 'text',
  tag: null,
  source: 'test',
  priority: 0,
  ...part,
});

describe('renderPrompt', () => {
  it('puts system segments into one system message and user segments into one user message, each in order', () => {
    const messages = renderPrompt([
      segment({ text: 'u1', tag: 'user_input' }),
      segment({ role: 'system', text: 's1', tag: 'worldinfo1' }),
      segment({ role: 'system', text: 's2' }),
      segment({ text: 'u2' }),
    ]);
    expect(messages).toEqual([
      { role: 'system', content: '<worldinfo1>\ns1\n</worldinfo1>\n\ns2' },
      { role: 'user', content: '<user_input>\nu1\n</user_input>\n\nu2' },
    ]);
  });
  it('leaves no trace of an empty segment and no message without text', () => {
    expect(renderPrompt([segment({ text: ' \n', tag: 'card', role: 'system' }), segment({ text: 'x' })])).toEqual([
      { role: 'user', content: 'x' },
    ]);
  });
  it('lets neighbours with one tag share it, with the separator of the later one', () => {
    const [message] = renderPrompt([
      segment({ text: 'a', tag: 'story_summary' }),
      segment({ text: 'b', tag: 'story_summary', separator: '\n' }),
      segment({ text: 'c', tag: 'card' }),
      segment({ text: 'd', tag: 'story_summary' }),
    ]);
    expect(message?.content).toBe(
      '<story_summary>\na\nb\n</story_summary>\n\n<card>\nc\n</card>\n\n<story_summary>\nd\n</story_summary>',
    );
  });
  it('hands content parts on untouched, after the text', () => {
    const image = { type: 'image_url', image_url: { url: 'data:,' } };
    const [message] = renderPrompt([segment({ text: 'look' })], [image]);
    expect(message?.content).toEqual([{ type: 'text', text: 'look' }, image]);
    expect((message?.content as unknown[])[1]).toBe(image);
  });
});

describe('half a character', () => {
  const half = 'moon \uD83C';
  const halves: Segment[] = [
    segment({ role: 'system', text: half }),
    segment({
      key: 'recent_turns',
      text: half,
      pieces: [
        {
          text: half,
          source: 'round:1',
          turns: [
            { role: 'user', text: half },
            { role: 'assistant', text: half },
          ],
        },
      ],
    }),
    segment({ text: `${half}\n\uDF19 \u{1F319}` }),
  ];

  it.each(['classic', 'cache'] as const)('never leaves the house in a prompt of the %s layout', (layout) => {
    for (const parts of [[], [{ type: 'image_url' }]]) {
      const sent = JSON.stringify(renderLayout(halves, layout, parts));
      expect(sent).not.toMatch(/\\ud[89a-f]/i);
      expect(sent).toContain('\uFFFD');
      expect(sent).toContain('\u{1F319}');
    }
  });
});
