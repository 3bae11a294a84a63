/** When the variables of the open chat are brought in step, and when not. */
import { beforeEach, expect, it } from 'vitest';
import { NarrativeError } from '../../../src/domain/errors.ts';
import { keepVariables } from '../../../src/pipeline/keep-variables.ts';
import { type InStep, type MvuChat } from '../../../src/pipeline/mvu-chat.ts';
import { type ChatSession } from '../../../src/ports/chat-session.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const sessionWith = (mvu: object | null) => ({ head: () => ({ mvu }) }) as unknown as ChatSession;

let passes: number;
let warned: unknown[];
let standsIn: boolean[];
let problems: string[];
let changes: number;
let state: 'idle' | 'writing';
let over: () => void;
let session: ChatSession | null;
let inStep: () => Promise<InStep>;
const step: InStep = { problems: [], changed: false };

beforeEach(() => {
  [passes, warned, standsIn, problems, changes] = [0, [], [], [], 0];
  state = 'idle';
  session = sessionWith({ stat_data: {} });
  inStep = () => Promise.resolve(step);
});

function keeping() {
  let waiting = Promise.resolve();
  return {
    begin: () => {
      state = 'writing';
      waiting = new Promise((resolve) => {
        over = () => {
          state = 'idle';
          resolve();
        };
      });
    },
    ...keepVariables({
      runner: { status: () => ({ state }), idle: () => waiting },
      chat: () =>
        Promise.resolve({
          keepInStep: () => {
            passes += 1;
            return inStep();
          },
        } as MvuChat),
      session: () => session,
      standIn: (wanted) => standsIn.push(wanted),
      onProblem: ({ where }) => problems.push(where),
      onChanged: () => (changes += 1),
      log: { debug: () => undefined, warn: (_message, details) => warned.push(details) },
    }),
  };
}

it('brings them in step at a touch and stands in for MVU where there are some', async () => {
  inStep = () => Promise.resolve({ problems: [{ book: 'a', where: '[initvar]', message: 'no' }], changed: true });
  keeping().touch();
  await settled();
  expect({ passes, standsIn, problems, changes }).toEqual({
    passes: 1,
    standsIn: [true],
    problems: ['[initvar]'],
    changes: 1,
  });
});

it('stands back where the chat has none, and where no chat is open', async () => {
  session = sessionWith(null);
  const kept = keeping();
  kept.touch();
  await settled();
  session = null;
  kept.touch();
  await settled();
  expect({ passes, standsIn }).toEqual({ passes: 1, standsIn: [false, false] });
});

it('waits for the end of a turn and makes one pass of many touches', async () => {
  const kept = keeping();
  kept.begin();
  for (const _ of [1, 2, 3]) kept.touch();
  await settled();
  expect(passes).toBe(0);
  over();
  await settled();
  expect(passes).toBe(1);
});

it('makes another pass when it was touched during one', async () => {
  const kept = keeping();
  inStep = () => {
    if (passes === 1) kept.touch();
    return Promise.resolve(step);
  };
  kept.touch();
  await settled();
  expect(passes).toBe(2);
});

it('says nothing of a chat that was left meanwhile', async () => {
  inStep = () => {
    session = sessionWith({});
    return Promise.resolve({ ...step, changed: true });
  };
  keeping().touch();
  await settled();
  expect({ standsIn, changes }).toEqual({ standsIn: [], changes: 0 });
});

it.each([
  ['another chat was opened', new NarrativeError('host.chat-changed'), 0],
  ['anything else failed', new Error('broken'), 1],
])('goes on with the next touch after %s', async (_name, error, warnings) => {
  const kept = keeping();
  inStep = () => {
    if (passes > 1) return Promise.resolve(step);
    kept.touch();
    return Promise.reject(error);
  };
  kept.touch();
  await settled();
  expect({ passes, warned: warned.length }).toEqual({ passes: 2, warned: warnings });
});

it('rests once it was stopped', async () => {
  const kept = keeping();
  kept.begin();
  kept.touch();
  kept.stop();
  over();
  await settled();
  kept.touch();
  await settled();
  expect(passes).toBe(0);
});
