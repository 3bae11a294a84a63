/** Cuts chat[] into rounds: each reply closes one, the player's and narrator's messages before it are its input. */
import { type HostMessage } from './host-chat-view.ts';

export interface ChatSegment {
  readonly inputs: readonly HostMessage[];
  /** null: an input nobody answered yet; only the last segment can be so. */
  readonly reply: HostMessage | null;
  /** No message of the player stands before it in the whole chat: the greeting's place. */
  readonly leading: boolean;
}

/**
 * Hidden messages count like all others: hidden is not undone. SillyTavern's own small messages belong to no round.
 * `playerSpoke`: a message of the player stands somewhere before these.
 */
export function segmentChat(messages: readonly HostMessage[], playerSpoke = false): readonly ChatSegment[] {
  const segments: ChatSegment[] = [];
  let inputs: HostMessage[] = [];
  let spoke = playerSpoke;
  for (const message of messages) {
    switch (message.role) {
      case 'system':
        break;
      case 'user':
        spoke = true;
        inputs.push(message);
        break;
      case 'narrator':
        inputs.push(message);
        break;
      case 'assistant':
        segments.push({ inputs, reply: message, leading: !spoke });
        inputs = [];
        break;
    }
  }
  if (inputs.length > 0) segments.push({ inputs, reply: null, leading: !spoke });
  return segments;
}
