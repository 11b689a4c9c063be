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
