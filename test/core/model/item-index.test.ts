import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {ItemIndex} from '../../../src/core/model/item-index.js';
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

/** The positions of some ids, without unknown ones: `id under parent at place`. */
const shown = (conversation: Conversation): readonly string[] => {
  const index = ItemIndex.of(conversation);
  return ['a', 'b', 'c', 'd', 'e', 'x', 'below', '__proto__', 'constructor'].flatMap(id => {
    const known = index.get(id);
    if (!known) return [];
    const where = known.parent === undefined ? 'on top' : `under ${known.parent}`;
    return `${id} ${where} at ${known.place}`;
  });
};

describe('ItemIndex.of', () => {
  it('is empty for an empty conversation', () => {
    assert.deepEqual(shown(talk()), []);
  });

  it('returns parent and position of each item, in reading order', () => {
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

  it('ignores items below the second of two items with one id', () => {
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
    const index = ItemIndex.of(talk(deep));
    assert.deepEqual(index.get('s99999'), {parent: undefined, place: 0});
    assert.deepEqual(index.get('leaf'), {parent: 's0', place: 0});
  });
});

describe('the index of the next version', () => {
  const place = {parent: undefined, place: 0};
  const next = (index: ItemIndex): ItemIndex => {
    const following = index.next();
    assert.ok(following);
    return following;
  };

  it('leaves the previous version unchanged', () => {
    const first = ItemIndex.of(talk(text('a')));
    const second = next(first);
    second.delete('a');
    second.set('b', place);
    assert.deepEqual([first.has('a'), first.has('b')], [true, false]);
    assert.deepEqual([second.has('a'), second.has('b')], [false, true]);
    assert.deepEqual([first.isChanged, second.isChanged], [false, true]);
  });

  it('is independent of another next version of the same one', () => {
    const first = ItemIndex.of(talk(text('a')));
    const [one, two] = [next(first), next(first)];
    one.delete('a');
    const branch = next(first);
    branch.set('b', {parent: 'a', place: 0});
    assert.deepEqual([one.has('a'), one.has('b')], [false, false]);
    assert.deepEqual([branch.has('a'), branch.has('b')], [true, true]);
    assert.equal(two.isChanged, false);
    const below = next(branch);
    below.delete('a');
    assert.deepEqual([below.has('a'), branch.has('a'), first.has('a')], [false, true, true]);
  });

  it('drops old versions once most entries belong to them, and reports it', () => {
    const first = ItemIndex.of(talk(text('a')));
    let last = first;
    for (let turn = 0; turn < 3000; turn++) {
      last = next(last);
      if (turn % 2 === 0) last.delete('a');
      else last.set('a', place);
    }
    assert.equal(first.next(), undefined);
    assert.deepEqual(last.get('a'), place);
    assert.ok(last.next());
  });

  it('is built again after many branches of branches, so that a lookup stays short', () => {
    let last = ItemIndex.of(talk(text('a')));
    let levels = 0;
    for (let older = last; levels < 1000; levels++) {
      next(older).delete('a');
      const branch = older.next();
      if (!branch) break;
      branch.set(`b${levels}`, place);
      last = older = branch;
    }
    assert.ok(levels < 100);
    assert.ok(last.has('a'));
  });
});
