// The linter and formatter of the page: `npm run lint` checks, `npm run fix` corrects. The style rules describe how the
// code is written: two spaces, single quotes, no semicolons, commas at the end of long lists.
import js from '@eslint/js'
import stylistic from '@stylistic/eslint-plugin'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import typescript from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

const style = {
  '@stylistic/arrow-parens': ['error', 'always'],
  '@stylistic/arrow-spacing': 'error',
  '@stylistic/block-spacing': 'error',
  '@stylistic/brace-style': ['error', '1tbs', { allowSingleLine: true }],
  '@stylistic/comma-dangle': ['error', 'always-multiline'],
  '@stylistic/comma-spacing': 'error',
  '@stylistic/eol-last': 'error',
  '@stylistic/function-call-spacing': 'error',
  '@stylistic/key-spacing': 'error',
  '@stylistic/keyword-spacing': 'error',
  '@stylistic/no-extra-semi': 'error',
  '@stylistic/no-multi-spaces': ['error', { ignoreEOLComments: true }],
  '@stylistic/no-multiple-empty-lines': ['error', { max: 1, maxBOF: 0, maxEOF: 0 }],
  '@stylistic/no-tabs': 'error',
  '@stylistic/no-trailing-spaces': 'error',
  '@stylistic/no-whitespace-before-property': 'error',
  '@stylistic/object-curly-spacing': ['error', 'always'],
  '@stylistic/quotes': ['error', 'single', { avoidEscape: true, allowTemplateLiterals: 'avoidEscape' }],
  '@stylistic/semi': ['error', 'never', { beforeStatementContinuationChars: 'always' }],
  '@stylistic/semi-spacing': 'error',
  '@stylistic/space-before-blocks': 'error',
  '@stylistic/space-in-parens': 'error',
  '@stylistic/space-infix-ops': 'error',
  '@stylistic/spaced-comment': ['error', 'always', { markers: ['/'] }],
  '@stylistic/type-annotation-spacing': 'error',
}

export default typescript.config(
  { ignores: ['node_modules/', '.generated/', 'src/lib/generated.ts'] },
  js.configs.recommended,
  ...typescript.configs.recommended,
  ...svelte.configs.recommended,
  {
    plugins: { '@stylistic': stylistic },
    languageOptions: { globals: { ...globals.browser } },
    rules: {
      ...style,
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // svelte-check fails on warnings, so it finds these comments where they are needed.
      'svelte/no-unused-svelte-ignore': 'off',
      // Lists that never change their order need no keys; a plain Map is meant where nothing observes it.
      'svelte/require-each-key': 'off',
      'svelte/prefer-svelte-reactivity': 'off',
      'svelte/prefer-writable-derived': 'off',
      'svelte/no-useless-mustaches': 'off',
    },
  },
  // Drawings that our own build or code makes.
  { files: ['src/map/Drawing.svelte', 'src/map/MiniMap.svelte', 'src/campaign/map/*.svelte'], rules: { 'svelte/no-at-html-tags': 'off' } },
  { files: ['tools/**', '*.js', '*.ts'], languageOptions: { globals: { ...globals.node } } },
  { files: ['public/worker.js'], languageOptions: { globals: { ...globals.serviceworker } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: typescript.parser, svelteConfig } },
  },
)
