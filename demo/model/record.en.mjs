/** The demo's story in English: what each phrase of its prose did to the world. */

/** @type {import('./story-types.mjs').StoryRecord} */
export const recordEn = {
  goods: [
    { quote: 'five coins', events: [{ type: 'add_item', params: { item: 'coin', quantity: 5 } }] },
    { quote: 'three coins', events: [{ type: 'add_item', params: { item: 'coin', quantity: 3 } }] },
    { quote: 'an empty lantern', events: [{ type: 'add_item', params: { item: 'lantern', quantity: 1 } }] },
    { quote: 'three coins, a lantern', events: [{ type: 'add_item', params: { item: 'lantern', quantity: 1 } }] },
    { quote: 'a bottle of lamp oil, and', events: [{ type: 'add_item', params: { item: 'lamp oil', quantity: 1 } }] },
    { quote: 'an unsealed letter', events: [{ type: 'add_item', params: { item: 'letter', quantity: 1 } }] },
  ],
  facts: [
    {
      quote: 'Two coins lie in the pan',
      events: [{ type: 'remove_item', params: { item: 'coin', quantity: 2 } }],
      patches: [{ op: 'delta', path: '/coins', value: -2 }],
    },
    {
      quote: 'bottle of lamp oil is put into your hand',
      events: [{ type: 'add_item', params: { item: 'lamp oil', quantity: 1 } }],
      patches: [{ op: 'delta', path: '/oil', value: 1 }],
    },
    {
      quote: 'A lamp is hungrier in fog',
      events: [{ type: 'modify_relationship', params: { npc: 'Old Scales', delta: 3 } }],
      patches: [{ op: 'delta', path: '/regard/Old Scales', value: 1 }],
    },
    {
      quote: 'I gave you over the measure',
      events: [{ type: 'modify_relationship', params: { npc: 'Old Scales', delta: 4 } }],
      patches: [{ op: 'delta', path: '/regard/Old Scales', value: 1 }],
    },
    {
      quote: 'On the tally, then',
      events: [{ type: 'set_flag', params: { flag: 'owes Old Scales', value: 2 } }],
      patches: [{ op: 'delta', path: '/regard/Old Scales', value: -1 }],
    },
    {
      quote: 'When the bell rings I take you over',
      events: [{ type: 'start_quest', params: { quest_id: 'Cross the Fogmouth', stage: 'waiting for the bell' } }],
    },
    { quote: 'Twenty minutes go by', events: [{ type: 'pass_time', params: { minutes: 20 } }] },
    { quote: 'Twenty minutes are longer than they sound', events: [{ type: 'pass_time', params: { minutes: 20 } }] },
    { quote: "A pipe's length of time goes by", events: [{ type: 'pass_time', params: { minutes: 10 } }] },
    {
      quote: 'leaves you half the thwart',
      events: [{ type: 'modify_relationship', params: { npc: 'Wren', delta: 2 } }],
      patches: [{ op: 'delta', path: '/regard/Wren', value: 1 }],
    },
    { quote: 'Forty minutes later', events: [{ type: 'pass_time', params: { minutes: 40 } }] },
    {
      quote: 'Hold her like that',
      events: [{ type: 'modify_relationship', params: { npc: 'Wren', delta: 5 } }],
      patches: [{ op: 'delta', path: '/regard/Wren', value: 2 }],
    },
    {
      quote: 'of a bottle of oil there is only what clings to the wick',
      events: [{ type: 'remove_item', params: { item: 'lamp oil', quantity: 1 } }],
      patches: [{ op: 'delta', path: '/oil', value: -1 }],
    },
    {
      quote: 'the keel touches stone',
      events: [{ type: 'complete_quest', params: { quest_id: 'Cross the Fogmouth', outcome: 'success' } }],
    },
    {
      quote: 'a strand of old bell rope into your hand',
      events: [{ type: 'add_item', params: { item: 'bell rope', quantity: 1 } }],
      patches: [{ op: 'insert', path: '/pack/-', value: 'bell rope' }],
    },
    {
      quote: 'step onto the stairs of the lighthouse',
      events: [{ type: 'move', params: { location: 'the lighthouse' } }],
    },
    {
      quote: 'step onto the boards of the Old Pier',
      events: [{ type: 'move', params: { location: 'the Old Pier' } }],
    },
    {
      quote: 'bottle of oil spills into the water',
      events: [{ type: 'remove_item', params: { item: 'lamp oil', quantity: 1 } }],
      patches: [{ op: 'delta', path: '/oil', value: -1 }],
    },
    {
      quote: 'a coin slips from your purse',
      events: [{ type: 'remove_item', params: { item: 'coin', quantity: 1 } }],
      patches: [{ op: 'delta', path: '/coins', value: -1 }],
    },
    {
      quote: 'water is over your ankles',
      events: [{ type: 'set_flag', params: { flag: 'wet shoes', value: true } }],
      patches: [
        { op: 'delta', path: '/health', value: -1 },
        { op: 'delta', path: '/fog', value: 1 },
      ],
    },
    {
      quote: 'The bell did not let us by',
      events: [
        { type: 'advance_quest', params: { quest_id: 'Cross the Fogmouth', stage: 'turned back before the bell' } },
      ],
    },
    {
      quote: 'draw out one salt receipt',
      events: [{ type: 'add_item', params: { item: 'salt receipt', quantity: 1 } }],
      patches: [{ op: 'insert', path: '/pack/-', value: 'salt receipt' }],
    },
    {
      quote: 'fines you a coin',
      events: [{ type: 'remove_item', params: { item: 'coin', quantity: 1 } }],
      patches: [{ op: 'delta', path: '/coins', value: -1 }],
    },
    { quote: 'Ten minutes later', events: [{ type: 'pass_time', params: { minutes: 10 } }] },
    {
      quote: 'You learn the hour by heart',
      events: [{ type: 'set_flag', params: { flag: "knows the tax clerk's hours", value: true } }],
    },
  ],
  traces: [
    {
      mark: 'Two coins lie in the pan',
      summary:
        'The traveller buys a bottle of lamp oil from Old Scales for two coins; Wren promises to cross when the bell rings and says that only enough oil gets them there. Twenty minutes pass and the fog thickens.',
      log: 'Before the ebb: one bottle of oil from Old Scales, two coins paid. Passenger for the bell.',
      choices: ['Ask Wren to cross the Fogmouth', 'Ask Wren about the salt tax', 'Look around in the fog'],
    },
    {
      mark: 'On the tally, then',
      summary:
        'Short of coins, the traveller gets a bottle of lamp oil on credit; Old Scales notches a tally and wants it paid on the return. Wren keeps such tallies in her boat as well.',
      log: 'One bottle of oil on credit, a notch on the tally.',
      choices: ['Ask Wren to cross the Fogmouth', 'Ask Wren about the tallies', 'Try your luck by the crates'],
    },
    {
      mark: 'the keel touches stone',
      summary:
        'At ebb the traveller crosses the Fogmouth with Wren, holds the boat when the wave comes and passes the bell with the words said; after forty minutes they land safely, one bottle of oil burnt.',
      log: 'Cast off at the bell, across in forty minutes, all well, one bottle burnt.',
      choices: ['Look around on this shore', 'Thank Wren and ask about the way back', 'Ask who looks after the bell'],
    },
    {
      mark: 'the rope is back on the post it came from',
      summary:
        'At ebb the traveller tries to cross with Wren but is half a beat late at the wave; they turn back before the bell, losing a bottle of oil, shoes wet. Wren blames nobody and will wait for the water.',
      log: 'Cast off at the bell, turned back before it by a cross sea, one bottle of oil lost, all well.',
      choices: [
        'Buy another bottle of oil from Old Scales',
        'Ask Wren about the next ebb',
        'Remember what Wren said about the bell',
      ],
    },
    {
      mark: 'The bell has not rung, and you wait until it does',
      summary:
        'The tide is still coming in and Wren will not cast off; she trims the wick and they wait twenty minutes until the bell rings.',
      log: 'Flood tide, stayed at the post; waited twenty minutes for the bell.',
      choices: ['Ask Wren to cross the Fogmouth', 'Ask Wren about the bell', 'Look at the water of the Fogmouth'],
    },
    {
      mark: 'draw out one salt receipt',
      summary:
        'In the shadow of the crates the traveller reaches the tax clerk’s open strongbox and takes one stamped salt receipt unseen; Old Scales notices and keeps silent.',
      log: 'Waiting for the tide, nothing to enter.',
      choices: ['Put the receipt away and talk with Wren', 'Ask Old Scales what he saw', "Watch the clerk's lantern"],
    },
    {
      mark: 'fines you a coin',
      summary:
        'A board gives the traveller away near the crates; the tax clerk, afraid of the fog, fines one coin and threatens to write down the name next time.',
      log: 'Waiting for the tide; words ashore, a fine of one coin.',
      choices: ['Leave the crates and talk with Wren', 'Ask Old Scales about the clerk', 'Look around in the fog'],
    },
    {
      mark: 'You learn the hour by heart',
      summary:
        'From behind the crates the traveller learns that the tax clerk fills his lantern every quarter of an hour and leaves the strongbox unwatched for forty steps.',
      log: 'Waiting for the tide, nothing to enter.',
      choices: [
        'Sneak to the strongbox while he is away',
        'Go back and talk with Wren',
        'Ask Old Scales about the clerk',
      ],
    },
    {
      mark: 'Lend a light, return a road',
      summary:
        'The traveller recalls what Wren taught at the start, told only once: under the bell one says "Lend a light, return a road". Old Scales knew someone who had it wrong.',
      log: 'Waiting for the tide, nothing to enter.',
      choices: ['Ask Wren to cross the Fogmouth', 'Buy a bottle of oil from Old Scales', 'Ask who had it wrong'],
    },
    {
      mark: 'leaves you half the thwart',
      summary:
        'Wren and Old Scales talk of the salt tax and the bell: a red stamp costs a coin, and the bellkeeper once ferried people himself. Wren makes room on the thwart.',
      log: 'Waiting for the tide; talked with the passenger.',
      choices: ['Ask Wren to cross the Fogmouth', 'Buy a bottle of oil from Old Scales', 'Look around in the fog'],
    },
  ],
  anyTrace: {
    mark: '',
    summary:
      'The traveller stays a while in the fog with Wren and Old Scales close by; the bell does not ring and nothing changes hands.',
    log: 'Waiting for the tide, nothing to enter.',
    choices: ['Ask Wren to cross the Fogmouth', 'Buy a bottle of oil from Old Scales', 'Talk with Wren'],
  },
};
