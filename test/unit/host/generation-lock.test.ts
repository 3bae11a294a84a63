import { describe, expect, it } from 'vitest';
import { type RunId } from '../../../src/domain/ids.ts';
import { makeGenerationLock } from '../../../src/host/generation-lock.ts';
import { makeFakeSt } from '../../support/fake-st.ts';

const one = 'run-1' as RunId;
const two = 'run-2' as RunId;

function setup() {
  const fake = makeFakeSt();
  const flags: boolean[] = [];
  const lock = makeGenerationLock(fake.st, { setSendButtonState: (pressed) => void flags.push(pressed) });
  return { lock, flags, called: fake.called };
}

describe('the generation lock', () => {
  it('guards without a change on the screen', () => {
    const { lock, flags, called } = setup();
    lock.guard(one);
    lock.release(one);
    expect(flags).toEqual([true, false]);
    expect(called).toEqual([]);
  });

  it('holds with the stop button on, and opens once', () => {
    const { lock, called } = setup();
    lock.guard(one);
    lock.hold(one);
    lock.release(one);
    lock.release(one);
    expect(called).toEqual(['deactivateSendButtons', 'activateSendButtons']);
  });

  it('is opened only by the newest run', () => {
    const { lock, called } = setup();
    lock.hold(one);
    lock.hold(two);
    lock.release(one);
    expect(called).not.toContain('activateSendButtons');
    lock.release(two);
    expect(called).toContain('activateSendButtons');
  });

  it('is renewed only while it is held', () => {
    const { lock, called } = setup();
    lock.renew();
    lock.guard(one);
    lock.renew();
    expect(called).toEqual([]);
    lock.hold(one);
    lock.renew();
    lock.forget(one);
    lock.renew();
    lock.release(one);
    expect(called).toEqual(['deactivateSendButtons', 'deactivateSendButtons']);
  });
});
