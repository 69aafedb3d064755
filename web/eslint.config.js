// The house's rules for the page: what is never right. Form is Prettier's; only what it cannot break is looked at here.
import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

// A sentence, a drawn path or a pattern is not cut: it would no longer be found.
const WIDTH = {
  code: 120,
  ignoreStrings: true,
  ignoreTemplateLiterals: true,
  ignoreRegExpLiterals: true,
  ignorePattern: String.raw`^\s*(d="|grid-template: )`,
};

export default tseslint.config(
  { ignores: ['dist/', 'node/', 'node_modules/', 'src/gen/'] },
  ...tseslint.configs.recommended,
  ...svelte.configs.recommended,
  {
    rules: {
      'max-len': ['error', WIDTH],
      'max-lines': ['error', 300],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'no-console': ['error', { allow: ['error'] }],
      'no-undef': 'off', // the compiler knows better
      'prefer-const': 'off', // svelte/prefer-const knows $props() and $state()
      'svelte/prefer-const': ['error', { excludedRunes: ['$props', '$state', '$bindable'] }],
      'svelte/no-unused-svelte-ignore': 'off', // asks for the compiler's warnings, which are not on here
      'svelte/prefer-svelte-reactivity': 'off', // maps and sets of a computation are nobody's state
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: tseslint.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  { files: ['scripts/**', 'tests/web/**'], rules: { 'no-console': 'off' } },
  { files: ['**/*.test.ts', 'src/lib/wire.ts'], rules: { 'max-lines': 'off' } },
  { files: ['src/lib/wire.ts'], rules: { '@typescript-eslint/no-explicit-any': 'off' } }, // the view is the game's own
);
