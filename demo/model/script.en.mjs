/** The demo's story in English: what an input means, and the prose for it. */

/** @type {import('./story-types.mjs').Script} */
export const scriptEn = {
  intents: [
    ['recall', /password|remember|what (did|was|were|do|does).{0,30}(tell|told|say|said|words?)|which words/i],
    ['buy', /\b(buy|purchase)\b|pay (for|him|old scales)|lamp oil|bottle of oil/i],
    ['cross', /\bcross|ferry (me|us)|take (me|us) over|\b(sail|set out|cast off|board|embark)\b|other (side|shore)/i],
    ['sneak', /\b(sneak|creep|steal|slip (past|by)|hide|tiptoe|luck)/i],
    ['talk', /\b(ask|talk|speak|say|tell|chat|greet|thank)/i],
    ['look', /\b(look|watch|see|gaze|examine|search|around)/i],
  ],
  notice:
    '(About this demo: the text above comes from a built-in model that answers from a script and knows how to look, talk, buy, sneak and cross. With a connection of your own, the story has no script.)',
  scenes: {
    'look-pier': [
      "The fog comes in three layers. The lowest walks on the water and stops at the posts; the middle one wraps the crates and the small boats with their sails down; in the highest hangs a point of yellow, the lighthouse on the other side.\n\nBy the crates stands a grey cloak with its back to the wood, turning its head toward the fog every so often. Wren's boat knocks against its post, once, and once again.\n\nUnder the barrow of Old Scales there are three casks left.",
      'The tide is climbing the posts, each wave a finger lower than the one before. The Old Pier empties early; only two nets are left drying on the winch.\n\nLook toward the Fogmouth and there is nothing. Listen, and far off an iron bell is being pushed by the water. It does not ring. It hums.\n\nWren turns an empty bottle over and taps it against the gunwale.',
    ],
    'look-lighthouse': [
      'The light goes round, and each time it cuts a slot into the fog that closes again behind it. The steps are black with wet, the lowest three of them under water.\n\nFrom here the Old Pier is only a row of low lamps, as if someone had scattered coins on the ground. Wren sits in the bow mending net, the needle quick in her hand.\n\nThere is a little salt in the wind.',
      "A fine salt lies on the window of the watch room; a fingernail would write in it. Below the tower the water is so still that you can see the drowned half of the mooring ring.\n\nWren's hat hangs on an oar, dripping into the bottom of the boat, drop by drop. The bell, far off, does not ring.",
    ],
    talk: [
      'Wren takes a turn of rope round her hand and thinks before she speaks. "The salt tax is new since last year. The man who takes it is afraid of the fog; after dark he keeps to the crates and never looks at the water." She lifts her chin toward the grey cloak. "If you carry salt, get the red stamp first. If you don\'t, you never saw him."\n\nOld Scales grunts. "And the stamp is a coin apiece."\n\nShe moves over and leaves you half the thwart. A pipe\'s length of time goes by, and the fog comes down a little more.',
      '"Nobody rings the bell," Wren says. "The water turns, and it rings. But someone changes the rope. Every spring it is new." She stops there, as if she were listening.\n\nOld Scales goes on for her. "That one ferried people too when he was young. Then he said somebody ought to stay in the middle."\n\nShe moves over and leaves you half the thwart. A pipe\'s length of time goes by, and nobody says any more.',
    ],
    buy: [
      'Old Scales looks at your lantern first and then at you. "Empty," he says, as if he were reading a weight. His hand is steady on the ladle; the poise moves three times before it will stop.\n\nTwo coins lie in the pan, and a bottle of lamp oil is put into your hand, still warm. "Go easy with it," says Old Scales. "A lamp is hungrier in fog."\n\nWren hears it all from the boat and does not turn her head. "When the bell rings I take you over," she says. "With enough oil we get there. Without it we see."\n\nTwenty minutes go by, and the fog puts away the barrow, the posts and the far lights, one after another.',
      'Old Scales does not look up. He takes the lantern, weighs it in his hand, and only then lifts the lid of the cask.\n\nTwo coins lie in the pan; each of them rang once. A bottle of lamp oil is put into your hand, its neck bound with twine he twists himself. "I gave you over the measure," he says. "I don\'t like the fog tonight."\n\nWren finishes her coil and lifts her chin at you. "When the bell rings I take you over. Sit still, and leave the rest to me."\n\nTwenty minutes go by, and the water begins to sound different.',
    ],
    credit: [
      'Old Scales looks at the open palm, sighs, takes a small piece of wood from under the barrow and cuts a notch in it. "On the tally, then." A bottle of lamp oil is put into your hand. "Pay me when you are back, and don\'t let the fog pay for you."\n\nWren smiles and puts the smile away again. There are notched pieces of wood in the stern of the Latecomer too, more than one.',
    ],
    'cross-made': [
      'The bell rings. Wren lets go the rope, and the Latecomer slides into the fog on the ebb, her lamp good for two feet of water and no more.\n\nWhen the wave comes from the left, your weight is already on the gunwale. The boat goes down and comes up again level. "Good," says Wren. "Hold her like that."\n\nThe iron shadow of the bell goes over; the words are said, and the fog opens a lane of water.\n\nForty minutes later the keel touches stone, and of a bottle of oil there is only what clings to the wick. {arrive}',
      'The first stroke of the bell is still in the air when the boat leaves her post. Wren says nothing. She listens to the water, and the tiller moves in her hand an inch at a time.\n\nThe second wave comes without a sound. You throw yourself against the rowlock and the bow comes round. "Hold her like that," she says, and there is a bit of a laugh in it.\n\nThe fog is thick under the bell, yet the lamp does not shake. As the words are said, it seems to you that someone out there nods.\n\nForty minutes later the keel touches stone, and of a bottle of oil there is only what clings to the wick. Wren puts a strand of old bell rope into your hand. {arrive}',
    ],
    'cross-turned': [
      'The bell rings. Wren lets go the rope, and the Latecomer slides into the fog on the ebb, her lamp good for two feet of water and no more.\n\nThe wave comes from the left, and your reach for the gunwale is half a beat late. The boat swings broadside; the lantern strikes the rowlock and its flame shrinks to a pea. "Down!" Wren puts her whole weight on the tiller, and the water is over your ankles.\n\nShe does not force it. The boat turns before the bell and lets the backwater carry her home, little by little; a bottle of oil spills into the water and shines once in the fog.\n\nForty minutes later the rope is back on the post it came from. Wren wrings out her sleeve and does not look at you. "Not your fault. The bell did not let us by. We wait for the water."',
      'The first stroke of the bell is still in the air when the boat leaves her post. Wren says nothing. She listens to the water.\n\nThe second wave comes without a sound. By the time you see it the bow has already gone, and what you have hold of is a length of slack rope. "Down!" The water is over your ankles; a coin slips from your purse, shines, and is gone.\n\nWren drags the bow round by main strength. A bottle of oil spills into the water, the lamp goes out, and she counts waves in the dark all the way back.\n\nForty minutes later the rope is back on the post it came from. "The bell did not let us by," she says, out of breath. "We came back. That will do."',
    ],
    'cross-wait': [
      'Wren does not so much as look at the rope. She drops a splinter into the water, and the splinter goes inland, in no hurry. "Still coming in," she says. "Cast off now and we push a boat uphill."\n\nShe trims the wick and fills the lamp. The fog makes beads along the oars that roll down one by one.\n\nThe bell has not rung, and you wait until it does. Twenty minutes are longer than they sound.',
    ],
    'sneak-made': [
      "The shadows of the crates join into one narrow lane. When the grey cloak's lantern comes round you stop between two of them and let your breath go shallow; the lantern goes on, to the fog, and stays there a long time.\n\nThe strongbox is not locked. You draw out one salt receipt, its red stamp still a little damp.\n\nTen minutes later you stand in the light again as if you had never left it. Old Scales looks at you once, says nothing, and moves his balance to the other arm.",
    ],
    'sneak-caught': [
      'A board cries out underfoot. The lantern turns at once, and behind it is a face paler than your own. "Stand."\n\nHe does not dare come nearer to the fog. He holds his ledger high instead, fines you a coin, and writes down the hour. "Next time," he says, "I write the name."\n\nTen minutes later Old Scales shifts his barrow half a step your way, as if he had not meant to.',
    ],
    'sneak-watch': [
      'From behind the crates it is plain enough: every quarter of an hour the grey cloak goes to fill his lantern, forty steps there and back, and for those forty steps nobody minds the strongbox.\n\nYou learn the hour by heart. Fog comes through the slats of the crate, cold, with salt in it.',
    ],
    recall: [
      'The water is keeping its voice down, and what Wren said is still in your ear. When the boat passes under the bell, the words are: "Lend a light, return a road."\n\nShe told it once. You have every word of it, and also the look she gave the fog when she was done.\n\nOld Scales is wiping his pan; he stops at the third time round. "As long as you have it right," he says. "I knew one who had it wrong."',
    ],
    forgot: [
      'She did say something, before the bell, with her voice held down. But the words have come apart in the fog, and they will not go together the way they were.\n\nWren sees it. She does not say them again; she only turns the lamp up a little.',
    ],
    other: [
      'The fog hears it and has no answer. Wren stops her rope until you are done, and nods once; Old Scales lays the poise back in its box and shuts the lid.\n\nThe water goes in and out between the posts like somebody counting slowly.',
      'It is a small thing, yet both of them raise their heads. Old Scales clicks his tongue; Wren pulls her hat down, and there is no telling whether she smiles.\n\nFar off the bell hums and does not ring.',
    ],
  },
  arrive: {
    pier: 'You step onto the boards of the Old Pier.',
    lighthouse: 'You step onto the stairs of the lighthouse.',
  },
  placeNames: { pier: 'the Old Pier', lighthouse: 'the lighthouse' },
  greetingOf: { pier: /lies at the last post/, lighthouse: /in the watch room of the lighthouse/ },
  password: 'Lend a light, return a road',
  coins: /coins?\s*[x×:*]?\s*(\d+)/i,
  success: /success/i,
  flood: /flood tide/i,
};
