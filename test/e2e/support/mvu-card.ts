/** A small MVU card of our own with its book: what cards of that kind bring, as small as it can be. */
import { worldbook } from '../../host/worldbook.mjs';

export const mvuBook = 'Marta variables';

/** The demo has its own, larger twin; this one is for counting. */
export const mvuCard = (greeting = 'You step into the lamp shop. Marta looks up.') => ({
  data: {
    name: 'Marta',
    description: 'Marta keeps the lamp shop at the end of the quay.',
    personality: '',
    scenario: '',
    first_mes: greeting,
    mes_example: '',
    alternate_greetings: [
      'The shop is closed. <initvar>\n{"hero": {"coins": 7, "bag": []}, "place": "street", "_mark": 1}\n</initvar>',
    ],
    extensions: { world: mvuBook },
  },
});

export const mvuWorlds = {
  [mvuBook]: worldbook([
    {
      comment: '[initvar] beginning, leave switched off',
      disable: true,
      content: 'hero:\n  coins: 100\n  bag: [lamp, $__META_EXTENSIBLE__$]\nplace: lamp shop\n_mark: 1',
    },
    { comment: '[mvu_update] rules', content: 'RULE-OF-COINS: coins never fall below 0.' },
    { comment: '[mvu_plot] mood', content: 'PLOT-ONLY: the rain never ends.' },
    {
      comment: 'Variables',
      content: 'NOW {{get_message_variable::stat_data.hero.coins}} COINS\n{{format_message_variable::stat_data}}',
    },
  ]),
};
