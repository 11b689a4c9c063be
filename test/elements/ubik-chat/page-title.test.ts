import {expect} from '@open-wc/testing';
import type {ReactiveControllerHost} from 'lit';
import {en} from '../../../src/elements/locales/en.js';
import {PageTitle} from '../../../src/elements/ubik-chat/page-title.js';
import {open} from '../support/chat.js';
import {until} from '../support/dom.js';

const host = {
  addController: () => undefined,
  requestUpdate: () => undefined,
} as unknown as ReactiveControllerHost;

describe('notices in the title of the page', () => {
  it('are removed wherever they are, with those of another chat in front', () => {
    const before = document.title;
    document.title = 'Shop · Home';
    const [first, second] = [new PageTitle(host), new PageTitle(host)];
    for (const title of [first, second]) title.hostConnected();
    first.show('Input needed');
    second.show('1 unread message');
    expect(document.title).to.equal('1 unread message · Input needed · Shop · Home');
    first.show('');
    expect(document.title).to.equal('1 unread message · Shop · Home');
    second.show('2 unread messages');
    expect(document.title).to.equal('2 unread messages · Shop · Home');
    second.show('');
    expect(document.title).to.equal('Shop · Home');
    document.title = before;
  });

  it('are written only while their chat is in the page, and again after a move', async () => {
    const {chat, agent} = await open({layout: 'float', pageTitle: true});
    const before = document.title;
    document.title = 'Shop';
    const turn = chat.send('Hello');
    agent.say('Hi.');
    agent.finish();
    await turn;
    const notice = `${en.launcher.unread(1)} · Shop`;
    await until(() => document.title === notice);
    const parent = chat.parentElement;
    chat.remove();
    expect(document.title).to.equal('Shop');
    parent?.append(chat);
    await until(() => document.title === notice);
    chat.remove();
    await chat.controller.ready;
    chat.requestUpdate();
    await chat.updateComplete;
    expect(document.title).to.equal('Shop');
    document.title = before;
  });
});
