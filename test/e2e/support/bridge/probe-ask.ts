/** One call of the model client inside the page, in and out as plain data. */
import { NarrativeError } from '../../../../src/domain/errors.ts';
import { type ModelClient, type ModelReply } from '../../../../src/ports/model-client.ts';

export interface ProbeRequest {
  readonly text: string;
  readonly profile?: string;
  readonly schema?: boolean;
  readonly firstTokenSeconds?: number;
  readonly totalSeconds?: number;
  readonly temperature?: number;
  readonly abortAfter?: number;
}
export interface ProbeAnswer {
  readonly reply?: ModelReply;
  readonly code?: string;
  readonly pieces: number;
  /** The request's own message objects are as they were. */
  readonly untouched: boolean;
}

/** Never rejects. */
export async function askModel(client: ModelClient, request: ProbeRequest): Promise<ProbeAnswer> {
  const messages = [{ role: 'user' as const, content: request.text }];
  const controller = new AbortController();
  if (request.abortAfter !== undefined) setTimeout(() => controller.abort(), request.abortAfter);
  let pieces = 0;
  const settings = {
    profile: request.profile ?? '',
    maxTokens: 0,
    temperature: request.temperature ?? null,
    firstTokenTimeoutSeconds: request.firstTokenSeconds ?? 10,
    totalTimeoutSeconds: request.totalSeconds ?? 20,
    instructionsAppend: '',
    instructionsOverride: '',
    instructionsBasis: '',
  };
  const jsonSchema = request.schema ? { name: 'answer', schema: { type: 'object' } } : null;
  const untouched = (): boolean => messages.length === 1 && messages[0]?.content === request.text;
  try {
    const reply = await client.complete(
      { slot: 'analysis', messages, settings, maxTokens: 321, reasoning: 'low', jsonSchema },
      controller.signal,
      () => (pieces += 1),
    );
    return { reply, pieces, untouched: untouched() };
  } catch (error) {
    return { code: error instanceof NarrativeError ? error.code : String(error), pieces, untouched: untouched() };
  }
}
