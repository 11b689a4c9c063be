import {expect} from '@open-wc/testing';
import type {ReactiveControllerHost} from 'lit';
import {PageTitle} from '../../../src/elements/ubik-chat/page-title.js';

describe('notices in the title of the page', () => {
  it('are removed wherever they are, with those of another chat in front', () => {
    const before = document.title;
    document.title = 'Shop · Home';
    const host = {addController: () => undefined} as unknown as ReactiveControllerHost;
    const [first, second] = [new PageTitle(host), new PageTitle(host)];
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
});
