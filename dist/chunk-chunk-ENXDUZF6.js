/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  MAX_DICE,
  MAX_EXPLOSIONS,
  MAX_FACES,
  MAX_NUMBER
} from "./chunk-chunk-4TTLCSFA.js";
import {
  err,
  ok
} from "./chunk-chunk-6YIDDJLF.js";

// src/domain/dice/seeded-random.ts
var TWO_32 = 4294967296;
var rotateLeft = (value, bits) => value << bits | value >>> 32 - bits;
function splitMix(seed) {
  let state = seed >>> 0;
  return () => {
    state = state + 2654435769 >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ mixed >>> 16, 569420461);
    mixed = Math.imul(mixed ^ mixed >>> 15, 1935289751);
    return (mixed ^ mixed >>> 15) >>> 0;
  };
}
function seededRandom(seed) {
  const spread = splitMix(seed);
  let [a, b, c, d] = [spread(), spread(), spread(), spread()];
  const word = () => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result;
  };
  return {
    next: () => word() / TWO_32,
    below(bound) {
      const limit = TWO_32 - TWO_32 % bound;
      let drawn = word();
      while (drawn >= limit) drawn = word();
      return drawn % bound;
    }
  };
}
function deriveSeed(seed, label) {
  let mixed = (seed ^ 2166136261) >>> 0;
  for (let i = 0; i < label.length; i += 1) mixed = Math.imul(mixed ^ label.charCodeAt(i), 16777619);
  return splitMix(mixed)();
}

// src/domain/dice/parse-dice.ts
var MAX_LENGTH = 100;
var DICE = /^(\d*)d(\d+|%)(!?)(?:(kh|kl|dh|dl|k)(\d*))?(!?)$/;
var NUMBER = /^\d+$/;
var problem = (zh, en) => err({ zh, en });
function normalise(text) {
  return text.normalize("NFKC").toLowerCase().replace(/[\u2212\u2013\u2014]/g, "-").replace(/\s+/g, "");
}
function readSelection(word, amount, count) {
  if (word === void 0) return null;
  const number = amount === "" ? 1 : Number(amount);
  if (number < 1 || number > count) return "bad";
  if (word === "k" || word === "kh") return { keep: "high", count: number };
  if (word === "kl") return { keep: "low", count: number };
  if (number === count) return "bad";
  return { keep: word === "dh" ? "low" : "high", count: count - number };
}
function limitProblem(text, count, faces) {
  if (count < 1 || count > MAX_DICE) {
    return problem(`“${text}”的骰子数要在 1 到 ${MAX_DICE} 之间`, `“${text}” needs 1 to ${MAX_DICE} dice`);
  }
  if (faces < 1 || faces > MAX_FACES) {
    return problem(`“${text}”的面数要在 1 到 ${MAX_FACES} 之间`, `“${text}” needs 1 to ${MAX_FACES} faces`);
  }
  return null;
}
function readTerm(text, sign) {
  if (NUMBER.test(text)) {
    const value = Number(text);
    return value > MAX_NUMBER ? problem(`数字 ${text} 太大（最多 ${MAX_NUMBER}）`, `the number ${text} is too large (at most ${MAX_NUMBER})`) : ok({ kind: "number", sign, value });
  }
  const match = DICE.exec(text);
  if (!match)
    return problem(`看不懂“${text}”，应写成 2d6、d20、4d6kh3`, `“${text}” is not dice; write 2d6, d20, 4d6kh3`);
  const [, amount = "", faceText = "", early, word, selected = "", late] = match;
  const count = amount === "" ? 1 : Number(amount);
  const faces = faceText === "%" ? 100 : Number(faceText);
  const exploding = early === "!" || late === "!";
  const beyond = limitProblem(text, count, faces);
  if (beyond) return beyond;
  if (exploding && faces < 2)
    return problem(`“${text}”：一面骰不能爆炸`, `“${text}”: a die of one face cannot explode`);
  const selection = readSelection(word, selected, count);
  if (selection === "bad") {
    return problem(`“${text}”保留或去掉的骰子数不对`, `“${text}” keeps or drops more dice than it can`);
  }
  return ok({ kind: "dice", sign, count, faces, exploding, selection });
}
function spell(term) {
  if (term.kind === "number") return String(term.value);
  const selection = term.selection ? `k${term.selection.keep === "high" ? "h" : "l"}${term.selection.count}` : "";
  return `${term.count}d${term.faces}${selection}${term.exploding ? "!" : ""}`;
}
function parseDice(text) {
  if (text.length > MAX_LENGTH) return problem("骰子表达式太长", "the dice expression is too long");
  if (/\d\s+\d/.test(text)) {
    return problem(`“${text}”里两个数之间缺少加减号`, `“${text}” lacks a plus or minus between two numbers`);
  }
  const compact = normalise(text);
  if (compact === "") return problem("没有骰子表达式，例如 1d20+3", "there is no dice expression, e.g. 1d20+3");
  const signed = /^[+-]/.test(compact) ? compact : `+${compact}`;
  const pieces = signed.match(/[+-][^+-]*/g) ?? [];
  const terms = [];
  for (const piece of pieces) {
    const body = piece.slice(1);
    if (body === "") {
      return problem(`“${text}”里有多余的加减号`, `“${text}” has a plus or minus with nothing after it`);
    }
    const term = readTerm(body, piece.startsWith("-") ? -1 : 1);
    if (!term.ok) return term;
    terms.push(term.value);
  }
  const dice = terms.reduce((sum, term) => sum + (term.kind === "dice" ? term.count : 0), 0);
  if (dice === 0) return problem(`“${text}”里没有骰子`, `there are no dice in “${text}”`);
  if (dice > MAX_DICE)
    return problem(`骰子共 ${dice} 个，最多 ${MAX_DICE} 个`, `${dice} dice are too many (at most ${MAX_DICE})`);
  const spelled = terms.map((term) => (term.sign < 0 ? "-" : "+") + spell(term)).join("");
  return ok({ text: spelled.startsWith("+") ? spelled.slice(1) : spelled, terms });
}

// src/domain/dice/roll-dice.ts
var valueOf = (die) => die.rolls.reduce((sum, face) => sum + face, 0);
function rollDie(faces, exploding, random, fuse) {
  const rolls = [random.below(faces) + 1];
  while (exploding && faces > 1 && rolls.at(-1) === faces && fuse.left > 0) {
    fuse.left -= 1;
    rolls.push(random.below(faces) + 1);
  }
  return rolls;
}
function rollTerm(term, exploding, random, fuse) {
  if (term.kind === "number") return term;
  const dice = Array.from({ length: term.count }, () => ({
    rolls: rollDie(term.faces, exploding || term.exploding, random, fuse),
    kept: true
  }));
  const { selection } = term;
  if (selection) {
    const ranked = [...dice].sort(
      (a, b) => selection.keep === "high" ? valueOf(b) - valueOf(a) : valueOf(a) - valueOf(b)
    );
    for (const die of ranked.slice(selection.count)) die.kept = false;
  }
  return { kind: "dice", sign: term.sign, faces: term.faces, dice };
}
var termTotal = (term) => term.sign * (term.kind === "number" ? term.value : term.dice.reduce((sum, die) => sum + (die.kept ? valueOf(die) : 0), 0));
function criticalOf(set) {
  const twenties = set.terms.flatMap(
    (term) => term.kind === "dice" && term.faces === 20 && term.sign > 0 ? term.dice.filter((die) => die.kept) : []
  );
  const [only, second] = twenties;
  if (!only || second || only.rolls.length > 1) return null;
  if (only.rolls[0] === 20) return "success";
  return only.rolls[0] === 1 ? "failure" : null;
}
function choose(sets, mode) {
  const [first, second] = sets;
  if (!first || !second) return 0;
  return mode === "advantage" ? Number(second.total > first.total) : Number(second.total < first.total);
}
function rollDice(request, seed) {
  const expression = parseDice(request.expr);
  if (!expression.ok) return expression;
  const { text, terms } = expression.value;
  const mode = request.mode ?? "normal";
  const random = seededRandom(seed);
  const fuse = { left: MAX_EXPLOSIONS };
  const rollSet = () => {
    const rolled = terms.map((term) => rollTerm(term, mode === "exploding", random, fuse));
    return { terms: rolled, total: rolled.reduce((sum, term) => sum + termTotal(term), 0) };
  };
  const first = rollSet();
  const sets = mode === "advantage" || mode === "disadvantage" ? [first, rollSet()] : [first];
  const chosen = choose(sets, mode);
  const taken = sets[chosen] ?? first;
  const dc = request.dc ?? null;
  const success = dc === null ? null : taken.total >= dc;
  const words = success === null ? null : success ? request.successBranch : request.failureBranch;
  return ok({
    expr: text,
    mode,
    seed,
    sets,
    chosen,
    total: taken.total,
    dc,
    success,
    critical: mode === "exploding" ? null : criticalOf(taken),
    explosions: MAX_EXPLOSIONS - fuse.left,
    branch: words?.trim() ? words.trim() : null
  });
}

export {
  seededRandom,
  deriveSeed,
  rollDice
};
