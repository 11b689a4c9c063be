import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, it} from 'node:test';
import {ESLint} from 'eslint';

/**
 * The features that the chat requires, and the first Chrome (and Edge), Firefox and Safari that support them, by the
 * data of MDN.
 */
const features: readonly (readonly [string, RegExp, number, number, number])[] = [
  ['relative colours', /\b(oklch|color)\(\s*from /, 122, 128, 18],
  ['light-dark()', /light-dark\(/, 123, 120, 17.5],
  ['color-mix()', /color-mix\(/, 111, 113, 16.2],
  ['container queries', /@container/, 105, 110, 16],
  ['popovers', /:popover-open/, 114, 125, 17],
  ['custom states', /CustomStateSet/, 125, 126, 17.4],
  ['AbortSignal.any', /AbortSignal\.any\(/, 116, 124, 17.4],
  ['URL.parse', /URL\.parse\(/, 126, 126, 18],
  ['URL.canParse', /URL\.canParse\(/, 120, 115, 17],
  ['String.isWellFormed', /isWellFormed\(/, 111, 119, 16.4],
  ['Array.toSorted', /\.toSorted\(/, 110, 115, 16],
];

/** The linter of `npm run check`, without the rules that need the types of all sources. */
const linter = new ESLint({
  overrideConfig: {languageOptions: {parserOptions: {projectService: false}}},
  ruleFilter: ({ruleId}) => ruleId.endsWith('/use-baseline'),
});

/** The features that the linter reports as too new in a file with one expression and one style declaration. */
async function laterIn(expression: string, declaration: string): Promise<readonly string[]> {
  const text = [
    `import {css, type CSSResult} from 'lit';`,
    `export const value: unknown = ${expression};`,
    'export const styles: CSSResult = css`',
    '  :host {',
    `    ${declaration};`,
    '  }',
    '`;',
  ];
  const [result] = await linter.lintText(text.join('\n'), {
    filePath: 'src/elements/ubik-chat/ubik-chat.styles.ts',
  });
  return (result?.messages ?? []).map(({ruleId, line}) => `${ruleId ?? 'syntax'} ${line}`);
}

const sources = readdirSync('src', {recursive: true})
  .map(name => join('src', String(name)))
  .filter(name => name.endsWith('.ts'))
  .map(name => ({name, text: readFileSync(name, 'utf8')}));

describe('the browsers that the documentation names', () => {
  it('are the first that support the features of the sources', () => {
    const unused = features.filter(([, used]) => !sources.some(({text}) => used.test(text)));
    assert.deepEqual(unused, []);
    const newest = (column: 2 | 3 | 4): number => Math.max(...features.map(row => row[column]));
    const words = `Chrome and Edge ${newest(2)}, Firefox ${newest(3)}, Safari ${newest(4)}`;
    for (const file of ['README.md', 'demo/docs/browsers.md'])
      assert.ok(readFileSync(file, 'utf8').includes(words), `${file}: ${words}`);
  });

  it('need no newer features, which the linter detects', async () => {
    assert.deepEqual(
      await laterIn('new Set().union(new Set())', 'color: light-dark(red, tan)'),
      [],
    );
    assert.deepEqual(await laterIn('Promise.try(() => 1)', 'field-sizing: content'), [
      'baseline/use-baseline 2',
      'css/use-baseline 5',
    ]);
  });

  it('get the syntax of 2022', () => {
    const config = JSON.parse(
      readFileSync('tsconfig.json', 'utf8').replace(/^\s*\/\/.*$/gm, ''),
    ) as {compilerOptions: {target: string; lib: string[]}};
    assert.equal(config.compilerOptions.target, 'ES2022');
    assert.ok(config.compilerOptions.lib.includes('ES2023'));
    assert.match(readFileSync('rollup.config.mjs', 'utf8'), /target: 'es2022'/);
  });
});
