/** A round whose variables nobody could update: they stay as they were. */
import { type MvuStep } from './update-mvu.ts';

export const unchangedVariables: MvuStep = {
  effects: [],
  blockOperations: null,
  report: { source: 'none', because: null, rejected: [], changes: [], cutOff: false, error: null },
};
