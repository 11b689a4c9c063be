import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, it} from 'node:test';

/** The paths below a folder, without those of installed packages. */
const pathsBelow = (folder: string): readonly string[] =>
  readdirSync(folder, {recursive: true})
    .map(name => join(folder, String(name)))
    .filter(path => !path.includes('node_modules'));

const textBelow = (folder: string): string =>
  pathsBelow(folder)
    .filter(path => path.endsWith('.ts'))
    .map(path => readFileSync(path, 'utf8'))
    .join('\n');
const page = readFileSync('docs/architecture.md', 'utf8');
const sources = textBelow('src');

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

describe('the page for contributors', () => {
  const names = [
    ...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/(?<!`)`([^`\s]+)`(?!`)/g),
  ].map(([, name = '']) => name);

  it('names files and folders that exist', () => {
    const folders = ['.ci', 'demo', 'docs', 'scripts', 'src', 'test'];
    const paths = [...readdirSync('.'), ...folders.flatMap(pathsBelow)].map(path => `/${path}`);
    const isPath = (name: string): boolean =>
      /^(?:demo|docs|scripts|src|test)\/[\w./-]+$|^\w[\w./-]*\.(?:css|html|json|md|mjs|ts)$/.test(
        name,
      ) && !/[A-Z]{4}\.md$/.test(name); // a name to be chosen
    const missing = names.filter(
      name => isPath(name) && !paths.some(path => path.endsWith(`/${name}`)),
    );
    assert.deepEqual(missing, []);
  });

  it('names private members that exist', () => {
    const all = sources + textBelow('demo');
    const missing = names.filter(
      name => /^#\w+$/.test(name) && !new RegExp(`${name}\\b`).test(all),
    );
    assert.deepEqual(missing, []);
  });
});
