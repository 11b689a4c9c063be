import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {ChatEvent} from '../../../src/controller/index.js';
import type {DataItem, Op} from '../../../src/core/index.js';
import {openChat} from '../support/chat.js';
import {begun, framed, opsProtocol, over, RUN, word} from '../support/ops-protocol.js';
import {serve, stream} from '../support/web-server.js';

const data = (name: string, value: unknown): Op => ({
  op: 'open',
  id: `${RUN}.${name}`,
  parent: RUN,
  kind: 'data',
  status: 'done',
  fields: {name, data: value},
});

describe('data of the application', () => {
  it('fires an event when it arrives, when it is replaced, and never again', async () => {
    let onNews = (): void => undefined;
    const isNewsRead = new Promise<void>(resolve => (onNews = resolve));
    const server = await serve(async ({path}, response) => {
      const body = stream(response);
      if (path === '/continue') {
        body.end(framed([word('2', 'More'), over]));
        return;
      }
      body.write(framed([begun(), data('weather', {degrees: 4}), data('news', 'none')]));
      const replaced: Op = {op: 'assign', id: `${RUN}.weather`, fields: {data: {degrees: 5}}};
      await isNewsRead; // both values in one frame would be one event
      body.end(framed([replaced, word('1', 'Warm'), over]));
    });
    const events: DataItem[] = [];
    const chat = openChat({
      endpoint: server.origin,
      protocol: opsProtocol({continuesMessages: true}),
      storage: null,
      onEvent: (event: ChatEvent) => {
        if (event.type !== 'data') return;
        events.push(event.item);
        if (event.item.name === 'news') onNews();
      },
    });
    await chat.send('Go');
    await chat.continue();
    assert.deepEqual(
      events.map(item => [item.name, item.data]),
      [
        ['weather', {degrees: 4}],
        ['news', 'none'],
        ['weather', {degrees: 5}],
      ],
    );
  });
});

describe('an error in an answer', () => {
  it('fires an event that says whether a retry can help', async () => {
    const error = (code: string, fields: object): Op => ({
      op: 'open',
      id: `${RUN}.${code}`,
      parent: RUN,
      kind: 'error',
      status: 'failed',
      fields: {code, ...fields},
    });
    const server = await serve((_, response) => {
      const errors = [error('agent', {}), error('refused', {retryable: false})];
      stream(response).end(framed([begun(), ...errors, over]));
    });
    const reported: (readonly [string, boolean])[] = [];
    const chat = openChat({
      endpoint: server.origin,
      protocol: opsProtocol({}),
      storage: null,
      onEvent: (event: ChatEvent) => {
        if (event.type === 'error') reported.push([event.error.code, event.error.retryable]);
      },
    });
    await chat.send('Go');
    assert.deepEqual(reported, [
      ['agent', true],
      ['refused', false],
    ]);
  });
});
