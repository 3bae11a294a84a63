/** Asks the player by dialogs whose code is loaded at the first question. */
import { type Log } from '../../ports/log.ts';
import { type PlayerQuestions } from '../../ports/player-questions.ts';
import { type ScreenLanguage } from '../text.ts';

/** A dialog that cannot be loaded counts as not answered. */
export function makePlayerQuestions(page: Document, language: () => ScreenLanguage, log: Log): PlayerQuestions {
  const orNull = <T>(asked: Promise<T | null>): Promise<T | null> =>
    asked.catch((error: unknown) => {
      log.warn('A question could not be shown.', error);
      return null;
    });
  return {
    mayRun: (question, signal) =>
      orNull(
        import('./consent-dialog.tsx').then(({ askConsent }) =>
          askConsent(question, { page, language: language(), signal }),
        ),
      ),
    usePreset: (offer, signal) =>
      orNull(
        import('./preset-offer.tsx').then(({ offerPreset }) =>
          offerPreset(offer, { page, language: language(), signal }),
        ),
      ),
  };
}
