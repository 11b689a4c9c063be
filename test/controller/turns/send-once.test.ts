import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {MessageItem, Operations} from '../../../src/core/index.js';
import {messagesOf} from '../../../src/core/model/messages.js';
import {openChat, said} from '../support/chat.js';
import {FastEnvironment} from '../support/fast-environment.js';
import {opsProtocol} from '../support/ops-protocol.js';
import {json, serve, type Asked} from '../support/web-server.js';

/** The messages in the body of a request. */
const sentIn = ({body}: Asked): readonly MessageItem[] =>
  messagesOf((JSON.parse(body) as Parameters<Operations['send']['request']>[0]).conversation);

describe('a message with an id of the client', () => {
  it('that arrived although the history could not confirm it is not sent again', async () => {
    let stored: readonly MessageItem[] = [];
    let isBroken = false;
    const server = await serve((asked, response) => {
      if (asked.path === '/send') {
        stored = sentIn(asked).map(message => ({...message, id: message.messageId ?? ''}));
        isBroken = true;
        response.destroy();
      } else if (isBroken) json(response, {}, 503);
      else json(response, stored);
    });
    const history: Operations['history'] = {
      request: () => ({method: 'GET', path: 'history'}),
      read: ({body}) => ({messages: body as readonly MessageItem[]}),
    };
    const protocol = opsProtocol({clientIds: ['session', 'message'], operations: {history}});
    const chat = openChat(
      {endpoint: server.origin, protocol, storage: null},
      new FastEnvironment(),
    );
    await chat.send('Hello');
    assert.equal(chat.lastError?.code, 'unconfirmed');
    isBroken = false;
    await chat.retry();
    assert.equal(server.asked.filter(({path}) => path === '/send').length, 1);
    assert.equal(said(chat).filter(text => text === 'user: Hello').length, 1);
  });
});
