/** Rolls an expression from a seed and records every face. */
import { ok, type Result } from '../../shared/result.ts';
import {
  type DiceMode,
  type DiceProblem,
  type DiceRecord,
  type DiceTerm,
  MAX_EXPLOSIONS,
  type RolledDie,
  type RolledSet,
  type RolledTerm,
} from './dice-record.ts';
import { parseDice } from './parse-dice.ts';
import { seededRandom, type SeededRandom } from './seeded-random.ts';

export interface RollRequest {
  readonly expr: string;
  readonly mode?: DiceMode;
  readonly dc?: number | null;
  readonly successBranch?: string | null;
  readonly failureBranch?: string | null;
}

/** Explosions left for the whole roll, both sets together. */
interface Fuse {
  left: number;
}

const valueOf = (die: RolledDie): number => die.rolls.reduce((sum, face) => sum + face, 0);

function rollDie(faces: number, exploding: boolean, random: SeededRandom, fuse: Fuse): number[] {
  const rolls = [random.below(faces) + 1];
  while (exploding && faces > 1 && rolls.at(-1) === faces && fuse.left > 0) {
    fuse.left -= 1;
    rolls.push(random.below(faces) + 1);
  }
  return rolls;
}

function rollTerm(term: DiceTerm, exploding: boolean, random: SeededRandom, fuse: Fuse): RolledTerm {
  if (term.kind === 'number') return term;
  const dice = Array.from({ length: term.count }, () => ({
    rolls: rollDie(term.faces, exploding || term.exploding, random, fuse),
    kept: true,
  }));
  const { selection } = term;
  if (selection) {
    const ranked = [...dice].sort((a, b) =>
      selection.keep === 'high' ? valueOf(b) - valueOf(a) : valueOf(a) - valueOf(b),
    );
    for (const die of ranked.slice(selection.count)) die.kept = false;
  }
  return { kind: 'dice', sign: term.sign, faces: term.faces, dice };
}

const termTotal = (term: RolledTerm): number =>
  term.sign *
  (term.kind === 'number' ? term.value : term.dice.reduce((sum, die) => sum + (die.kept ? valueOf(die) : 0), 0));

/** Natural 20 and 1 count on the one kept d20; two of them, or an exploding one, are no critical. */
function criticalOf(set: RolledSet): DiceRecord['critical'] {
  const twenties = set.terms.flatMap((term) =>
    term.kind === 'dice' && term.faces === 20 && term.sign > 0 ? term.dice.filter((die) => die.kept) : [],
  );
  const [only, second] = twenties;
  if (!only || second || only.rolls.length > 1) return null;
  if (only.rolls[0] === 20) return 'success';
  return only.rolls[0] === 1 ? 'failure' : null;
}

function choose(sets: readonly RolledSet[], mode: DiceMode): number {
  const [first, second] = sets;
  if (!first || !second) return 0;
  return mode === 'advantage' ? Number(second.total > first.total) : Number(second.total < first.total);
}

/**
 * Rolls once (twice with advantage or disadvantage) from `seed`; the same request and seed give the same record.
 * @returns the record, or a sentence about the expression; a problem never counts as a failed check.
 */
export function rollDice(request: RollRequest, seed: number): Result<DiceRecord, DiceProblem> {
  const expression = parseDice(request.expr);
  if (!expression.ok) return expression;
  const { text, terms } = expression.value;
  const mode = request.mode ?? 'normal';
  const random = seededRandom(seed);
  const fuse: Fuse = { left: MAX_EXPLOSIONS };
  const rollSet = (): RolledSet => {
    const rolled = terms.map((term) => rollTerm(term, mode === 'exploding', random, fuse));
    return { terms: rolled, total: rolled.reduce((sum, term) => sum + termTotal(term), 0) };
  };
  const first = rollSet();
  const sets = mode === 'advantage' || mode === 'disadvantage' ? [first, rollSet()] : [first];
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
    critical: mode === 'exploding' ? null : criticalOf(taken),
    explosions: MAX_EXPLOSIONS - fuse.left,
    branch: words?.trim() ? words.trim() : null,
  });
}
