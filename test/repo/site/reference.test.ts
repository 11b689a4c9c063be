import assert from 'node:assert/strict';
import {mkdirSync, writeFileSync} from 'node:fs';
import {before, describe, it} from 'node:test';
import ts from 'typescript';
import {Declarations} from '../../../demo/site/declarations.js';
import {describedElements, elementPages, type ElementPage} from '../../../demo/site/reference.js';
import {Site} from '../../../demo/site/site.js';
import {mentionedTypes} from '../../../demo/site/types.js';

const root = process.cwd();

describe('the reference', () => {
  const declarations = new Declarations(root);
  let pages: readonly ElementPage[];
  let chat: ElementPage;

  before(async () => {
    pages = elementPages(await describedElements(root), declarations);
    chat = pages.find(({tagName}) => tagName === 'ubik-chat')!;
  });

  it('has an example for each event, slot and part', async () => {
    const site = new Site(root);
    for (const {tagName, events, slots, parts} of pages) {
      const html = (await site.page(`api/${tagName}.html`)) ?? '';
      const ids = [
        ...events.map(({name}) => name),
        ...slots.map(({name}) => `slot-${name || 'default'}`),
        ...parts.map(({name}) => `part-${name}`),
      ];
      for (const id of ids) {
        const [, section = ''] = html.split(`<h3 id="${id}">`);
        const [before = ''] = section.split(/<h[23] /);
        assert.ok(before.includes('<figure class="sample">'), `${tagName} ${id}`);
      }
    }
  });

  it('has examples of events that compile', () => {
    const file = 'node_modules/.cache/site/event-examples.ts';
    const examples = pages.flatMap(({events}) => events.map(({example}) => `{\n${example}\n}`));
    const head = `import 'ubik-chat';\ndeclare const chat: HTMLElementTagNameMap['ubik-chat'];\n`;
    mkdirSync('node_modules/.cache/site', {recursive: true});
    writeFileSync(file, head + examples.join('\n'));
    const {options} = ts.parseJsonConfigFileContent(
      ts.readConfigFile('tsconfig.json', name => ts.sys.readFile(name)).config,
      ts.sys,
      root,
    );
    const program = ts.createProgram([file], {...options, noEmit: true});
    const source = program.getSourceFile(file);
    const found = program.getSemanticDiagnostics(source);
    assert.deepEqual(
      found.map(({messageText}) => ts.flattenDiagnosticMessageText(messageText, '\n')),
      [],
    );
    assert.ok(examples.length > 50);
  });

  it('has the most used members first, and those for special cases last', () => {
    const names = chat.settable.map(({name}) => name);
    assert.deepEqual(names.slice(0, 4), ['endpoint', 'tokenEndpoint', 'protocol', 'layout']);
    assert.ok(names.indexOf('transport') > names.indexOf('suggestions'));
    assert.equal(chat.methods[0]?.name, 'send');
    assert.ok(chat.readonly.every(field => field.readonly));
  });

  it('links each type that the sources declare', async () => {
    const types = mentionedTypes(pages, declarations);
    const site = new Site(root);
    for (const name of ['Conversation', 'ErrorInfo', 'UbikErrorEvent', 'PageTool', 'ChatStatus'])
      assert.ok(
        types.some(type => type.name === name),
        name,
      );
    for (const {id, page, description, text} of types) {
      const html = (await site.page(`api/${page}`)) ?? '';
      assert.ok(html.includes(`<h2 id="${id}">`), id);
      assert.doesNotMatch(text, /\bprivate\b|#\w+[;(]/, id);
      assert.doesNotMatch(description, /\n/, id);
    }
  });

  it('displays the colours of tokens', () => {
    const coloured = chat.tokens.filter(({colours}) => colours);
    assert.ok(coloured.some(({name}) => name === '--ubik-accent'));
    assert.ok(coloured.length > 8);
  });
});
