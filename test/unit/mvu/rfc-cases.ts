/** The behaviours of the RFC 6902 conformance suite, with values of our own: document, patch, and what comes out (absent: refused). */

export interface RfcCase {
  readonly document: unknown;
  readonly patch: readonly object[];
  /** Absent: the patch must be refused. */
  readonly expected?: unknown;
}

export const rfcCases: readonly RfcCase[] = [
  // Nothing to do.
  { document: {}, patch: [], expected: {} },
  { document: { lamp: 7 }, patch: [], expected: { lamp: 7 } },
  { document: { lamp: 7, oil: 8 }, patch: [], expected: { oil: 8, lamp: 7 } },
  { document: [{ lamp: 7, oil: 8 }], patch: [], expected: [{ oil: 8, lamp: 7 }] },
  { document: { lamp: { lamp: 7, oil: 8 } }, patch: [], expected: { lamp: { oil: 8, lamp: 7 } } },
  { document: ['lamp'], patch: [], expected: ['lamp'] },
  // add
  {
    document: { lamp: 'oil' },
    patch: [{ op: 'add', path: '/boat', value: 'rope' }],
    expected: { boat: 'rope', lamp: 'oil' },
  },
  {
    document: { lamp: ['oil', 'boat'] },
    patch: [{ op: 'add', path: '/lamp/1', value: 'rope' }],
    expected: { lamp: ['oil', 'rope', 'boat'] },
  },
  {
    document: { lamp: 'oil' },
    patch: [{ op: 'add', path: '/crew', value: { boy: {} } }],
    expected: { lamp: 'oil', crew: { boy: {} } },
  },
  {
    document: { lamp: 'oil' },
    patch: [{ op: 'add', path: '/boat', value: 'rope', note: 123 }],
    expected: { lamp: 'oil', boat: 'rope' },
  },
  {
    document: { lamp: ['oil'] },
    patch: [{ op: 'add', path: '/lamp/-', value: ['rum', 'tea'] }],
    expected: { lamp: ['oil', ['rum', 'tea']] },
  },
  { document: { lamp: null }, patch: [{ op: 'add', path: '/lamp', value: 7 }], expected: { lamp: 7 } },
  { document: [], patch: [{ op: 'add', path: '/0', value: 'lamp' }], expected: ['lamp'] },
  { document: {}, patch: [{ op: 'add', path: '/lamp', value: '1' }], expected: { lamp: '1' } },
  { document: {}, patch: [{ op: 'add', path: '/lamp', value: 7 }], expected: { lamp: 7 } },
  { document: {}, patch: [{ op: 'add', path: '/', value: 7 }], expected: { '': 7 } },
  { document: { lamp: {} }, patch: [{ op: 'add', path: '/lamp/', value: 7 }], expected: { lamp: { '': 7 } } },
  { document: { lamp: 7 }, patch: [{ op: 'add', path: '/oil', value: [7, 8] }], expected: { lamp: 7, oil: [7, 8] } },
  {
    document: { lamp: 7, boat: [{ rope: 'fog' }] },
    patch: [{ op: 'add', path: '/boat/0/lamp', value: 'tide' }],
    expected: { lamp: 7, boat: [{ rope: 'fog', lamp: 'tide' }] },
  },
  { document: { lamp: 7 }, patch: [{ op: 'add', path: '/oil', value: true }], expected: { lamp: 7, oil: true } },
  { document: { lamp: 7 }, patch: [{ op: 'add', path: '/oil', value: false }], expected: { lamp: 7, oil: false } },
  { document: { lamp: 7 }, patch: [{ op: 'add', path: '/oil', value: null }], expected: { lamp: 7, oil: null } },
  { document: { lamp: 7 }, patch: [{ op: 'add', path: '/0', value: 'oil' }], expected: { lamp: 7, '0': 'oil' } },
  { document: ['lamp'], patch: [{ op: 'add', path: '/1', value: 'oil' }], expected: ['lamp', 'oil'] },
  { document: ['lamp', 'bell'], patch: [{ op: 'add', path: '/1', value: 'oil' }], expected: ['lamp', 'oil', 'bell'] },
  { document: ['lamp', 'bell'], patch: [{ op: 'add', path: '/0', value: 'oil' }], expected: ['oil', 'lamp', 'bell'] },
  { document: ['lamp', 'bell'], patch: [{ op: 'add', path: '/2', value: 'oil' }], expected: ['lamp', 'bell', 'oil'] },
  {
    document: ['lamp', 'bell'],
    patch: [{ op: 'add', path: '/1', value: ['oil', 'boat'] }],
    expected: ['lamp', ['oil', 'boat'], 'bell'],
  },
  { document: { lamp: 'oil' }, patch: [{ op: 'add', path: '', value: { boat: 'rope' } }], expected: { boat: 'rope' } },
  {
    document: [7, 8],
    patch: [{ op: 'add', path: '/-', value: { lamp: ['oil', 'boat'] } }],
    expected: [7, 8, { lamp: ['oil', 'boat'] }],
  },
  {
    document: [7, 8, [9, [10, 11]]],
    patch: [{ op: 'add', path: '/2/1/-', value: { lamp: ['oil', 'boat'] } }],
    expected: [7, 8, [9, [10, 11, { lamp: ['oil', 'boat'] }]]],
  },
  // remove
  { document: { boat: 'rope', lamp: 'oil' }, patch: [{ op: 'remove', path: '/boat' }], expected: { lamp: 'oil' } },
  {
    document: { lamp: ['oil', 'rope', 'boat'] },
    patch: [{ op: 'remove', path: '/lamp/1' }],
    expected: { lamp: ['oil', 'boat'] },
  },
  { document: { lamp: 7, oil: [7, 8, 9, 10] }, patch: [{ op: 'remove', path: '/oil' }], expected: { lamp: 7 } },
  {
    document: { lamp: 7, boat: [{ rope: 'fog' }] },
    patch: [{ op: 'remove', path: '/boat/0/rope' }],
    expected: { lamp: 7, boat: [{}] },
  },
  { document: { lamp: null }, patch: [{ op: 'remove', path: '/lamp' }], expected: {} },
  { document: [7, 8, 9, 10], patch: [{ op: 'remove', path: '/0' }], expected: [8, 9, 10] },
  {
    document: [7, 8, 9, 10],
    patch: [
      { op: 'remove', path: '/1' },
      { op: 'remove', path: '/2' },
    ],
    expected: [7, 9],
  },
  // replace
  {
    document: { boat: 'rope', lamp: 'oil' },
    patch: [{ op: 'replace', path: '/boat', value: 'pier' }],
    expected: { boat: 'pier', lamp: 'oil' },
  },
  {
    document: { lamp: 7, boat: [{ rope: 'fog' }] },
    patch: [{ op: 'replace', path: '/lamp', value: [7, 8, 9, 10] }],
    expected: { lamp: [7, 8, 9, 10], boat: [{ rope: 'fog' }] },
  },
  {
    document: { lamp: [7, 8, 9, 10], boat: [{ rope: 'fog' }] },
    patch: [{ op: 'replace', path: '/boat/0/rope', value: 'tide' }],
    expected: { lamp: [7, 8, 9, 10], boat: [{ rope: 'tide' }] },
  },
  { document: ['lamp'], patch: [{ op: 'replace', path: '/0', value: 'oil' }], expected: ['oil'] },
  { document: [''], patch: [{ op: 'replace', path: '/0', value: 0 }], expected: [0] },
  { document: [''], patch: [{ op: 'replace', path: '/0', value: true }], expected: [true] },
  { document: [''], patch: [{ op: 'replace', path: '/0', value: false }], expected: [false] },
  { document: [''], patch: [{ op: 'replace', path: '/0', value: null }], expected: [null] },
  {
    document: ['lamp', 'bell'],
    patch: [{ op: 'replace', path: '/1', value: ['oil', 'boat'] }],
    expected: ['lamp', ['oil', 'boat']],
  },
  {
    document: { lamp: 'oil' },
    patch: [{ op: 'replace', path: '', value: { boat: 'rope' } }],
    expected: { boat: 'rope' },
  },
  { document: { lamp: null }, patch: [{ op: 'replace', path: '/lamp', value: 'lit' }], expected: { lamp: 'lit' } },
  { document: { lamp: 'oil' }, patch: [{ op: 'replace', path: '/lamp', value: null }], expected: { lamp: null } },
  // move
  {
    document: { lamp: { oil: 'boat', Wren: 'ferry' }, rope: { salt: 'tax' } },
    patch: [{ op: 'move', from: '/lamp/Wren', path: '/rope/deck' }],
    expected: { lamp: { oil: 'boat' }, rope: { salt: 'tax', deck: 'ferry' } },
  },
  {
    document: { lamp: ['dusk', 'reed', 'gulls', 'rest'] },
    patch: [{ op: 'move', from: '/lamp/1', path: '/lamp/3' }],
    expected: { lamp: ['dusk', 'gulls', 'rest', 'reed'] },
  },
  { document: { lamp: null }, patch: [{ op: 'move', from: '/lamp', path: '/oil' }], expected: { oil: null } },
  { document: { lamp: 7 }, patch: [{ op: 'move', from: '/lamp', path: '/lamp' }], expected: { lamp: 7 } },
  {
    document: { lamp: 7, boat: [{ rope: 'fog' }] },
    patch: [{ op: 'move', from: '/lamp', path: '/oil' }],
    expected: { boat: [{ rope: 'fog' }], oil: 7 },
  },
  {
    document: { boat: [{ rope: 'fog' }], oil: 7 },
    patch: [{ op: 'move', from: '/boat/0/rope', path: '/boat/1' }],
    expected: { boat: [{}, 'fog'], oil: 7 },
  },
  // copy
  {
    document: { lamp: null },
    patch: [{ op: 'copy', from: '/lamp', path: '/oil' }],
    expected: { lamp: null, oil: null },
  },
  {
    document: { boat: [{ rope: 'fog' }], oil: 7 },
    patch: [{ op: 'copy', from: '/boat/0', path: '/pier' }],
    expected: { boat: [{ rope: 'fog' }], oil: 7, pier: { rope: 'fog' } },
  },
  // test
  {
    document: { boat: 'rope', lamp: ['x', 8, 'z'] },
    patch: [
      { op: 'test', path: '/boat', value: 'rope' },
      { op: 'test', path: '/lamp/1', value: 8 },
    ],
    expected: { boat: 'rope', lamp: ['x', 8, 'z'] },
  },
  { document: { '/': 9, '~1': 10 }, patch: [{ op: 'test', path: '/~01', value: 10 }], expected: { '/': 9, '~1': 10 } },
  { document: { '1e0': 'lamp' }, patch: [{ op: 'test', path: '/1e0', value: 'lamp' }], expected: { '1e0': 'lamp' } },
  { document: { lamp: 7 }, patch: [{ op: 'test', path: '/lamp', value: 7, extra: 1 }], expected: { lamp: 7 } },
  { document: { lamp: null }, patch: [{ op: 'test', path: '/lamp', value: null }], expected: { lamp: null } },
  {
    document: { lamp: { lamp: 7, oil: 8 } },
    patch: [{ op: 'test', path: '/lamp', value: { oil: 8, lamp: 7 } }],
    expected: { lamp: { lamp: 7, oil: 8 } },
  },
  {
    document: { lamp: [{ lamp: 7, oil: 8 }] },
    patch: [{ op: 'test', path: '/lamp', value: [{ oil: 8, lamp: 7 }] }],
    expected: { lamp: [{ lamp: 7, oil: 8 }] },
  },
  {
    document: { lamp: { oil: [7, 8, 11, 10] } },
    patch: [{ op: 'test', path: '/lamp', value: { oil: [7, 8, 11, 10] } }],
    expected: { lamp: { oil: [7, 8, 11, 10] } },
  },
  { document: { '': 7 }, patch: [{ op: 'test', path: '/', value: 7 }], expected: { '': 7 } },
  {
    document: {
      lamp: ['oil', 'boat'],
      '': 0,
      'a/b': 7,
      'c%d': 8,
      'e^f': 9,
      'g|h': 10,
      'i\\j': 11,
      'k"l': 6,
      ' ': 7,
      'm~n': 8,
    },
    patch: [
      { op: 'test', path: '/lamp', value: ['oil', 'boat'] },
      { op: 'test', path: '/lamp/0', value: 'oil' },
      { op: 'test', path: '/', value: 0 },
      { op: 'test', path: '/a~1b', value: 7 },
      { op: 'test', path: '/c%d', value: 8 },
      { op: 'test', path: '/e^f', value: 9 },
      { op: 'test', path: '/g|h', value: 10 },
      { op: 'test', path: '/i\\j', value: 11 },
      { op: 'test', path: '/k"l', value: 6 },
      { op: 'test', path: '/ ', value: 7 },
      { op: 'test', path: '/m~0n', value: 8 },
    ],
    expected: {
      lamp: ['oil', 'boat'],
      '': 0,
      'a/b': 7,
      'c%d': 8,
      'e^f': 9,
      'g|h': 10,
      'i\\j': 11,
      'k"l': 6,
      ' ': 7,
      'm~n': 8,
    },
  },
  // Refused.
  { document: { quay: { oil: 8 } }, patch: [{ op: 'add', path: '/x/y', value: 7 }] },
  { document: { boat: 'rope' }, patch: [{ op: 'test', path: '/boat', value: 'oil' }] },
  { document: { lamp: 'oil' }, patch: [{ op: 'add', path: '/boat/oar', value: 'rope' }] },
  { document: { '/': 9, '~1': 10 }, patch: [{ op: 'test', path: '/~01', value: '10' }] },
  { document: { oil: [7, 8] }, patch: [{ op: 'add', path: '/oil/8', value: '5' }] },
  { document: { oil: [7, 8] }, patch: [{ op: 'add', path: '/oil/-1', value: '5' }] },
  { document: ['lamp', 'bell'], patch: [{ op: 'add', path: '/3', value: 'oil' }] },
  { document: ['lamp', 'oil'], patch: [{ op: 'test', path: '/1e0', value: 'oil' }] },
  { document: ['lamp', 'bell'], patch: [{ op: 'add', path: '/oil', value: 42 }] },
  { document: { lamp: { oil: [7, 8, 11, 10] } }, patch: [{ op: 'test', path: '/lamp', value: [7, 8] }] },
  { document: { lamp: 7, boat: [{ rope: 'fog' }] }, patch: [{ op: 'remove', path: '/boat/1e0/rope' }] },
  { document: [7, 8, 9, 10], patch: [{ op: 'remove', path: '/1e0' }] },
  { document: [''], patch: [{ op: 'replace', path: '/1e0', value: false }] },
  { document: { boat: [7, 8, 9], oil: 7 }, patch: [{ op: 'copy', from: '/boat/1e0', path: '/pier' }] },
  { document: { lamp: 7, boat: [7, 8, 9, 10] }, patch: [{ op: 'move', from: '/boat/1e0', path: '/lamp' }] },
  { document: ['lamp', 'bell'], patch: [{ op: 'add', path: '/1e0', value: 'oil' }] },
  { document: [7], patch: [{ op: 'add', path: '/-' }] },
  { document: [7], patch: [{ op: 'replace', path: '/0' }] },
  { document: [null], patch: [{ op: 'test', path: '/0' }] },
  { document: [false], patch: [{ op: 'test', path: '/0' }] },
  { document: [7], patch: [{ op: 'copy', path: '/-' }] },
  { document: { lamp: 7 }, patch: [{ op: 'move', path: '' }] },
  { document: { lamp: 7 }, patch: [{ op: 'fly', path: '/lamp', value: 7 }] },
];
