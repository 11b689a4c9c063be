import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {describe, it} from 'node:test';

const folder = 'src/elements/locales';
const tablesIn = (path: string): readonly string[] =>
  readdirSync(path).flatMap(name => /^([a-z]{2}(?:-[a-z]{2,4})?)\.ts$/.exec(name)?.[1] ?? []);
/** By their tags, such as `fr` or `pt-br`. */
const tags = tablesIn(folder);
/** The keys of the labels in a file, with those around them. */
async function labelsOf(file: string): Promise<readonly string[]> {
  const keysOf = (value: unknown, path: string): readonly string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => keysOf(inner, `${path}.${key}`))
      : [path.slice(1)];
  const tables = Object.values((await import(resolve(file))) as object) as readonly unknown[];
  return tables.flatMap(table => keysOf(table, ''));
}

const names = new Intl.DisplayNames('en', {type: 'language'});

describe('a language of the interface', () => {
  it('has a table for the inspector and for apps, too', () => {
    assert.deepEqual(tablesIn(`${folder}/inspector`), tags);
    assert.deepEqual(tablesIn(`${folder}/apps`), tags);
  });

  for (const path of [folder, `${folder}/inspector`, `${folder}/apps`]) {
    it(`has every label of ${path}/en.ts, and no other`, async () => {
      const english = await labelsOf(`${path}/en.ts`);
      const problems: string[] = [];
      for (const tag of tags) {
        const file = `${path}/${tag}.ts`;
        const own = await labelsOf(file);
        problems.push(
          ...english.filter(key => !own.includes(key)).map(key => `${file} lacks ${key}`),
          ...own.filter(key => !english.includes(key)).map(key => `${file} has ${key}`),
        );
      }
      assert.deepEqual(problems, []);
    });
  }

  // English is part of the entry and is never loaded.
  for (const [file, written] of [
    [`${folder}/locales.ts`, (tag: string) => `import('./${tag}.js')`],
    [`${folder}/inspector/read.ts`, (tag: string) => `import('./${tag}.js')`],
    [`${folder}/apps/read.ts`, (tag: string) => `import('./${tag}.js')`],
    ['demo/client/settings.ts', (tag: string) => `  ${tag}: '`],
    ['README.md', (tag: string) => names.of(tag) ?? tag],
    ['demo/docs/languages.md', (tag: string) => names.of(tag) ?? tag],
  ] as const) {
    it(`is in ${file}`, () => {
      const text = readFileSync(file, 'utf8');
      const expected = tags.filter(tag => tag !== 'en').map(written);
      assert.deepEqual(
        expected.filter(one => !text.includes(one)),
        [],
      );
    });
  }
});
