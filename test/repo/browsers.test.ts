import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, it} from 'node:test';

/** What the chat cannot do without, and the first Chrome (and Edge), Firefox and Safari that have it, as MDN tells. */
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

/** What came later, or is not everywhere yet. The compiler's library (ES2023) keeps later JavaScript out by itself. */
const later: readonly RegExp[] = [
  /\bmoveBefore\(/,
  /\bsetHTML(Unsafe)?\(/,
  /\banchor-name\b|\bposition-anchor\b/,
  /\bfield-sizing\b/,
  /\binterpolate-size\b/,
  /\bcontrast-color\(/,
  /@scope\b/,
  /\bnavigation\.navigate\(/,
];

const sources = readdirSync('src', {recursive: true})
  .map(name => join('src', String(name)))
  .filter(name => name.endsWith('.ts'))
  .map(name => ({name, text: readFileSync(name, 'utf8')}));

describe('the browsers that the README names', () => {
  it('are the first that have what the sources use', () => {
    const unused = features.filter(([, used]) => !sources.some(({text}) => used.test(text)));
    assert.deepEqual(unused, []);
    const newest = (column: 2 | 3 | 4): number => Math.max(...features.map(row => row[column]));
    const words = `Chrome and Edge ${newest(2)}, Firefox ${newest(3)}, Safari ${newest(4)}`;
    assert.ok(readFileSync('README.md', 'utf8').includes(words), words);
  });

  it('are asked for nothing that came later', () => {
    const wrong = sources.flatMap(({name, text}) =>
      later.filter(feature => feature.test(text)).map(feature => `${name}: ${feature.source}`),
    );
    assert.deepEqual(wrong, []);
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
