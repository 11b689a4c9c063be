import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {buildIndex} from '../../../src/core/model/item-index.js';
import type {Conversation, Item} from '../../../src/core/model/item.js';

const text = (id: string): Item => ({id, kind: 'text', status: 'done', children: [], text: id});

const step = (id: string, ...children: readonly Item[]): Item => ({
  id,
  kind: 'step',
  status: 'done',
  title: id,
  children,
});

const talk = (...children: readonly Item[]): Conversation => ({version: 1, children});

/** The index in reading order: `id under parent at place`. */
const shown = (conversation: Conversation): readonly string[] =>
  Array.from(buildIndex(conversation), ([id, {parent, place}]) =>
    [id, parent === undefined ? 'on top' : `under ${parent}`, `at ${place}`].join(' '),
  );

describe('buildIndex', () => {
  it('is empty for an empty conversation', () => {
    assert.deepEqual(shown(talk()), []);
  });

  it('says under which parent each item stands, and where, in reading order', () => {
    assert.deepEqual(shown(talk(step('a', text('b'), step('c', text('d'))), text('e'))), [
      'a on top at 0',
      'b under a at 0',
      'c under a at 1',
      'd under c at 0',
      'e on top at 1',
    ]);
  });

  it('means the first of two items with one id, in reading order', () => {
    assert.deepEqual(shown(talk(step('a', text('x')), text('x'))), [
      'a on top at 0',
      'x under a at 0',
    ]);
  });

  it('knows nothing below the second of two items with one id', () => {
    assert.deepEqual(shown(talk(text('x'), step('x', text('below')))), ['x on top at 0']);
  });

  it('knows ids that reach prototypes as plain ids', () => {
    assert.deepEqual(shown(talk(step('__proto__', text('constructor')))), [
      '__proto__ on top at 0',
      'constructor under __proto__ at 0',
    ]);
  });

  it('passes over holes that a hostile list may have', () => {
    const holed = [text('a'), undefined, text('c')] as unknown as readonly Item[];
    assert.deepEqual(shown(talk(...holed)), ['a on top at 0', 'c on top at 2']);
  });

  it('walks deeper than any stack', () => {
    let deep = text('leaf');
    for (let level = 0; level < 100_000; level++) deep = step(`s${level}`, deep);
    const index = buildIndex(talk(deep));
    assert.equal(index.size, 100_001);
    assert.deepEqual(index.get('leaf'), {parent: 's0', place: 0});
  });
});
