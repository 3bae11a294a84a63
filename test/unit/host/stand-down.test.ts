import { describe, expect, it } from 'vitest';
import { type HostPage } from '../../../src/host/host-page.ts';
import { hostStandDown, offersHostTools, standDownSentence } from '../../../src/host/stand-down.ts';
import { makeFakeSt } from '../../support/fake-st.ts';

const page = (...folders: string[]): HostPage => ({
  generating: () => false,
  untilQuiet: () => Promise.resolve(),
  breathe: () => Promise.resolve(),
  loadedFolders: () => folders,
});
const reason = (over: Record<string, unknown>, type: unknown = 'normal', ...folders: string[]) =>
  hostStandDown(makeFakeSt(over).ctx, { page: page('mine', ...folders), folder: 'mine' }, type);

describe('standing down', () => {
  it.each(['normal', 'swipe', 'regenerate'])('is not for %s', (type) => {
    expect(reason({}, type)).toBeNull();
  });

  it.each(['quiet', 'continue', 'impersonate', null, 'append'])('is for type %s', (type) => {
    expect(reason({}, type)).toBe('type');
  });

  it('is for text completion, groups, and no chat', () => {
    expect(reason({ mainApi: 'textgenerationwebui' })).toBe('text-completion');
    expect(reason({ groupId: 'g1' })).toBe('group-chat');
    expect(reason({ getCurrentChatId: () => undefined })).toBe('no-chat');
    expect(reason({ characterId: undefined })).toBe('no-chat');
  });

  it('is for a tool recursion of SillyTavern', () => {
    const tool = { mes: '', is_system: true, extra: { tool_invocations: [{}] } };
    expect(reason({ chat: [tool] })).toBe('tool-recursion');
    expect(reason({ chat: [tool, { mes: 'Next.', is_user: true }] })).toBeNull();
  });

  it('is for function tools of other extensions only where SillyTavern would send one along', async () => {
    const offers = (able: boolean, tools: unknown[]) =>
      offersHostTools(makeFakeSt({ ToolManager: { tools }, canPerformToolCalls: () => able }).ctx, 'normal');
    const fails = () => {
      throw new Error('no');
    };
    expect(await offers(true, [{}])).toBe(true);
    expect(await offers(true, [{ shouldRegister: () => Promise.resolve(false) }, { shouldRegister: () => true }])).toBe(
      true,
    );
    expect(
      await offers(true, [{ shouldRegister: () => Promise.resolve(false) }, { shouldRegister: () => false }]),
    ).toBe(false);
    expect(await offers(true, [{ shouldRegister: fails }])).toBe(false);
    expect(await offers(false, [{}])).toBe(false);
    expect(await offers(true, [])).toBe(false);
    expect(standDownSentence('host-tools', 'zh')).toMatch(/函数工具/);
  });

  it('is for the earlier extension only where it is loaded and on', () => {
    const settings = (value: unknown) => ({ extensionSettings: { 'narrative-agent': value } });
    expect(reason(settings({ enabled: true }), 'normal', 'narrative-agent')).toBe('earlier-extension');
    expect(reason(settings({}), 'normal', 'narrative-agent-main')).toBe('earlier-extension');
    expect(reason(settings({ enabled: false }), 'normal', 'narrative-agent')).toBeNull();
    expect(reason(settings({ enabled: true }))).toBeNull();
    expect(reason({}, 'normal', 'narrative-agent')).toBeNull();
    expect(
      hostStandDown(
        makeFakeSt(settings({})).ctx,
        { page: page('narrative-agent'), folder: 'narrative-agent' },
        'normal',
      ),
    ).toBeNull();
  });

  it('is said in both languages where the player needs to know, and silent elsewhere', () => {
    for (const told of ['text-completion', 'group-chat', 'earlier-extension'] as const) {
      expect(standDownSentence(told, 'en')).toMatch(/Narrative Agent|extension/);
      expect(standDownSentence(told, 'zh')).toMatch(/[\u4e00-\u9fff]/);
    }
    expect(standDownSentence('type', 'en')).toBeNull();
    expect(standDownSentence('tool-recursion', 'zh')).toBeNull();
  });
});
