import css from '@eslint/css';
import js from '@eslint/js';
import {defineConfig, globalIgnores} from 'eslint/config';
import baseline from 'eslint-plugin-baseline-js';
import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import wc from 'eslint-plugin-wc';
import globals from 'globals';
import ts from 'typescript-eslint';

/** Baseline year of the browsers that the README names. */
const available = 2024;

/** The text of each `css` template, padded with empty lines so that line numbers match. */
function sheetsOf(text) {
  return [...text.matchAll(/\bcss`([^`]*)`/dg)].map(({1: sheet, indices}, n) => ({
    text: '\n'.repeat(text.slice(0, indices[1][0]).split('\n').length - 1) + sheet,
    filename: `${n}.css`,
  }));
}

/** Lints each style sheet in a source file as a CSS file, with the same line numbers. */
const styleSheets = {
  meta: {name: 'style-sheets'},
  preprocess: text => [text, ...sheetsOf(text)],
  postprocess: messages => messages.flat(),
};

const sanitizer = ['src/elements/shared/html/sanitize.ts', 'src/elements/shared/html/sanitizer.ts'];

const unsafeImports = {
  paths: [{name: 'dompurify', message: 'Only elements/shared/html/sanitizer.ts sanitizes HTML.'}],
  patterns: [{group: ['lit/directives/unsafe-*'], message: 'No unsafe HTML.'}],
};

export default defineConfig(
  globalIgnores([
    'demo/frameworks/',
    'demo/testing/',
    'test/bundlers/playwright.config.ts',
    'dist/',
    '/site/',
    'coverage/',
    '.cache/',
    'node_modules/',
  ]),
  globalIgnores(['scripts/core-globals.d.ts']), // declares for the core what the DOM library declares elsewhere
  {
    files: ['**/*.{js,mjs,ts}'],
    extends: [js.configs.recommended],
    rules: {'no-duplicate-imports': 'error'}, // types are imported with the values: `import {type A, b}`
  },
  // Each module that is declared in a file has imports of its own.
  {files: ['**/*.d.ts'], rules: {'no-duplicate-imports': 'off'}},
  {
    files: ['**/*.ts'],
    extends: [ts.configs.strictTypeChecked, ts.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {project: './test/tsconfig.eslint.json', tsconfigRootDir: import.meta.dirname},
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        {considerDefaultExhaustiveForUnions: true},
      ],
      // The sources have no enum; looking for one in each assignment takes a sixth of the time of all rules.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // Lit calls handlers with the element as `this`.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', {allowNumber: true}],
      '@typescript-eslint/no-confusing-void-expression': ['error', {ignoreArrowShorthand: true}],
    },
  },
  {
    files: ['src/elements/**/*.ts'],
    extends: [lit.configs['flat/recommended'], wc.configs['flat/recommended']],
    plugins: {'lit-a11y': litA11y},
    rules: {
      ...litA11y.configs.recommended.rules,
      'lit/no-template-map': 'off', // short fixed lists; `repeat` is for lists that change
      'wc/guard-super-call': 'off',
    },
  },
  {
    // JSX types are declared in namespaces of the frameworks and extended by empty interfaces.
    files: ['src/frameworks/*.ts'],
    rules: {
      '@typescript-eslint/no-namespace': ['error', {allowDeclarations: true}],
      '@typescript-eslint/no-empty-object-type': [
        'error',
        {allowInterfaces: 'with-single-extends'},
      ],
    },
  },
  {
    // Only the sanitizer may write HTML.
    files: ['src/**/*.ts'],
    ignores: sanitizer,
    rules: {
      'no-restricted-imports': ['error', unsafeImports],
      'no-restricted-properties': [
        'error',
        {property: 'innerHTML', message: 'Only elements/shared/html/sanitize.ts writes HTML.'},
        {property: 'outerHTML', message: 'Only elements/shared/html/sanitize.ts writes HTML.'},
        {
          property: 'insertAdjacentHTML',
          message: 'Only elements/shared/html/sanitize.ts writes HTML.',
        },
      ],
    },
  },
  {
    files: ['src/elements/**/*.ts'],
    ignores: ['src/elements/base/html.ts', ...sanitizer],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          ...unsafeImports,
          paths: [
            ...unsafeImports.paths,
            {
              name: 'lit',
              importNames: ['html', 'svg'],
              message: 'Templates use elements/base/html.ts.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts', 'demo/server/test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unused-expressions': 'off', // chai: expect(x).to.be.true
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            {
              from: 'package',
              package: 'node:test',
              name: ['describe', 'it', 'test', 'before', 'after'],
            },
          ],
        },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off', // a failed test reports it as well
    },
  },
  {
    // The rule takes chai's assertions for promises; the only one that is a promise has its own rule.
    files: ['test/{elements,modules}/**/*.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector: "ExpressionStatement > CallExpression[callee.property.name='accessible']",
          message: 'Await `accessible`: it returns a promise.',
        },
      ],
    },
  },
  {
    // Scripts that run in the page.
    files: ['test/support/*.js', 'test/bundlers/project/*.js'],
    languageOptions: {globals: globals.browser},
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {globals: globals.node},
  },
  {
    files: ['src/**/*.ts'],
    plugins: {baseline},
    rules: {
      'baseline/use-baseline': [
        'error',
        {
          available,
          includeWebApis: {preset: 'type-aware'},
          includeJsBuiltins: {preset: 'type-aware'},
          ignoreFeatures: [
            'popover', // dated from light dismiss on iOS, which is not used here
            'arianotify', // fallback: a live region
            'highlight', // fallback: spans
            'requestidlecallback', // fallback: a timer
            'share', // fallback: no button
            'touch-events', // touch devices only
            'wheel-events', // pointing devices with a wheel only
          ],
        },
      ],
    },
  },
  {files: ['**/*.styles.ts'], processor: styleSheets},
  {
    files: ['**/*.styles.ts/*.css'],
    plugins: {css},
    language: 'css/css',
    extends: [css.configs.recommended],
    rules: {
      'css/no-important': 'off',
      'css/no-invalid-properties': ['error', {allowUnknownVariables: true}],
      // Progressive enhancement: cosmetic in browsers without support.
      'css/use-baseline': [
        'error',
        {
          available,
          allowProperties: [
            'accent-color',
            'box-decoration-break',
            'forced-color-adjust',
            'overflow-clip-margin',
            'overscroll-behavior',
            'overscroll-behavior-x',
            'resize',
            'scrollbar-color',
            'user-select',
          ],
          allowPropertyValues: {'content-visibility': ['auto']},
          allowSelectors: ['marker'],
          allowMediaConditions: ['prefers-reduced-transparency'],
        },
      ],
    },
  },
);
