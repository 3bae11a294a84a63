/** What the agents are told from outside the story: the chat's standing note on style, then what is ordered for this turn alone. */
import { type OpenState } from './turn-state.ts';

interface Guided {
  readonly session: Pick<OpenState['session'], 'choice'>;
  readonly orders: Pick<OpenState['orders'], 'guide'>;
}

export function guidanceOf({ session, orders }: Guided): string {
  const note = session.choice('styleNote');
  return [typeof note === 'string' ? note.trim() : '', orders.guide.trim()].filter((text) => text !== '').join('\n');
}
