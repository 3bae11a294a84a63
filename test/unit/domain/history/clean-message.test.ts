import { describe, expect, it } from 'vitest';
import { cleanReply, cleanUserText } from '../../../../src/domain/history/clean-message.ts';

describe('cleanReply keeps the story', () => {
  it.each([
    ['plain prose', '雾散了。\n\n艾琳解开缆绳。', '雾散了。\n\n艾琳解开缆绳。'],
    [
      'inline markup',
      '<i>Quiet.</i> She said <q>go</q>.<br>He <font color="red">ran</font>.',
      '<i>Quiet.</i> She said <q>go</q>.<br>He <font color="red">ran</font>.',
    ],
    [
      'an unknown word in angle brackets within a line',
      'The sign read <whisper>low</whisper> tide.',
      'The sign read <whisper>low</whisper> tide.',
    ],
    ['comparisons', 'If 3 < 4 and 5 > 2, then go.', 'If 3 < 4 and 5 > 2, then go.'],
    ['one context block', '<context>\n雾散了。\n</context>\n\n<summary>\n[第1轮] 雾散。\n</summary>', '雾散了。'],
    [
      'a context block with a tool panel behind',
      '<context>\n雾散了。\n</context>\n\n<state_panel>\n体力：3\n</state_panel>',
      '雾散了。',
    ],
    ['several context blocks', '<context>\n一。\n</context>\n<context>\n二。\n</context>', '一。\n\n二。'],
    ['a context block that never closes', '<context>\n雾散了。\n\n<summary>\n[第1轮] 雾', '雾散了。'],
    [
      'a literal closing tag in the prose',
      '<context>\nHe wrote </context> on the wall and left.\n</context>\n\n<summary>\nx\n</summary>',
      'He wrote  on the wall and left.',
    ],
    ['context in another case', '<Context>\nFog.\n</Context>', 'Fog.'],
    ['a panel glued to the text', 'Fog lifts.<state_panel>\nhp: 3\n</state_panel>', 'Fog lifts.'],
    ['a panel in one line', 'Fog lifts.<state_panel>hp: 3</state_panel>', 'Fog lifts.'],
    ['a panel nobody knows', 'Fog lifts.\n<mood_board>\ncalm\n</mood_board>\nThe end.', 'Fog lifts.\n\nThe end.'],
    ['a panel of nested tags', 'Fog.\n<actions>\n<action>Go</action>\n<action>Stay</action>\n</actions>', 'Fog.'],
    ['a panel cut off at the end', 'Fog lifts.\n<state_panel>\nhp: 3\nmp:', 'Fog lifts.'],
    ['an HTML status bar', 'Fog.\n<details>\n<summary>Status</summary>\n<b>hp</b> 3\n</details>', 'Fog.'],
    ['a style block', '<style>\n.a { color: red }\n</style>\nFog.', 'Fog.'],
    [
      'an update block',
      'Fog.\n<UpdateVariable>\n<Analysis>less</Analysis>\n<JSONPatch>[{"op":"replace","path":"/a","value":1}]</JSONPatch>\n</UpdateVariable>',
      'Fog.',
    ],
    ['old update commands', "Fog.\n<UpdateVariable>\n_.set('a.b', 1, 2);//moved\n</UpdateVariable>", 'Fog.'],
    ['the status placeholder', 'Fog.\n\n<StatusPlaceHolderImpl/>', 'Fog.'],
    ['an initvar block', '<initvar>\nhp: 3\n</initvar>\nFog.', 'Fog.'],
    ['HTML comments', 'Fog <!-- hidden\nnote -->lifts.', 'Fog lifts.'],
    ['a comment that never ends', 'Fog <!-- lifts.', 'Fog <!-- lifts.'],
    ['thinking', '<think>\nplan {a}\n</think>\n\nFog.', 'Fog.'],
    ['thinking without its opening tag', 'plan the scene\n</think>\nFog.', 'Fog.'],
    ['nested thinking', '<thinking>a <thinking>b</thinking> c</thinking>Fog.', 'Fog.'],
    ['story in a wrapper', '<content>\nFog lifts.\n</content>\n<status>\nhp\n</status>', 'Fog lifts.'],
    [
      'story in a wrapper of unknown name',
      '<chapter_text>\nFog lifts over the pier.\n</chapter_text>\n<bar_x>\nhp\n</bar_x>',
      'Fog lifts over the pier.',
    ],
    ['story in a Chinese wrapper', '<正文>\n雾散了。\n</正文>', '雾散了。'],
    ['blank lines and trailing blanks', 'Fog.   \n\n\n\n\nLift.\t\n', 'Fog.\n\nLift.'],
  ])('%s', (_, text, story) => expect(cleanReply(text)).toBe(story));
});

describe('cleanReply finds no story', () => {
  it.each([
    ['a notice of the earlier extension', '⚠️ 生成已中断'],
    ['another', 'API请求失败或被打断，工作流终止！'],
    ['another with its message', '[多Agent叙事系统出错：HTTP 429]'],
    ['the placeholder', '__NA_PLACEHOLDER__'],
    ['the placeholder, escaped', '\\_\\_NA\\_PLACEHOLDER\\_\\_'],
    ['a progress line', '正在创作故事…'],
    ['thinking that never ended', '<think>\nThe player wants'],
    ['nothing but a panel of ours', '<summary>\n[第1轮] 雾散。\n</summary>'],
  ])('%s', (_, text) => expect(cleanReply(text)).toBe(''));

  it('in a notice, but in a story that begins like one', () => {
    const story = `工作流已终止——屏幕上只剩这一行字。${'她盯着它看了很久。'.repeat(60)}`;
    expect(cleanReply(story)).toBe(story);
  });
});

describe('what post tools added', () => {
  const text = 'Fog.\n\n<board>wind: north</board>';

  it('goes, whatever tag it has', () => {
    expect(cleanReply(text, [{ text: '<board>wind: north</board>' }])).toBe('Fog.');
    expect(cleanReply('Fog.\n\nwind: north', [{ text: 'wind: north' }])).toBe('Fog.');
  });

  it('stays when the tool keeps it in history', () => {
    expect(cleanReply('Fog.\n\nwind: north', [{ text: 'wind: north', keepInHistory: true }])).toBe(
      'Fog.\n\nwind: north',
    );
  });

  it('stays whatever tags it has, and behind the story', () => {
    const panel = '<state_panel>\nhp: 3\n</state_panel>';
    const kept = { text: panel, keepInHistory: true } as const;
    expect(cleanReply(`Fog.\n\n${panel}\n\n<board>x</board>`, [kept, { text: '<board>x</board>' }])).toBe(
      `Fog.\n\n${panel}`,
    );
    expect(cleanReply('Fog.', [kept])).toBe('Fog.');
  });

  it('beside the message takes nothing out of it, and is added only where the tool keeps it', () => {
    expect(cleanReply('Fog.', [{ text: 'Fog.', panel: 'Log' }])).toBe('Fog.');
    expect(cleanReply('Fog.', [{ text: 'wind', panel: 'Log', keepInHistory: true }])).toBe('Fog.\n\nwind');
  });

  it('goes once: the same words in the story stay', () => {
    expect(cleanReply('Fog.\n\nThe vane says Fog.\n\nFog.', [{ text: 'Fog.' }])).toBe('Fog.\n\nThe vane says Fog.');
  });
});

describe('cleanUserText', () => {
  it.each([
    ['tags of the player', 'I shout <b>stop</b> and <wave>', 'I shout <b>stop</b> and <wave>'],
    ['several lines in a tag', '<letter>\nDear Mara\n</letter>', '<letter>\nDear Mara\n</letter>'],
  ])('keeps %s', (_, text, kept) => expect(cleanUserText(text)).toBe(kept));

  it('takes out state that an older version glued to the words', () => {
    expect(cleanUserText('I go north.\n<current_state>\nhp: 3\n</current_state>')).toBe('I go north.');
  });
});

describe('hostile messages', () => {
  it.each([
    ['opened tags', '<a_b>'.repeat(40_000)],
    ['nested panels', '<a_b>\n'.repeat(20_000) + '</a_b>\n'.repeat(20_000)],
    ['blanks', `${' '.repeat(200_000)}x`],
    ['comments', '<!--'.repeat(50_000)],
    ['thoughts', '<think>'.repeat(30_000)],
    ['contexts', '<context>'.repeat(20_000)],
  ])('%s are cleaned in time', (_, text) => {
    const start = process.cpuUsage();
    expect(typeof cleanReply(text)).toBe('string');
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(800);
  });
});

describe('words from outside the story', () => {
  it.each([
    ['I go. ((OOC: make it rain))', 'I go.'],
    ['（（OOC 让雨下起来））我出门。', '我出门。'],
    ['((ooc, shorter please)) I wait.\n\n\n((OOC: thanks))', 'I wait.'],
    ['((not meant)) I say "oocyte ((cell))".', '((not meant)) I say "oocyte ((cell))".'],
    ['((OOC never closed, so it stays', '((OOC never closed, so it stays'],
  ])('are no history: %s', (text, story) => {
    expect(cleanUserText(text)).toBe(story);
  });
});
