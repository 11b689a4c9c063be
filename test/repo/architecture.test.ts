import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, it} from 'node:test';

const page = readFileSync('docs/architecture.md', 'utf8');
const sources = readdirSync('src', {recursive: true})
  .map(name => join('src', String(name)))
  .filter(path => path.endsWith('.ts'))
  .map(path => readFileSync(path, 'utf8'))
  .join('\n');

/** The names of the objects of each way, by its title. */
const ways = [...page.matchAll(/^## (A .*)\n([^#]*)/gm)].map(([, title = '', text = '']) => ({
  title,
  names: [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name),
  count: Number(/These are (\d+) objects/.exec(text)?.[1]),
}));

describe('the page on the architecture', () => {
  it('describes two ways', () => {
    assert.equal(ways.length, 2);
  });

  for (const {title, names, count} of ways) {
    it(`names objects that exist, and counts them: ${title}`, () => {
      const missing = names.filter(
        name => !new RegExp(`\\b(?:class|interface|function|const|type) ${name}\\b`).test(sources),
      );
      assert.deepEqual(missing, []);
      assert.equal(names.length, count);
    });
  }
});
