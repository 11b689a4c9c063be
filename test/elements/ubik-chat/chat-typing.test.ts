import {expect} from '@open-wc/testing';
import {open} from '../support/chat.js';
import {find, type} from '../support/dom.js';

describe('typing while an answer streams', () => {
  it('loses no key while 200 events a second arrive', async () => {
    const {chat, agent} = await open();
    const turn = chat.send('Go on');
    let events = 0;
    const stream = setInterval(() => agent.say(`word ${(events += 1)} `), 5);
    await chat.focusComposer();
    const words = 'the quick brown fox jumps over the lazy dog '.repeat(4);
    await type(words);
    clearInterval(stream);
    expect(events).to.be.above(0);
    expect(find(find(chat, '.composer'), 'textarea', HTMLTextAreaElement).value).to.equal(words);
    agent.finish();
    await turn;
  });
});
