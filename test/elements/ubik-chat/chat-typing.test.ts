import {expect} from '@open-wc/testing';
import {inPage} from '../support/agent.js';
import {ask, messages, open} from '../support/chat.js';
import {find, frame, has, type, until} from '../support/dom.js';

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

describe('Arrow Up in the composer', () => {
  /** A chat that can edit, with a message and a control of the page in its composer. */
  async function openWithControl(edits: boolean) {
    const edit = {request: () => ({method: 'POST' as const, path: '/edit'}), read: () => ({})};
    const {send} = inPage.operations;
    const operations = {send, ...(edits && {edit})};
    const scene = await open({protocol: {...inPage, clientIds: ['message'], operations}});
    const select = document.createElement('select');
    select.slot = 'composer-start';
    scene.chat.append(select);
    await ask(scene, 'Is it open?', 'It is.');
    const field = find(find(scene.chat, '.composer'), 'textarea');
    const isEditing = (): boolean => messages(scene.chat).some(message => has(message, '.editing'));
    return {...scene, select, field, isEditing};
  }

  /** Presses Arrow Up. Returns whether it was prevented. */
  const pressUp = (target: Element, init: KeyboardEventInit = {}): boolean =>
    !target.dispatchEvent(
      new KeyboardEvent('keydown', {
        key: 'ArrowUp',
        bubbles: true,
        composed: true,
        cancelable: true,
        ...init,
      }),
    );

  it('edits the last message from the empty field only, without modifiers', async () => {
    const {chat, select, field, isEditing} = await openWithControl(true);
    const attach = find(find(chat, '.composer'), '.send');
    for (const isPrevented of [
      pressUp(select),
      pressUp(attach),
      pressUp(field, {shiftKey: true}),
      pressUp(field, {altKey: true}),
    ])
      expect(isPrevented).to.be.false;
    await frame();
    expect(isEditing()).to.be.false;
    expect(pressUp(field)).to.be.true;
    await until(isEditing);
  });

  it('is left to the browser if the message cannot be edited', async () => {
    const {field} = await openWithControl(false);
    expect(pressUp(field)).to.be.false;
  });
});
