import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  append,
  end,
  finalText,
  folded,
  llm,
  opening,
  progress,
  skill,
  steps,
  upsert,
} from './patches.js';
import {walk} from '../../../../src/core/index.js';
import type {Frame} from '../../../../src/core/sse/frame.js';

const words = ['Hm ', 'One ', 'two ', 'RESULT', 'so ', 'Three ', 'four'];

const answer = (...list: readonly string[]): readonly Frame[] =>
  list.map(text => append(finalText, text));

const frames: readonly Frame[] = [
  ...opening,
  ...steps(llm()),
  append(progress(0, 'think'), 'Hm '),
  append(progress(0, 'answer'), 'One '),
  append(progress(0, 'answer'), 'two '),
  upsert(progress(0, 'status'), 'completed'),
  append(progress(1), skill('find', {status: 'processing'}, {query: 'q'})),
  upsert(progress(1, 'answer'), {result: 'RESULT'}),
  upsert(progress(1, 'status'), 'completed'),
  append(progress(2), llm({id: 'l2'})),
  append(progress(2, 'think'), 'so '),
  append(progress(2, 'answer'), 'Three '),
  append(progress(2, 'answer'), 'four'),
  upsert(progress(2, 'status'), 'completed'),
  ...answer('Three ', 'four'),
  end,
];

/** The texts of a message in their order. */
const textsOf = (list: readonly Frame[]): readonly string[] =>
  [...walk({children: [folded(list, 'lost').message]})].flatMap(item => {
    if (item.kind === 'tool') return item.output;
    return item.kind === 'text' || item.kind === 'thinking' ? item.text : [];
  });

describe('an answer without one of its patches', () => {
  for (const [at, {data}] of frames.entries()) {
    it(`displays what the other patches have, once: ${at} ${data.slice(0, 80)}`, () => {
      const shown = textsOf(frames.toSpliced(at, 1)).join(' | ');
      const lost = words.filter(word => data.includes(`"${word}"`) && !data.includes('final'));
      for (const word of words) {
        const count = shown.split(word.trim()).length - 1;
        assert.equal(count, lost.includes(word) ? 0 : 1, `${word} in ${shown}`);
      }
    });
  }

  it('displays the final answer beside a step that is not known to have it', () => {
    const rest = append(progress(0, 'answer'), 'two.');
    const all = (...list: readonly Frame[]): readonly string[] =>
      textsOf([...opening, ...list, end]);
    assert.deepEqual(all(rest, ...answer('One ', 'two.')), ['two.', 'One two.']);
    assert.deepEqual(all(rest, ...answer('tw', 'o.')), ['two.']);
    assert.deepEqual(all(...answer('tw'), rest, ...answer('o.')), ['two.']);
    assert.deepEqual(all(rest), ['two.']);
  });
});
