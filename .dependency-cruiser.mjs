/** Import rules made from rooms.mjs: a wrong import fails with a sentence that says where to go. */
import { rooms } from './rooms.mjs';

const all = Object.keys(rooms);
const group = (/** @type {string[]} */ names) => `^src/(${names.join('|')})/`;

const roomRules = Object.entries(rooms).flatMap(([name, room]) => {
  const closed = all.filter((other) => other !== name && !room.imports.includes(other));
  const packages = room.packages.map((p) => p.replace('/', '\\/')).join('|');
  return [
    {
      name: `${name}-may-not-import`,
      comment: `${name}/ holds ${room.holds}; it may import ${room.imports.join(', ') || 'nothing'}. Take what you need as a parameter or through ports/ (rooms.mjs).`,
      severity: 'error',
      from: { path: `^src/${name}/` },
      to: { path: group(closed) },
    },
    {
      name: `${name}-packages`,
      comment: `${name}/ may use these packages only: ${room.packages.join(', ') || 'none'} (rooms.mjs).`,
      severity: 'error',
      from: { path: `^src/${name}/` },
      to: { path: 'node_modules', ...(packages ? { pathNot: `node_modules/(${packages})/` } : {}) },
    },
  ];
});

export default {
  forbidden: [
    ...roomRules,
    { name: 'no-cycles', severity: 'error', from: { path: '^src' }, to: { circular: true } },
    { name: 'nobody-imports-main', severity: 'error', from: { path: '^src/.+/' }, to: { path: '^src/main\\.ts$' } },
    { name: 'src-never-imports-test', severity: 'error', from: { path: '^src' }, to: { path: '^(test|demo|scripts)' } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'module', 'default', 'types'] },
  },
};
