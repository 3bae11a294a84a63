/** Tells which swipe of which message was deleted, behind every other listener. */
import { isRecord } from '../shared/safe-json.ts';
import { type Undo } from '../shared/undo-list.ts';
import { listen } from './events.ts';
import { type St } from './st-context.ts';

export function onSwipeDeleted(st: St, handler: (index: number, swipe: number) => void): Undo {
  return listen(
    st(),
    'MESSAGE_SWIPE_DELETED',
    (data) => {
      if (!isRecord(data)) return;
      const [index, swipe] = [Number(data['messageId']), Number(data['swipeId'])];
      if (Number.isInteger(index) && Number.isInteger(swipe)) handler(index, swipe);
    },
    'last',
  );
}
