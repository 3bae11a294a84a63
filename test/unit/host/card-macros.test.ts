import { describe, expect, it } from 'vitest';
import { makeCardMacros } from '../../../src/host/card-macros.ts';
import { expandMacros } from '../../../src/host/macro-text.ts';
import { readCard } from '../../../src/host/turn-snapshot.ts';
import { withoutVariableWrites } from '../../../src/host/without-variable-writes.ts';
import { makeFakeSt } from '../../support/fake-st.ts';

/** A card whose description adds five to the score each time it is read. */
function host(variables: Record<string, unknown> | undefined) {
  const shared: Record<string, unknown> = { worlds: 1 };
  const chatMetadata: Record<string, unknown> = { integrity: 'x', ...(variables ? { variables } : {}) };
  const add = (): void => {
    const held = (chatMetadata['variables'] ??= {}) as Record<string, unknown>;
    held['score'] = Number(held['score'] ?? 0) + 5;
    shared['worlds'] = Number(shared['worlds']) + 1;
  };
  const { ctx } = makeFakeSt({
    chatMetadata,
    extensionSettings: { variables: { global: shared } },
    characters: [{ avatar: 'marta.png', description: '{{addvar::score::5}}{{ incvar :: __proto__ }}' }],
    characterId: 0,
    getCharacterCardFields: () => (add(), { description: `SCORE ${String(held()['score'])}` }),
    substituteParams: (text: string) => (add(), text),
  });
  const held = (): Record<string, unknown> => (chatMetadata['variables'] ?? {}) as Record<string, unknown>;
  return { ctx, held, shared, chatMetadata, add };
}

describe('reading texts', () => {
  it('leaves the variables of the chat and of all chats as they were', () => {
    const { ctx, held, shared } = host({ score: 10, mood: 'calm' });
    const text = withoutVariableWrites(ctx, () => readCard(ctx).description);
    expandMacros(ctx, 'Hello {{user}}');
    expect(text).toBe('SCORE 15');
    expect(held()).toEqual({ score: 10, mood: 'calm' });
    expect(shared).toEqual({ worlds: 1 });
  });

  it('does so where there were none, and when reading throws', () => {
    const { ctx, chatMetadata, add } = host(undefined);
    expect(() =>
      withoutVariableWrites(ctx, () => {
        add();
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(chatMetadata).toEqual({ integrity: 'x' });
  });
});

describe('the card of a turn', () => {
  it('counts from the world before the round, whatever SillyTavern read before', () => {
    const { ctx, held, add } = host({ score: 20, mine: 'a' });
    const macros = makeCardMacros(() => ctx);
    macros.begin();
    add();
    held()['mine'] = 'b'; // a script, meanwhile
    macros.takeBack();
    expect(held()).toEqual({ score: 20, mine: 'b' });
    held()['score'] = 10; // the world before the round
    expect(macros.carryOut().description).toBe('SCORE 15');
    expect(held()).toEqual({ score: 15, mine: 'b' });
  });

  it('is left to SillyTavern when the turn is not ours', () => {
    const { ctx, held, add } = host({});
    const macros = makeCardMacros(() => ctx);
    macros.begin();
    add();
    const again = macros.takeBack();
    expect(held()).toEqual({});
    again();
    expect(held()).toEqual({ score: 5 });
  });
});
