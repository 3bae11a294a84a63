/** The messages of the chat, gathered into the rounds of the path. */
import { type HistoryMessage } from '../run/turn-request.ts';
import { type PathRow } from '../timeline/timeline.ts';

export interface Round {
  readonly row: PathRow;
  readonly round: number;
  /** Inputs first, then the reply; hidden ones included. */
  readonly messages: readonly HistoryMessage[];
}

export function gatherRounds(rows: readonly PathRow[], history: readonly HistoryMessage[]): Round[] {
  const byIndex = new Map(history.map((message) => [message.chatIndex, message]));
  return rows.map((row) => {
    const indexes = [...row.inputIndexes, ...(row.replyIndex === null ? [] : [row.replyIndex])];
    const messages = indexes.flatMap((index) => byIndex.get(index) ?? []);
    return { row, round: row.round, messages };
  });
}
