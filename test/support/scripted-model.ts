/** A model that answers by script: an unexpected call fails at once, an unused step fails at the end. */
import { NarrativeError } from '../../src/domain/errors.ts';
import { type LiveModelClient, type ModelReply, type ModelRequest } from '../../src/ports/model-client.ts';

export type ScriptedStep =
  /** Plain text, or a whole reply. */
  | { readonly say: string | Partial<ModelReply>; readonly expect?: (request: ModelRequest) => void }
  | { readonly fail: Error; readonly expect?: (request: ModelRequest) => void }
  /** Never answers; only the signal ends it. */
  | { readonly hang: true; readonly expect?: (request: ModelRequest) => void };

export interface ScriptedModel extends LiveModelClient {
  readonly requests: readonly ModelRequest[];
  /** Requests that were really ended by their signal. */
  readonly aborted: () => number;
  /** Throws when steps were not used or a call came that none was for. */
  readonly finish: () => void;
}

const noUsage = { promptTokens: null, completionTokens: null, cachedTokens: null };

export function scriptedModel(steps: readonly ScriptedStep[]): ScriptedModel {
  const requests: ModelRequest[] = [];
  const problems: string[] = [];
  let aborted = 0;
  const model = 'scripted-1';
  const client: ScriptedModel = {
    hold: () => client,
    requests,
    aborted: () => aborted,
    describe: () => ({ source: 'script', model, profile: '' }),
    async complete(request, signal, onText) {
      const step = steps[requests.length];
      requests.push(structuredClone(request));
      if (!step) {
        problems.push(`unexpected call ${requests.length} of ${request.slot}`);
        throw new NarrativeError('model.rejected', { message: problems.at(-1) ?? '' });
      }
      step.expect?.(request);
      if ('hang' in step) return hangUntil(signal, () => (aborted += 1));
      if ('fail' in step) throw step.fail;
      const reply = typeof step.say === 'string' ? { text: step.say } : step.say;
      const whole: ModelReply = { text: '', reasoning: '', finish: 'stop', usage: noUsage, model, ...reply };
      onText?.(whole.text);
      return whole;
    },
    finish() {
      if (requests.length < steps.length) problems.push(`${steps.length - requests.length} steps were not used`);
      if (problems.length > 0) throw new Error(problems.join('; '));
    },
  };
  return client;
}

function hangUntil(signal: AbortSignal, onAbort: () => void): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      onAbort();
      reject(new NarrativeError('run.cancelled'));
    });
  });
}
