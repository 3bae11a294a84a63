/** Freezes what the host read into the turn's only input, and settles the story's language at the first round. */
import { languageInUse, storyLanguage } from '../../domain/prompt/story-language.ts';
import { type TurnMaterial } from '../../ports/turn-runner.ts';
import { deepFreeze } from '../../shared/deep-freeze.ts';
import { type OpenState, type RequestState } from '../turn-state.ts';

export function readRequest(open: OpenState, material: TurnMaterial): RequestState {
  const { session, settings, runId } = open;
  const chosen = settings.promptLanguage;
  const { card, history } = material;
  const greeting = () => history.find(({ role }) => role === 'assistant')?.text ?? card.firstMessage;
  const language = languageInUse(chosen, session.language, () =>
    storyLanguage('auto', [card.description, card.scenario, greeting()]),
  );
  if (session.language === null) session.setLanguage(language);
  return { ...open, request: deepFreeze({ ...material, runId, language, settings }) };
}
