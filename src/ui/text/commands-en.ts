/** What is typed and clicked for the next turn, in English. */
import { type UiText } from './ui-text.ts';

export const commandsEn: UiText['commands'] = {
  help: '/na guide TEXT (next turn), noplan [off], style TEXT (this chat), status, stop, analyse, mode [native|compat_plus|compat_strict], state, timeline, run, sources',
  guideIs: (guide) => `Guide for the next turn: ${guide}`,
  noGuide: 'The next turn has no guide.',
  noPlan: 'The next turn is written without a plan.',
  planAgain: 'The next turn is planned as usual.',
  styleIs: (note) => `Style note of this chat: ${note}`,
  noStyle: 'This chat has no style note.',
  idle: 'No turn is running.',
  stopped: 'Stopped.',
  noReply: 'There is no reply to analyse yet.',
  switchedOff: 'Switched off here.',
  modeIs: (mode) => `Prompt mode: ${mode}`,
  modes: {
    native: 'turns',
    compat_plus: 'SillyTavern’s prompt with memory and state',
    compat_strict: 'strictly compatible',
  },
  dropOrder: 'Take it back',
  menuGuide: 'Guide the next turn',
  menuNoPlan: 'Next turn without a plan',
  menuPanels: 'Narrative Agent panels',
  macros: {
    naState: 'The state of the story: time, place, goods, people, quests, flags.',
    naSummary: 'The summary lines of the story, oldest first.',
    naTime: 'Day and clock of the story.',
    naLocation: 'Where the story is.',
    naRound: 'The number of the newest round.',
  },
};
