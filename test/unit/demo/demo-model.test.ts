/** The demo's scripted story agrees with itself: phrases, facts, plans and books name the same things in both languages. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { demoSpec, demoTurns } from '../../../demo/lantern-ferry.mjs';
import { makeAnswerer, stories } from '../../../demo/model/start-demo-model.mjs';
import { intentOf } from '../../../demo/model/read-call.mjs';
import { type Body, kindOf } from '../../host/call-kind.mjs';

const languages = ['zh', 'en'] as const;
const say = (content: string): Body => ({ messages: [{ role: 'user', content }] });
const input = (text: string, more = '') => say(`${more}\n<user_input>\n${text}\n</user_input>`);
const read = (file: string) => JSON.parse(readFileSync(`demo/${file}`, 'utf8'));

describe.each(languages)('the story in %s', (language) => {
  const story = stories[language];
  const prose = Object.values(story.scenes).flat();
  const greetings: string[] = [
    demoSpec(language).cards[0]!.card.data.first_mes,
    ...demoSpec(language).cards[0]!.card.data.alternate_greetings,
  ];

  it('every quote stands in the prose that it explains', () => {
    const written = [...prose, ...Object.values(story.arrive)];
    expect(story.facts.filter(({ quote }) => !written.some((text) => text.includes(quote)))).toEqual([]);
    expect(story.goods.filter(({ quote }) => !greetings.some((text) => text.includes(quote)))).toEqual([]);
    expect(story.traces.filter(({ mark }) => !written.some((text) => text.includes(mark)))).toEqual([]);
    const inside = story.facts.filter(({ quote }) =>
      story.facts.some((other) => other.quote !== quote && other.quote.includes(quote)),
    );
    expect(inside).toEqual([]);
    expect(story.facts.filter(({ quote }) => quote.length > (language === 'zh' ? 30 : 120))).toEqual([]);
  });

  it('the greetings tell the place, the password and the starting goods', () => {
    expect(greetings).toHaveLength(2);
    for (const [index, place] of (['pier', 'lighthouse'] as const).entries()) {
      expect(greetings[index]).toMatch(story.greetingOf[place]);
      expect(greetings[index]).toContain(story.password);
    }
    const analysis = JSON.parse(
      makeAnswerer()(
        'analysis',
        say(
          `<greeting>\n${greetings[1]}\n</greeting>\n<turn_text>\n${prose[0]}\n</turn_text> <greeting>: place and clock`,
        ),
      ),
    );
    expect(analysis.opening).toEqual({ location: story.placeNames.lighthouse, day: 1, hour: 18, minute: 40 });
    expect(analysis.events.map((event: { params: { quantity: number } }) => event.params.quantity)).toEqual([
      3, 1, 1, 1,
    ]);
  });

  it('buying: prose, events and patches agree', () => {
    const answer = makeAnswerer();
    const [buy] = demoTurns[language];
    const text = answer('writing', input(buy));
    expect(text).toContain(story.notice);
    expect(answer('writing', input(buy))).not.toContain(story.notice);
    const round = say(`<turn_text>\n${text}\n</turn_text>`);
    const events = JSON.parse(answer('analysis', round)).events.map((event: { type: string }) => event.type);
    expect(events).toEqual(expect.arrayContaining(['remove_item', 'add_item', 'start_quest', 'pass_time']));
    expect(JSON.parse(answer('variables', round)).patches).toHaveLength(3);
  });

  it('crossing: the plan rolls at ebb only, the prose obeys the roll', () => {
    const answer = makeAnswerer();
    const cross = demoTurns[language][1];
    const offer = 'tool_calls narrative_direction roll_dice tide';
    const plan = (clock: string) =>
      JSON.parse(answer('planning', input(cross, `${offer}\n<state_summary>\n${clock}\n</state_summary>`)));
    expect(plan('19:00').tool_calls.map((call: { tool: string }) => call.tool)).toEqual(['tide', 'roll_dice']);
    expect(plan('18:40').tool_calls.map((call: { tool: string }) => call.tool)).toEqual(['tide']);
    const outcome = (line: string) => answer('writing', input(cross, `<tool_results>\n${line}\n</tool_results>`));
    expect(story.scenes['cross-turned']).toContain(
      outcome('1d20 = [9] = 9 (DC 12) → …').split(`\n\n${story.notice}`)[0],
    );
    const arrived = outcome('1d20 = [15] = 15 (DC 12) → …');
    expect(arrived).toContain(story.arrive.lighthouse);
    const events = JSON.parse(answer('analysis', say(`<turn_text>\n${arrived}\n</turn_text>`))).events;
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'move', params: { location: story.placeNames.lighthouse } }),
    );
  });

  it('the password is told only when the prompt holds it', () => {
    const answer = makeAnswerer();
    const ask = demoTurns[language][2];
    expect(answer('writing', input(ask))).not.toContain(story.password);
    expect(answer('writing', input(ask, greetings[0]))).toContain(story.password);
    expect(JSON.parse(answer('planning', input(ask, 'text_recall'))).text_recall).toEqual([0]);
  });

  it('an offered choice is understood', () => {
    const choices = [...story.traces, story.anyTrace].flatMap((trace) => trace.choices);
    expect(choices.filter((choice) => intentOf(choice, story) === 'other')).toEqual([]);
  });

  it('the books hold readable tools, and the tide reads the clock', () => {
    for (const name of [`lantern-ferry.${language}`, `lantern-ferry-mvu.${language}`]) {
      const entries: { comment: string; content: string }[] = Object.values(read(`books/${name}.json`).entries);
      const tools = entries
        .filter(({ comment }) => comment.startsWith('[TOOL:'))
        .map(({ content }) => JSON.parse(content));
      expect(tools.map((tool) => tool.function.name)).toEqual(['roll_dice', 'tide', 'ferry_log', 'choices']);
      // eslint-disable-next-line @typescript-eslint/no-implied-eval -- our own code, as the sandbox runs it
      const tide = new Function('params', 'state', tools[1].code);
      expect(tide({}, { time: { hour: 18, minute: 40 } })).toMatch(story.flood);
      expect(tide({}, { time: { hour: 19, minute: 0 } })).not.toMatch(story.flood);
      for (const tool of tools.slice(2)) {
        const call = say(tool.system_prompt);
        expect(makeAnswerer()(tool.function.name, call)).toContain(`<${tool.output_tag}>`);
        expect(kindOf(call)).toBe('writing'); // told apart by the demo's own rows only
      }
    }
  });
});
