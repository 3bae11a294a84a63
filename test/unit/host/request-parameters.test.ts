/** What our settings change in SillyTavern's own request, and in the body of a call of ours. */
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../src/config/settings.ts';
import { currentConnection } from '../../../src/host/connection.ts';
import { modelRequestBody } from '../../../src/host/model-request-body.ts';
import { applyParameters, type RequestBody } from '../../../src/host/writing-request.ts';
import { type WritingParameters } from '../../../src/ports/turn-runner.ts';
import { makeFakeSt } from '../../support/fake-st.ts';

const times = { firstTokenTimeoutSeconds: 1, tokenGapTimeoutSeconds: 1 };
const sent = (parameters: Partial<WritingParameters>, body: object = {}) => {
  const full: RequestBody = { messages: [], assistant_prefill: 'Sure:', temperature: 1, max_tokens: 300, ...body };
  const hadTools = applyParameters(full, { ...times, dropPrefill: false, ...parameters });
  return { ...full, hadTools } as Record<string, unknown>;
};

describe('the writing request', () => {
  it('loses the prefill where it is to go, and keeps it else', () => {
    expect(sent({ dropPrefill: true })).not.toHaveProperty('assistant_prefill');
    expect(sent({ dropPrefill: false })).toMatchObject({ assistant_prefill: 'Sure:' });
  });
  it('gets the temperature of the slot, where the model takes one', () => {
    expect(sent({ temperature: 0.3 })).toMatchObject({ temperature: 0.3 });
    expect(sent({})).toMatchObject({ temperature: 1 });
    expect(sent({ temperature: 0.3 }, { temperature: undefined })['temperature']).toBeUndefined();
  });
  it.each(['max_tokens', 'max_completion_tokens'])('gets a larger %s, never a smaller one', (key) => {
    const body = { max_tokens: undefined, [key]: 300 };
    expect(sent({ maxTokens: 900 }, body)).toMatchObject({ [key]: 900 });
    expect(sent({ maxTokens: 100 }, body)).toMatchObject({ [key]: 300 });
    expect(sent({}, body)).toMatchObject({ [key]: 300 });
  });
  it('loses the tools of others, and says that there were some', () => {
    expect(sent({}, { tools: [{}], tool_choice: 'auto', n: 2 })).toMatchObject({ hadTools: true });
    expect(sent({}, { tools: [{}], n: 2 })).not.toHaveProperty('tools');
    expect(sent({}, { tools: [] })).toMatchObject({ hadTools: false });
  });
});

describe('a call of ours', () => {
  const body = async (temperature: number | null, maxTokens: number) => {
    const { ctx } = makeFakeSt({
      getChatCompletionModel: () => 'm',
      ChatCompletionService: {
        presetToGeneratePayload: (_preset: object, _overrides: object, fields: object) =>
          Promise.resolve({ ...fields, temperature: 1, max_tokens: 50, assistant_prefill: 'Sure:' }),
      },
    });
    const settings = { ...defaultSettings().agents.planning, temperature };
    const request = {
      slot: 'planning',
      messages: [],
      settings,
      maxTokens,
      reasoning: 'low',
      jsonSchema: null,
    } as const;
    return modelRequestBody(ctx, currentConnection(ctx), request);
  };
  it('has the temperature and the length of its slot, and no prefill', async () => {
    expect(await body(0.2, 700)).toMatchObject({ temperature: 0.2, max_tokens: 700 });
    expect(await body(null, 0)).toMatchObject({ temperature: 1, max_tokens: 50 });
    expect(await body(null, 0)).not.toHaveProperty('assistant_prefill');
  });
});
