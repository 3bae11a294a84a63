/** The demo's story in English: the planner's answers. */

/** @type {import('./story-types.mjs').Plans} */
export const plansEn = {
  plans: {
    look: {
      intent: 'to see what is around; no risk',
      direction:
        'Show the layers of the fog and what can be seen, from far to near, ending on a small movement of Wren. No time passes, nobody new.',
      points: ['three things seen in the fog', 'the clerk or an empty boat behind', 'stop where the player can act'],
      tone: 'quiet',
      pacing: 'slow',
      notes: [],
    },
    talk: {
      intent: 'to learn something; no roll',
      direction:
        'Wren thinks before she answers and tells one thing only: the salt tax or the bell. Old Scales adds something dry. She makes room.',
      points: ['Wren says three sentences at most', 'Old Scales puts in one', 'a few minutes pass'],
      tone: 'calm',
      pacing: 'medium',
      notes: ['Wren: the words for the bell are told once (round 0); the tax clerk must not know them'],
    },
    buy: {
      intent: 'to buy lamp oil and ask about crossing; settled',
      direction:
        'Old Scales weighs and takes his coins, hard words, soft heart; Wren promises to cross at the bell. Twenty minutes pass, the fog thickens; stop before casting off.',
      points: ['two coins for a bottle', "Wren's promise", 'twenty minutes'],
      tone: 'calm, a little warm',
      pacing: 'medium',
      notes: ['Old Scales: two coins a bottle, never off by a grain'],
    },
    sneak: {
      intent: 'to take something past the tax clerk; open',
      direction:
        'Along the shadow of the crates toward the strongbox, the lantern going to and fro. Success: a salt receipt. Failure: called out and fined a coin. Nobody is hurt.',
      points: ['the lantern to and fro', 'as the roll says', 'Old Scales sees it'],
      tone: 'tense',
      pacing: 'fast',
      notes: ['the tax clerk: afraid of the fog, does not follow into it'],
      calls: [
        {
          tool: 'roll_dice',
          params: { mode: 'normal', expr: '1d20', dc: 10 },
          success_branch: 'a salt receipt, unseen',
          failure_branch: 'a board cries out, a coin in fines',
          reason: 'whether the clerk notices',
        },
      ],
    },
    cross: {
      intent: 'to cross the Fogmouth at ebb; open',
      direction:
        'Cast off at the bell, into the fog on the ebb; the second wave decides. Success: past the bell to the other shore. Failure: turned back before it, a bottle of oil lost, all safe.',
      points: ['the tide as the tool says', 'the wave as the roll says', 'the words are said under the bell'],
      tone: 'tense',
      pacing: 'fast',
      notes: ['Wren: never forces the bell', 'the words for the bell are in round 0, not a word changed'],
      calls: [
        { tool: 'tide', params: {}, reason: 'whether it is ebb' },
        {
          tool: 'roll_dice',
          params: { mode: 'normal', expr: '1d20', dc: 12 },
          success_branch: 'the boat is held, the other shore after forty minutes',
          failure_branch: 'half a beat late, a bottle of oil spilt, back where they came from',
          reason: 'whether the boat is held at the wave',
        },
      ],
    },
    recall: {
      intent: 'to remember what Wren taught; no risk',
      direction:
        'Let the words come back exactly as they were told; Old Scales bears witness in one line. No time passes, no events.',
      points: ['the original words', 'Old Scales knew one who had it wrong'],
      tone: 'low',
      pacing: 'slow',
      notes: ['Wren: the words for the bell (round 0); the tax clerk must not know them'],
      recall: [0],
    },
    other: {
      intent: 'a small thing; no risk',
      direction:
        'A small reaction from each of the two, none from the fog. No time passes; stop where the player can act.',
      points: ["Wren's reaction", "Old Scales' reaction"],
      tone: 'quiet',
      pacing: 'medium',
      notes: [],
    },
  },
  creditPlan: {
    intent: 'to buy lamp oil with too few coins; settled',
    direction:
      'Old Scales sees the coins fall short, sighs, notches a tally and hands over the oil all the same. On credit.',
    points: ['the tally', 'a bottle of lamp oil', 'Wren keeps tallies too'],
    tone: 'calm, a little warm',
    pacing: 'medium',
    notes: ['Old Scales: no credit to liars'],
  },
};
