/** Every roll of a list of records, newest first, each with its line. */
import { explainDice } from '../../domain/dice/explain-dice.ts';
import { type ExecutionRecord } from '../../domain/run/execution.ts';
import { type StoryLanguage } from '../../domain/run/turn-request.ts';
import { type BenchRoll } from '../../ports/tool-bench.ts';

export function rollLog(records: readonly ExecutionRecord[], language: StoryLanguage): BenchRoll[] {
  return records
    .flatMap(({ rolls, tool, startedAt }) =>
      rolls.map((record) => ({ record, text: explainDice(record, language), tool, at: startedAt })),
    )
    .reverse();
}
