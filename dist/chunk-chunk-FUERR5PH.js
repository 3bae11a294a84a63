/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/domain/worldbook/entry-id.ts
function entryId(entry) {
  return `${entry.book}
${entry.uid}`;
}
function entrySource(entry) {
  const title = entry.comment.trim() || entry.book || "card";
  return `entry:${title}#${entry.uid}`;
}
function sortEntries(items, entryOf) {
  return [...items].sort((left, right) => {
    const a = entryOf(left);
    const b = entryOf(right);
    return a.order - b.order || compareUid(a.uid, b.uid);
  });
}
function compareUid(a, b) {
  const difference = Number(a) - Number(b);
  if (!Number.isNaN(difference)) return difference;
  return a < b ? -1 : a > b ? 1 : 0;
}

export {
  entryId,
  entrySource,
  sortEntries
};
