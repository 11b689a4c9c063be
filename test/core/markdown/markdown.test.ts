import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Markdown} from '../../../src/core/markdown/markdown.js';

const image = {kind: 'image', src: 'a', alt: 'b', title: undefined} as const;

describe('Markdown', () => {
  it('asks its extensions, the newest first, until one does not decline', () => {
    const markdown = new Markdown<string>();
    markdown.use({image: ({alt}) => `first ${alt}`});
    markdown.use({image: () => undefined});
    assert.equal(markdown.render('image', image), 'first b');
  });

  it('reports what it does not use of an extension', context => {
    const warn = context.mock.method(console, 'warn', () => undefined);
    const reportOf = (...given: readonly unknown[]): string => {
      warn.mock.resetCalls();
      const markdown = new Markdown<string>();
      Reflect.apply(markdown.use, markdown, given);
      return warn.mock.calls.flatMap(call => call.arguments).join();
    };
    const syntax = {name: 'note', level: 'block', tokenizer: () => undefined, renderer: () => ''};
    assert.equal(reportOf({async: false, hooks: null, extensions: [syntax]}), '');
    assert.match(reportOf({gfm: false}), /does not support gfm/);
    assert.match(reportOf([{extensions: [syntax]}]), /takes one extension/);
    assert.match(reportOf({extensions: [syntax]}, {breaks: true}), /takes one extension/);
    const parts: readonly (readonly [object, RegExp])[] = [
      [{level: 'row'}, /note with the level row/],
      [{tokenizer: undefined}, /note without tokenizer/],
    ];
    for (const [part, expected] of parts)
      assert.match(reportOf({extensions: [{...syntax, ...part}]}), expected);
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
