/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/domain/history/rounds.ts
function gatherRounds(rows, history) {
  const byIndex = new Map(history.map((message) => [message.chatIndex, message]));
  return rows.map((row) => {
    const indexes = [...row.inputIndexes, ...row.replyIndex === null ? [] : [row.replyIndex]];
    const messages = indexes.flatMap((index) => byIndex.get(index) ?? []);
    return { row, round: row.round, messages };
  });
}

export {
  gatherRounds
};
