import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Conversations, messagesOf, type UserQuestion} from '../../aishu/conversations.js';

const question = (text: string, files: readonly string[] = []): UserQuestion => ({
  id: crypto.randomUUID(),
  text,
  files,
  time: 0,
});

describe('the conversations of the Data Agent API', () => {
  it('keep the newest files, in the memory that they may take', () => {
    const conversations = new Conversations();
    const paths = Array.from({length: 12}, (_, n) => `x${n}.txt`);
    const text = 'x'.repeat(5_000_000);
    for (const id of paths) conversations.saveFile('ada', {id, name: id, text});
    const kept = conversations.files('ada', paths).map(({id}) => id);
    assert.deepEqual(kept, paths.slice(2));
    assert.deepEqual(conversations.files('ben', paths), []);
  });

  it('keep no file longer for a question that it was attached to', () => {
    const conversations = new Conversations();
    const one = conversations.create('ada', 'One');
    conversations.saveFile('ada', {id: 'a.txt', name: 'a.txt', text: 'secret of ada'});
    conversations.begin(one, question('Read it', ['a.txt']));
    assert.doesNotMatch(JSON.stringify(one), /secret/);
    assert.match(JSON.stringify(messagesOf(one)), /a\.txt/);
  });

  it('give way to newer ones, also when one of them grows', () => {
    const conversations = new Conversations();
    const first = conversations.create('ada', 'First');
    const [second, third] = [conversations.create('ben', 'B'), conversations.create('ada', 'C')];
    for (const conversation of [first, second, third])
      conversations.begin(conversation, question('x'.repeat(10_000_000)));
    assert.equal(conversations.get(first.id, 'ada'), first);
    for (let n = 0; n < 3; n++) conversations.begin(third, question('x'.repeat(9_000_000)));
    assert.throws(() => conversations.get(first.id, 'ada'), /Conversation/);
    assert.equal(conversations.get(second.id, 'ben'), second);
    assert.deepEqual(conversations.ownedBy('ada'), [third]);
  });

  it('are as many as there may be', () => {
    const conversations = new Conversations();
    const {id} = conversations.create('ada', 'First');
    for (let n = 0; n < 1000; n++) conversations.create('ben', `${n}`);
    assert.throws(() => conversations.get(id, 'ada'), /Conversation/);
    assert.equal(conversations.ownedBy('ben').length, 1000);
  });
});
