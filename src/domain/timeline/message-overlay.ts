/** What was done to one message of a committed page by hand; the message itself stays as it was committed. */
export interface MessageOverlay {
  /** Only for messages that stand in no chat file; the others are hidden there. */
  readonly hidden?: boolean;
  /** Append-only, the first text in front. */
  readonly revisions?: readonly { readonly text: string; readonly at: number | null }[];
}
