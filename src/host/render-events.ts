/** The three events older scripts wait for after a reply was changed, in their old order; our own listeners do not answer them. */
import { emit } from './events.ts';
import { type OwnWrites } from './own-writes.ts';
import { type St } from './st-context.ts';

/** Resolves when every listener is done. */
export function fireRenderEvents(st: St, own: OwnWrites, index: number): Promise<void> {
  return own.during(async () => {
    await emit(st(), 'MESSAGE_EDITED', index);
    await emit(st(), 'MESSAGE_UPDATED', index);
    await emit(st(), 'CHARACTER_MESSAGE_RENDERED', index, 'normal');
  });
}
