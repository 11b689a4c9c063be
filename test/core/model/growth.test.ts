import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {
  emptyConversation,
  reduce,
  walk,
  type Conversation,
  type Op,
} from '../../../src/core/index.js';
import {deltaSince, appendDelta, lastDelta} from '../../../src/core/model/growth.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

const append = (id: string, text: string, field = 'text'): Op => ({op: 'append', id, field, text});

const open = (id: string): Op => ({op: 'open', id, kind: 'text', fields: {text: ''}});

const textOf = ({children: [item]}: Conversation): string =>
  item?.kind === 'text' ? item.text : 'none';

/** The text that was added to `before`. */
const added = (conversation: Conversation, before: string): string | undefined =>
  deltaSince(lastDelta(conversation.children[0] ?? {}), before, textOf(conversation));

describe('the growth of a text', () => {
  it('continues from the same text, and starts again from another', () => {
    const one = appendDelta(undefined, 'a', 'b');
    assert.deepEqual(one, {before: 'a', added: 'b', after: 'ab'});
    assert.deepEqual(appendDelta(one, 'ab', 'c'), {before: 'a', added: 'bc', after: 'abc'});
    assert.deepEqual(appendDelta(one, 'x', 'c'), {before: 'x', added: 'c', after: 'xc'});
  });

  it('reports the addition to the text that was read, and to no other', () => {
    const growth = appendDelta(undefined, 'one ', 'two');
    assert.equal(deltaSince(growth, 'one ', 'one two'), 'two');
    assert.equal(deltaSince(growth, 'one', 'one two'), undefined);
    assert.equal(deltaSince(growth, 'one ', 'one too'), undefined);
    assert.equal(deltaSince(undefined, 'one ', 'one two'), undefined);
  });
});

describe('a folded text', () => {
  const begun = reduce(emptyConversation, [open('t'), append('t', 'one ')]);

  it('reports the additions of all chunks of a call', () => {
    const after = reduce(begun, [append('t', 'two '), append('t', 'three')]);
    assert.equal(textOf(after), 'one two three');
    assert.equal(added(after, 'one '), 'two three');
    assert.equal(added(after, 'one two '), undefined);
  });

  it('reports nothing for a text that was replaced', () => {
    const replaced: Op = {op: 'assign', id: 't', fields: {text: 'other'}};
    assert.equal(added(reduce(begun, [append('t', 'two'), replaced]), 'one '), undefined);
    const after = reduce(begun, [replaced, append('t', ' two')]);
    assert.equal(textOf(after), 'other two');
    assert.equal(added(after, 'one '), undefined);
    assert.equal(added(after, 'other'), ' two');
  });

  it('is complete if other changes are between its chunks', () => {
    const named: Op = {op: 'assign', id: 't', fields: {marks: []}};
    const after = reduce(begun, [append('t', 'two'), named, append('t', ' three'), open('u')]);
    assert.equal(textOf(after), 'one two three');
  });

  it('is the sum of its chunks, and its growth never reports anything else, in any order', () => {
    const op = fc.oneof(
      {weight: 6, arbitrary: fc.tuple(fc.constantFrom('t', 'u'), fc.string({maxLength: 3}))},
      {weight: 1, arbitrary: fc.constant(undefined)},
    );
    forAll(runs(1000), [fc.array(fc.array(op))], calls => {
      const texts: Record<string, string> = {t: '', u: ''};
      let conversation = reduce(emptyConversation, [open('t'), open('u')]);
      for (const call of calls) {
        const before = {...texts};
        const ops = call.map((one): Op => {
          if (!one) {
            texts['t'] = '';
            return {op: 'assign', id: 't', fields: {text: ''}};
          }
          const [id, text] = one;
          texts[id] = `${texts[id] ?? ''}${text}`;
          return append(id, text);
        });
        conversation = reduce(conversation, ops);
        for (const item of walk(conversation)) {
          if (item.kind !== 'text') continue;
          assert.equal(item.text, texts[item.id]);
          const read = before[item.id] ?? '';
          const piece = deltaSince(lastDelta(item), read, item.text);
          if (piece !== undefined) assert.equal(read + piece, item.text);
        }
      }
    });
  });
});
