import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {before, describe, it} from 'node:test';
import {Declarations} from '../../../demo/site/declarations.js';
import {describedElements, elementPages, type ElementPage} from '../../../demo/site/reference.js';

const folder = 'demo/examples';
const root = process.cwd();
const themes = readdirSync(folder).filter(name => /^theme(-\w+)?\.css$/.test(name));

const matches = (text: string, pattern: RegExp): readonly string[] =>
  Array.from(text.matchAll(pattern), ([, name = '']) => name);

describe('the themes of the site', () => {
  let chat: ElementPage | undefined;

  before(async () => {
    const pages = elementPages(await describedElements(root), new Declarations(root));
    chat = pages.find(({tagName}) => tagName === 'ubik-chat');
  });

  for (const theme of themes) {
    it(`use documented tokens, parts, slots and states only: ${theme}`, () => {
      const css = readFileSync(`${folder}/${theme}`, 'utf8');
      const page = readFileSync(`${folder}/${theme.replace(/css$/, 'html')}`, 'utf8');
      const known = (list: readonly {readonly name: string}[] = []): ReadonlySet<string> =>
        new Set(list.map(({name}) => name));
      const tokens = known(chat?.tokens);
      const parts = known(chat?.parts);
      const states = known(chat?.states);
      const slots = known(chat?.slots);
      const unknown = [
        ...matches(css, /(--ubik-[\w-]+)/g).filter(name => !tokens.has(name)),
        ...matches(css, /::part\(([^)]+)\)/g).filter(name => !parts.has(name)),
        ...matches(css, /:state\(([^)]+)\)/g).filter(name => !states.has(name)),
        ...matches(page, / slot="([^"]+)"/g).filter(name => !slots.has(name)),
      ];
      assert.deepEqual(unknown, []);
      assert.ok(tokens.size > 20 && parts.size > 20);
      assert.doesNotMatch(css, /!important|--_/);
    });
  }

  it('are at least four', () => {
    assert.ok(themes.length >= 4, themes.join());
  });
});
