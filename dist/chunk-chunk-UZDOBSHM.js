/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/domain/dice/explain-dice.ts
var words = {
  zh: {
    check: "检定结果",
    mode: { normal: "", advantage: "（优势）", disadvantage: "（劣势）", exploding: "（爆炸）" },
    colon: "：",
    takes: { higher: "，取高 ", lower: "，取低 " },
    noDc: "无DC",
    success: "成功",
    failure: "失败",
    criticalSuccess: "大成功",
    criticalFailure: "大失败",
    natural: (face) => `（天然 ${face}）`,
    exploded: "爆炸: "
  },
  en: {
    check: "Check",
    mode: { normal: "", advantage: " (advantage)", disadvantage: " (disadvantage)", exploding: " (exploding)" },
    colon: ": ",
    takes: { higher: ", the higher: ", lower: ", the lower: " },
    noDc: "no DC",
    success: "success",
    failure: "failure",
    criticalSuccess: "critical success",
    criticalFailure: "critical failure",
    natural: (face) => ` (natural ${face})`,
    exploded: "exploded: "
  }
};
function facesOf(term) {
  if (term.kind === "number") return String(term.value);
  const shown = term.dice.map((die) => die.kept ? die.rolls.join("+") : `(${die.rolls.join("+")})`);
  return `[${shown.join(", ")}]`;
}
function sumOf(set) {
  const parts = set.terms.map((term, i) => (term.sign < 0 ? "-" : i === 0 ? "" : "+") + facesOf(term));
  return `${parts.join("")} = ${set.total}`;
}
function outcomeWords(record, language) {
  const say = words[language];
  const natural = record.critical === null ? "" : say.natural(record.critical === "success" ? 20 : 1);
  if (record.success === null) return say.noDc + natural;
  if (record.success) return record.critical === "success" ? say.criticalSuccess : say.success + natural;
  return record.critical === "failure" ? say.criticalFailure : say.failure + natural;
}
function explainDice(record, language) {
  const say = words[language];
  const sums = record.sets.map(sumOf).join(" | ");
  const taken = record.sets.length < 2 ? "" : say.takes[record.mode === "advantage" ? "higher" : "lower"] + String(record.total);
  const extra = record.sets.flatMap(
    (set) => set.terms.flatMap((term) => term.kind === "dice" ? term.dice.flatMap((die) => die.rolls.slice(1)) : [])
  );
  const exploded = extra.length > 0 ? ` ${say.exploded}${extra.join(", ")}` : "";
  const dc = record.dc === null ? "" : ` (DC ${record.dc})`;
  const branch = record.branch === null ? "" : `${say.colon}${record.branch}`;
  return `${say.check}${say.mode[record.mode]}${say.colon}${record.expr} = ${sums}${taken}${dc}${exploded} → ${outcomeWords(record, language)}${branch}`;
}

export {
  explainDice
};
