/** What the agents are told from outside the story: the chat's standing note on style, then what is ordered for this turn alone. */
import { type OpenState } from './turn-state.ts';

export function guidanceOf({ session, orders }: Pick<OpenState, 'session' | 'orders'>): string {
  const note = session.choice('styleNote');
  return [typeof note === 'string' ? note.trim() : '', orders.guide.trim()].filter((text) => text !== '').join('\n');
}
