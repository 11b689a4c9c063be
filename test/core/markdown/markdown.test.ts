import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import markedFootnote from 'marked-footnote';
import {Markdown} from '../../../src/core/markdown/markdown.js';
import {cases} from '../../modules/marked/extensions.js';
import {until} from '../../support/until.js';

const image = {kind: 'image', src: 'a', alt: 'b', title: undefined} as const;

describe('Markdown', () => {
  it('asks its extensions, the newest first, until one does not decline', () => {
    const markdown = new Markdown<string>();
    markdown.use({image: ({alt}) => `first ${alt}`});
    markdown.use({image: () => undefined});
    assert.equal(markdown.render('image', image), 'first b');
  });

  it('reports what it does not use of an extension', async context => {
    const warn = context.mock.method(console, 'warn', () => undefined);
    const reportOf = async (...given: readonly unknown[]): Promise<string> => {
      warn.mock.resetCalls();
      const markdown = new Markdown<string>();
      Reflect.apply(markdown.use, markdown, given);
      await until(() => warn.mock.callCount() > 0);
      return warn.mock.calls.flatMap(call => call.arguments).join();
    };
    const syntax = {name: 'note', level: 'block', tokenizer: () => undefined, renderer: () => ''};
    assert.match(await reportOf({gfm: false}), /does not support gfm/);
    assert.match(await reportOf([{extensions: [syntax]}]), /takes one extension/);
    assert.match(await reportOf({extensions: [syntax]}, {breaks: true}), /takes one extension/);
    const parts: readonly (readonly [object, RegExp])[] = [
      [{level: 'row'}, /note with the level row \(.*did not add/],
      [{tokenizer: undefined}, /note without tokenizer \(.*did not add/],
      [{renderer: undefined}, /note without renderer \(.*did not add/],
    ];
    for (const [part, expected] of parts)
      assert.match(await reportOf({extensions: [{...syntax, ...part}]}), expected);
    const keys: readonly (readonly [object, RegExp])[] = [
      [{async: true, walkTokens: () => undefined}, /support async \(.*did not add/],
      [{tokenizer: {link: () => false}}, /support tokenizer\.link \(.*did not add/],
      [{hooks: {provideLexer: () => undefined}}, /support hooks\.provideLexer \(.*did not add/],
      [
        {renderer: {table: () => '', link: () => ''}},
        /support renderer\.table \([^)]*key table\)\. /,
      ],
      [markedFootnote(), /footnotes need no extension.*did not add/],
    ];
    for (const [extension, expected] of keys) {
      assert.match(await reportOf(extension), expected);
      assert.match(await reportOf(extension), /modules\/marked\.js/);
    }
  });

  it('adds the parts of an extension that do not need what is not supported', async context => {
    const warn = context.mock.method(console, 'warn', () => undefined);
    const markdown = new Markdown<string>();
    markdown.use({renderer: {table: () => '', link: () => ''}} as object);
    assert.equal(markdown.tokenParts.length, 1);
    markdown.use({tokenizer: {link: () => false}, renderer: {link: () => ''}} as object);
    assert.equal(markdown.tokenParts.length, 1);
    await until(() => warn.mock.callCount() === 2);
  });

  it('reports nothing of an extension that it supports', async context => {
    const warn = context.mock.method(console, 'warn', () => undefined);
    const syntax = {name: 'note', level: 'block', tokenizer: () => undefined, renderer: () => ''};
    const supported: readonly object[] = [
      {async: false, hooks: null, extensions: [syntax]},
      {extensions: [{name: 'link', level: 'inline', renderer: () => ''}]},
      ...cases.filter(({everywhere}) => everywhere).map(({create}) => create()),
    ];
    for (const extension of supported) new Markdown<string>().use(extension);
    new Markdown<string>().use({gfm: false} as object);
    // Reports are written in their order.
    await until(() => warn.mock.callCount() > 0);
    assert.equal(warn.mock.callCount(), 1);
    assert.match(String(warn.mock.calls[0]?.arguments[0]), /gfm/);
  });

  it('has no extensions by default', () => {
    assert.equal(new Markdown<string>().render('image', image), undefined);
  });

  it('falls back to the shared extensions, and removes unregistered ones', () => {
    const shared = new Markdown<string>();
    const own = new Markdown<string>(shared);
    shared.use({image: () => 'shared'});
    const undo = own.use({image: () => 'own'});
    assert.equal(own.render('image', image), 'own');
    undo();
    assert.equal(own.render('image', image), 'shared');
  });
});
