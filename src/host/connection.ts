/** Which connection a call of ours uses, as a request body: the one in use now, or a Connection Manager profile. */
import { NarrativeError } from '../domain/errors.ts';
import { type AgentSettings } from '../domain/settings.ts';
import { isRecord, own } from '../shared/safe-json.ts';
import { type StContext } from './st-context.ts';
import { type OpenAiModule } from './st-modules.ts';
import { profileSchema } from './st-schemas.ts';

export interface Connection {
  readonly source: string;
  readonly model: string;
  /** Name of the profile; empty for the current connection. */
  readonly profile: string;
  /** Sampling preset the body is computed from; `{}` is the current one. */
  readonly preset: object;
  /** Fields of the body that choose server, key and model; none is undefined. */
  readonly fields: Readonly<Record<string, string>>;
}

const string = (value: unknown): string => (typeof value === 'string' ? value : '');

/** SillyTavern puts a profile's address under the name its source reads. */
const addressFields = [
  'custom_url',
  'vertexai_region',
  'zai_endpoint',
  'siliconflow_endpoint',
  'minimax_endpoint',
  'pollinations_endpoint',
];

export function currentConnection(ctx: StContext): Connection {
  const source = string(ctx.chatCompletionSettings['chat_completion_source']);
  const model = string(ctx.getChatCompletionModel());
  return { source, model, profile: '', preset: {}, fields: filled({ chat_completion_source: source, model }) };
}

function filled(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

function readProfile(ctx: StContext, id: string): unknown {
  try {
    return ctx.ConnectionManagerRequestService?.getProfile(id) ?? null;
  } catch {
    // SillyTavern throws for an unknown id and when the Connection Manager is off.
    return null;
  }
}

function proxyFields(openai: OpenAiModule | null, name: string): Record<string, string> {
  const proxy = openai?.proxies?.find((item) => isRecord(item) && own(item, 'name') === name);
  if (!isRecord(proxy) || name === '') return {};
  return { reverse_proxy: string(proxy['url']), proxy_password: string(proxy['password']) };
}

/** Throws `model.not-found` for a profile that is gone or is none for chat completion. */
export function connectionFor(ctx: StContext, openai: OpenAiModule | null, settings: AgentSettings): Connection {
  if (settings.profile === '') return currentConnection(ctx);
  const parsed = profileSchema.safeParse(readProfile(ctx, settings.profile));
  const api = parsed.success ? ctx.CONNECT_API_MAP?.[parsed.data.api] : null;
  const source = isRecord(api) && api['selected'] === 'openai' ? string(api['source']) : '';
  if (!parsed.success || source === '') {
    throw new NarrativeError('model.not-found', {
      message: 'The connection profile is not there any more, or is not for chat completion.',
      details: { profile: settings.profile },
    });
  }
  const profile = parsed.data;
  const address = profile['api-url'];
  const preset = ctx.getPresetManager('openai')?.getCompletionPresetByName(profile.preset);
  return {
    source,
    model: profile.model,
    profile: profile.name,
    preset: isRecord(preset) ? preset : {},
    fields: filled({
      chat_completion_source: source,
      model: profile.model,
      secret_id: profile['secret-id'],
      custom_prompt_post_processing: profile['prompt-post-processing'],
      ...Object.fromEntries(addressFields.map((name) => [name, address])),
      ...proxyFields(openai, profile.proxy),
    }),
  };
}
