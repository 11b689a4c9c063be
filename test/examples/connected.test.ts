import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Chat} from '../../demo/examples/connected.js';
import {UbikChat} from '../../src/frameworks/react.js';

describe('the chat that replaces the hook of a quick start', () => {
  it('is the component, whose attributes a server renders, not the tag', () => {
    const chat: {readonly type: unknown; readonly props: unknown} = Chat();
    assert.equal(chat.type, UbikChat);
    assert.deepEqual(chat.props, {protocol: 'ai-sdk', endpoint: '/api/chat'});
  });
});
