/** Turns what was wrong with a raw answer into an error of the trade. */
import { NarrativeError, type ErrorCode } from '../domain/errors.ts';
import { type AnswerProblem } from '../shared/read-answer.ts';

const codes: Record<AnswerProblem['kind'], ErrorCode> = {
  empty: 'model.empty',
  refusal: 'model.refused',
  'not-json': 'answer.not-json',
  'wrong-shape': 'answer.invalid',
  'cut-off': 'answer.cut-off',
  'too-long': 'answer.invalid',
};

export function problemAsError({ kind, message }: AnswerProblem): NarrativeError {
  return new NarrativeError(codes[kind], { message });
}
