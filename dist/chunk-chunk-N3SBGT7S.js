/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/domain/timeline/pending-rounds.ts
function pendingRounds(timeline, { native }) {
  return timeline.rows.filter((row) => {
    if (row.pageId === null || row.kind === "greeting") return false;
    if (row.analysis === "pending" || row.analysis === "failed") return true;
    return native && row.analysis === "none";
  });
}

export {
  pendingRounds
};
