/** What a post tool showed on a page, as it rides with the page: to show it again, and to keep it out of history. */
export interface ToolOutput {
  readonly tool: string;
  /** As it stands in the message; of a panel, what stands in it. */
  readonly text: string;
  readonly keepInHistory?: true;
  /** It stands beside the message, under this title, and not in its text. */
  readonly panel?: string;
}
