/** Lint rules; the guarded globals of each room come from rooms.mjs. */
import tseslint from 'typescript-eslint';
import { guardedGlobals, rooms } from './rooms.mjs';

const pureRooms = ['shared', 'domain', 'ports', 'config', 'agents', 'tools', 'mvu', 'pipeline'];

const roomGlobals = Object.entries(rooms).map(([name, room]) => ({
  files: [`src/${name}/**/*.{ts,tsx}`],
  rules: {
    'no-restricted-globals': /** @type {['error', ...object[]]} */ ([
      'error',
      ...guardedGlobals
        .filter((g) => !room.globals.includes(g))
        .map((g) => ({ name: g, message: `${name}/ may not name ${g}: take it through a port (rooms.mjs).` })),
    ]),
  },
}));

const forbiddenSyntax = [
  { selector: 'ExportDefaultDeclaration', message: 'No default exports: a file is named after what it exports.' },
  { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' },
  {
    selector: "CallExpression[callee.object.name='JSON'][callee.property.name='parse']",
    message: 'Foreign JSON is read by shared/json.ts.',
  },
];

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      '**/*.d.ts',
      'node_modules/**',
      'test/host/node_modules/**',
      'test/host/.cache/**',
      '.demo/**',
      'artifacts/**',
    ],
  },
  {
    files: ['src/**/*.{ts,tsx}', 'test/**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-empty': ['error', { allowEmptyCatch: false }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': ['error', ...forbiddenSyntax],
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
      complexity: ['error', 16],
    },
  },
  { files: ['src/shared/json.ts'], rules: { 'no-restricted-syntax': ['error', ...forbiddenSyntax.slice(0, 2)] } },
  ...roomGlobals,
  {
    files: pureRooms.map((r) => `src/${r}/**/*.ts`),
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Take the time from ports/clock.' },
        { object: 'Math', property: 'random', message: 'Take chance from ports/random.' },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
    },
  },
);
