/** The texts our own key scan reads: bare prose and what the state holds, never the labels of a prompt. */
import { stateWords } from '../domain/game-state/state-words.ts';
import { spokenText } from '../domain/history/render-turns.ts';
import { type Round } from '../domain/history/rounds.ts';
import { type World } from '../domain/world.ts';
import { type ScanTexts } from '../domain/worldbook/match-keys.ts';

interface ScannedStory {
  readonly input: string;
  /** The rounds of the window. */
  readonly rounds: readonly Pick<Round, 'messages'>[];
  readonly world: World;
  /** Where a card keeps its variables it holds the card's own names and values only. */
  readonly stateText: string;
}

export function scanTexts({ input, rounds, world, stateText }: ScannedStory): ScanTexts {
  const window = rounds
    .map(({ messages }) => spokenText(messages))
    .filter((text) => text !== '')
    .join('\n');
  return { input, window, state: world.mvu ? stateText : stateWords(world.game) };
}
