import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Answers} from '../../../src/core/model/answers.js';
import type {Conversation, Item, RequestItem} from '../../../src/core/model/item.js';
import {reduce} from '../../../src/core/model/reduce.js';
import {conversation, find, item} from './trees.js';

const yes = {input: true, type: 'confirm'} as const;
const question = (id: string, fields: object = {}): RequestItem =>
  item(id, 'request', {status: 'waiting', prompt: 'Send it?', ...fields}) as RequestItem;
const message = (id: string, status: string, ...children: Item[]): Item =>
  item(id, 'message', {role: 'assistant', status}, children);

/** Answers to the questions, as they are given. */
function answersTo(...requests: RequestItem[]): Answers {
  const answers = new Answers();
  for (const request of requests) answers.set(request.id, {answer: yes, request});
  return answers;
}

/** The status and the answer of items. */
const states = (of: Conversation, ...ids: string[]): unknown[] =>
  ids.map(id => {
    const {status, answer} = find(of, id) as RequestItem;
    return answer ? [status, answer] : status;
  });

describe('the answers of the user', () => {
  it('cost nothing in later messages once their questions are closed', () => {
    const q = question('q');
    const answers = answersTo(q);
    const closed = answers.addTo(conversation(message('first', 'waiting', q)), 'first');
    const later = {...closed, children: [...closed.children, message('next', 'streaming')]};
    assert.equal(answers.addTo(later, 'next'), later);
  });

  it('change nothing if there are none', () => {
    const before = conversation(message('run', 'waiting', question('q')));
    assert.equal(new Answers().addTo(before, 'run'), before);
  });

  it('close their questions, and let the run go on with the last one', () => {
    const [a, b] = [question('a'), question('b')];
    const before = conversation(message('run', 'waiting', a, item('s', 'step', {}, [b])));
    const answers = answersTo(a);
    const one = answers.addTo(before, 'run');
    assert.deepEqual(states(one, 'run', 'a', 'b'), ['waiting', ['done', yes], 'waiting']);
    answers.set('b', {answer: yes, request: b});
    const both = answers.addTo(one, 'run');
    assert.deepEqual(states(both, 'run', 'a', 'b'), ['streaming', ['done', yes], ['done', yes]]);
    assert.equal(answers.addTo(both, 'run'), both);
  });

  it('close questions of all messages without a run, and no message goes on', () => {
    const [a, b] = [question('a'), question('b')];
    const before = conversation(message('one', 'waiting', a), message('two', 'waiting', b));
    const after = answersTo(a, b).addTo(before, undefined);
    assert.deepEqual(states(after, 'a', 'b', 'one', 'two'), [
      ['done', yes],
      ['done', yes],
      'waiting',
      'waiting',
    ]);
  });

  for (const run of ['run', undefined]) {
    it(`are none to a question about another call, ${run ? 'in a run' : 'without a run'}`, () => {
      const asked = question('q', {arguments: {to: 'a@b.example'}});
      for (const [fields, state] of [
        [{arguments: {to: 'a@b.example'}}, ['done', yes]],
        [{arguments: {to: 'c@d.example'}}, 'waiting'],
        [{...asked, toolName: 'send_to_all'}, 'waiting'],
        [{...asked, prompt: 'Send all?'}, 'waiting'],
        [{arguments: {to: 'c@d.example'}, status: 'done', answer: yes}, 'waiting'],
        [
          {arguments: {to: 'c@d.example'}, status: 'done', answer: {input: false}},
          ['done', {input: false}],
        ],
      ] as const) {
        const before = conversation(message('run', 'waiting', question('q', fields)));
        assert.deepEqual(states(answersTo(asked).addTo(before, run), 'q'), [state]);
      }
    });
  }

  it('belong to a question of an earlier message, whatever it is about now', () => {
    const asked = question('q', {arguments: {a: 1}});
    const before = conversation(
      message('old', 'waiting', question('q')),
      message('run', 'waiting'),
    );
    const after = answersTo(asked).addTo(before, 'run');
    assert.deepEqual(states(after, 'q', 'old', 'run'), [['done', yes], 'waiting', 'streaming']);
  });

  it('read as many fields of items of a long run as of a short one', () => {
    const readsOf = (length: number): number => {
      let reads = 0;
      const counted = (id: string): Item =>
        new Proxy(item(id, 'text', {text: ''}), {
          get: (target, name) => {
            reads++;
            return Reflect.get(target, name) as unknown;
          },
        });
      const [a, b] = [question('a'), question('b')];
      const texts = Array.from({length}, (_, n) => counted(`text-${n}`));
      const answers = answersTo(a);
      const before = conversation(message('run', 'waiting', ...texts, a, b, question('c')));
      let shown = answers.addTo(before, 'run');
      answers.set('b', {answer: yes, request: b});
      shown = answers.addTo(shown, 'run');
      reads = 0;
      for (let frame = 0; frame < 10; frame++) {
        shown = reduce(shown, [{op: 'append', id: 'text-1', field: 'text', text: 'word '}]);
        shown = answers.addTo(shown, 'run');
      }
      const sum = reads;
      assert.deepEqual(states(shown, 'run', 'c'), ['waiting', 'waiting']);
      return sum;
    };
    assert.equal(readsOf(1000), readsOf(10));
  });
});
