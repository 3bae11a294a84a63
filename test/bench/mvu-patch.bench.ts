/** Times ten guarded operations on a tree of 1,000 keys against `structuredClone` of that tree. `npm run bench -- mvu-patch`; exits 1 above 1.5 ×. */
import { cpus } from 'node:os';
import { applyOperations } from '../../src/mvu/patch/apply-operations.ts';
import { buildSchema } from '../../src/mvu/schema/build-schema.ts';
import { type JsonValue } from '../../src/shared/json-value.ts';

const MOST = 1.5;
const ROUNDS = 40;
const REPEATS = 25;

function makeTree() {
  const tree: Record<string, JsonValue> = {
    goods: ['rope', 'oil', '$__META_EXTENSIBLE__$'],
    skills: { $meta: { extensible: true } },
  };
  for (let a = 0; a < 10; a += 1) {
    const place: Record<string, JsonValue> = {};
    tree[`place${a}`] = place;
    for (let b = 0; b < 10; b += 1) {
      const group: Record<string, JsonValue> = {};
      place[`group${b}`] = group;
      for (let c = 0; c < 9; c += 1) group[`key${c}`] = c % 3 === 0 ? `text ${a}${b}${c}` : c;
    }
  }
  return tree;
}

const operations = [
  ...[0, 1, 2].map((i) => ({ op: 'replace', path: `/place${i}/group${i}/key1`, value: 99 })),
  ...[3, 4, 5].map((i) => ({ op: 'delta', path: `/place${i}/group0/key2`, value: 0.1 })),
  { op: 'insert', path: '/goods/-', value: 'lamp' },
  { op: 'insert', path: '/skills/row', value: { level: 1 } },
  { op: 'move', from: '/skills/row', path: '/skills/swim' },
  { op: 'remove', path: '/goods/0' },
];

/** Median microseconds of one call. */
function microseconds(task: () => unknown): number {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    for (let i = 0; i < REPEATS; i += 1) task();
    times.push(((performance.now() - began) * 1000) / REPEATS);
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
}

const { tree, schema } = buildSchema(makeTree(), null);
const patch = () => applyOperations(tree, operations, { dialect: 'classic', schema });
const clone = () => structuredClone(tree);
const done = patch().results.filter((result) => result.ok).length;
if (done !== operations.length) throw new Error(`only ${done} of ${operations.length} operations were carried out`);
for (const warm of [clone, patch, clone, patch]) microseconds(warm);
const [cloned, patched] = [microseconds(clone), microseconds(patch)];
const ratio = patched / cloned;
console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`);
console.log(
  `ten operations on 1,000 keys: ${patched.toFixed(0)} µs, ${ratio.toFixed(2)} × structuredClone (at most ${MOST})`,
);
process.exitCode = ratio > MOST ? 1 : 0;
