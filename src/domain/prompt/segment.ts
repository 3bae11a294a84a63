/** A prompt is a list of segments: named, tagged pieces with a role and a source, rendered at one place. */
export type SegmentKey =
  | 'preset_system'
  | 'worldinfo1'
  | 'instructions'
  | 'tool_list'
  | 'user_preset'
  | 'card'
  | 'examples'
  | 'authors_note'
  | 'character_note'
  | 'injected'
  | 'worldinfo2'
  | 'story_summary'
  | 'user_persona'
  | 'recent_turns'
  | 'worldinfo3'
  | 'text_recall'
  | 'writing_guide'
  | 'tool_results'
  | 'state_summary'
  | 'turn_text'
  | 'guidance'
  | 'user_input'
  | 'tool_context'
  | 'task';

export interface Segment {
  readonly key: SegmentKey;
  readonly role: 'system' | 'user';
  /** The text inside the tag. */
  readonly text: string;
  /** XML tag around it; null for plain text. */
  readonly tag: string | null;
  /** Where it came from, e.g. `entry:Harbour#3`, `card.description`, `chat`. */
  readonly source: string;
  /** What may be cut first when the budget is short: 0 never, then the highest first. */
  readonly priority: number;
  /** It must stay, but may lose its middle when nothing else is left to go; this stands in its place. */
  readonly middleMark?: string;
  /** The same from turn to turn, as far as we can know. */
  readonly steady?: boolean;
  /** Who says what in `text`, of a single round. */
  readonly turns?: readonly SpokenText[];
  /** Smaller pieces this segment may lose one by one, oldest or least important first; `text` is these, joined. */
  readonly pieces?: readonly Piece[];
  /** Between pieces, and between neighbours that share a tag; a blank line unless said otherwise. */
  readonly separator?: string;
}

export interface Piece {
  readonly text: string;
  readonly source: string;
  /** The same text as who says it, for a prompt whose rounds are messages; of one without, the user's side says all. */
  readonly turns?: readonly SpokenText[];
}

export interface SpokenText {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** `classic`: the documented order in two messages. `cache`: what stays the same first, the rounds as messages. */
export type PromptLayout = 'classic' | 'cache';

export interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string | readonly unknown[];
}

export interface CutRecord {
  readonly key: SegmentKey;
  readonly source: string;
  readonly tokens: number;
  readonly reason: 'budget_exceeded';
}

/** A prompt ready to send, with the list it was made from: the inspector, the budget and the golden files read this. */
export interface RenderedPrompt {
  /** Absent where the order is not ours. */
  readonly layout?: PromptLayout;
  readonly messages: readonly PromptMessage[];
  readonly segments: readonly Segment[];
  readonly tokens: number;
  readonly cut: readonly CutRecord[];
}
