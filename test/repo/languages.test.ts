import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {describe, it} from 'node:test';

const folder = 'src/elements/locales';
const tablesIn = (path: string): readonly string[] =>
  readdirSync(path).flatMap(name => /^([a-z]{2})\.ts$/.exec(name)?.[1] ?? []);
/** By their tags, such as `fr`. */
const tags = tablesIn(folder);
const names = new Intl.DisplayNames('en', {type: 'language'});

describe('a language of the interface', () => {
  it('has a table for the inspector and for apps, too', () => {
    assert.deepEqual(tablesIn(`${folder}/inspector`), tags);
    assert.deepEqual(tablesIn(`${folder}/apps`), tags);
  });

  // English is part of the entry and is never loaded.
  for (const [file, written] of [
    [`${folder}/locales.ts`, (tag: string) => `import('./${tag}.js')`],
    [`${folder}/inspector/read.ts`, (tag: string) => `import('./${tag}.js')`],
    [`${folder}/apps/read.ts`, (tag: string) => `import('./${tag}.js')`],
    ['test/elements/locales/apps.test.ts', (tag: string) => `'${tag}`],
    ['test/elements/locales/locales.test.ts', (tag: string) => `'${tag}'`],
    ['test/elements/locales/inspector.test.ts', (tag: string) => `'${tag}`],
    ['test/long/gallery.test.ts', (tag: string) => (tag === 'ar' ? 'lang=ar' : `'${tag}'`)],
    ['demo/client/settings.ts', (tag: string) => `  ${tag}: '`],
    ['README.md', (tag: string) => names.of(tag) ?? tag],
    ['demo/docs/languages.md', (tag: string) => names.of(tag) ?? tag],
  ] as const) {
    it(`is in ${file}`, () => {
      const text = readFileSync(file, 'utf8');
      assert.deepEqual(
        tags.filter(tag => tag !== 'en' && !text.includes(written(tag))),
        [],
      );
    });
  }
});
