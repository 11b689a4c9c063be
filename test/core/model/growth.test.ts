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

const append = (id: string, text: string, field = 'text'): Op => ({op: 'append', id, field, text});

const open = (id: string): Op => ({op: 'open', id, kind: 'text', fields: {text: ''}});

const textOf = ({children: [item]}: Conversation): string =>
  item?.kind === 'text' ? item.text : 'none';

/** What was added to the text `before`. */
const added = (conversation: Conversation, before: string): string | undefined =>
  deltaSince(lastDelta(conversation.children[0] ?? {}), before, textOf(conversation));

describe('the growth of a text', () => {
  it('continues where it is that of the text, and starts again where it is that of another', () => {
    const one = appendDelta(undefined, 'a', 'b');
    assert.deepEqual(one, {before: 'a', piece: 'b', after: 'ab'});
    assert.deepEqual(appendDelta(one, 'ab', 'c'), {before: 'a', piece: 'bc', after: 'abc'});
    assert.deepEqual(appendDelta(one, 'x', 'c'), {before: 'x', piece: 'c', after: 'xc'});
  });

  it('reports what was added to the very text that was read, and of no other', () => {
    const growth = appendDelta(undefined, 'one ', 'two');
    assert.equal(deltaSince(growth, 'one ', 'one two'), 'two');
    assert.equal(deltaSince(growth, 'one', 'one two'), undefined);
    assert.equal(deltaSince(growth, 'one ', 'one too'), undefined);
    assert.equal(deltaSince(undefined, 'one ', 'one two'), undefined);
  });
});

describe('a folded text', () => {
  const begun = reduce(emptyConversation, [open('t'), append('t', 'one ')]);

  it('reports what all the pieces of a call added', () => {
    const after = reduce(begun, [append('t', 'two '), append('t', 'three')]);
    assert.equal(textOf(after), 'one two three');
    assert.equal(added(after, 'one '), 'two three');
    assert.equal(added(after, 'one two '), undefined);
  });

  it('reports nothing of a text that was replaced', () => {
    const replaced: Op = {op: 'assign', id: 't', fields: {text: 'other'}};
    assert.equal(added(reduce(begun, [append('t', 'two'), replaced]), 'one '), undefined);
    const after = reduce(begun, [replaced, append('t', ' two')]);
    assert.equal(textOf(after), 'other two');
    assert.equal(added(after, 'one '), undefined);
    assert.equal(added(after, 'other'), ' two');
  });

  it('is whole when other changes come between its pieces', () => {
    const named: Op = {op: 'assign', id: 't', fields: {marks: []}};
    const after = reduce(begun, [append('t', 'two'), named, append('t', ' three'), open('u')]);
    assert.equal(textOf(after), 'one two three');
  });

  it('is what its pieces make, and its growth never reports anything else, whatever comes in which order', () => {
    const op = fc.oneof(
      {weight: 6, arbitrary: fc.tuple(fc.constantFrom('t', 'u'), fc.string({maxLength: 3}))},
      {weight: 1, arbitrary: fc.constant(undefined)},
    );
    fc.assert(
      fc.property(fc.array(fc.array(op)), calls => {
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
      }),
      {numRuns: 1000},
    );
  });
});
