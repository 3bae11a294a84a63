/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/shared/split-thinking.ts
var thinkingTags = ["think", "thinking", "reasoning", "cot"];
var MAX_TAGS = 1e3;
function splitThinking(text, tags = thinkingTags) {
  const found = findTags(text, new Set(tags.map((tag) => tag.toLowerCase())));
  if (found.length === 0) return { answer: text, thinking: "", unclosed: false };
  const answer = [];
  const thinking = [];
  let depth = 0;
  let from = 0;
  for (const tag of found) {
    const piece = text.slice(from, tag.start);
    const lonelyEnd = tag.closing && depth === 0;
    if (lonelyEnd) thinking.push(...answer.splice(0), piece);
    else (depth === 0 ? answer : thinking).push(piece);
    depth = Math.max(0, depth + (tag.closing ? -1 : 1));
    from = tag.end;
  }
  (depth === 0 ? answer : thinking).push(text.slice(from));
  return { answer: answer.join(""), thinking: thinking.join("\n").trim(), unclosed: depth > 0 };
}
function findTags(text, names) {
  const found = [];
  for (let start = text.indexOf("<"); start >= 0 && found.length < MAX_TAGS; start = text.indexOf("<", start + 1)) {
    const closing = text[start + 1] === "/";
    const from = closing ? start + 2 : start + 1;
    let to = from;
    while (to - from < 24 && /[A-Za-z]/.test(text[to] ?? "")) to += 1;
    if (!names.has(text.slice(from, to).toLowerCase())) continue;
    const rest = /^\s*(?:\s[^<>]{0,80})?>/.exec(text.slice(to, to + 100));
    if (rest) found.push({ start, end: to + rest[0].length, closing });
  }
  return found;
}

export {
  thinkingTags,
  splitThinking
};
