import assert from 'node:assert/strict';
import {after, afterEach, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {arm, disarm, talkTo} from './support/chat.js';
import type {FrameSource} from '../../src/controller/index.js';
import {EventLog, emptyConversation, plainText, type Frame} from '../../src/core/index.js';

describe('a frame observer', () => {
  let server: AgentServer;

  before(async () => {
    server = await startServer();
  });
  afterEach(() => disarm(server));
  after(() => server.stop());

  it('observes each frame of each stream, and can build the same message', async () => {
    const {chat, answer} = talkTo(server);
    const observed: [Frame, FrameSource][] = [];
    chat.observe((frame, source) => observed.push([frame, source]));
    await arm(server, {kind: 'drop', at_frame: 6});
    await chat.send('what is 6 * 7');

    const sources = [...new Set(observed.map(([, source]) => source))];
    assert.equal(sources.length, 2);
    const [first, last] = sources;
    assert.ok(first && last);
    assert.equal(observed.filter(([, source]) => source === first).length, 6);
    assert.equal(first.item, last.item);
    const log = new EventLog(last.protocol, {run: last.item, report: () => undefined});
    for (const [frame, source] of observed) if (source === last) log.accept(frame);
    const [message] = log.flush(emptyConversation).children;
    assert.ok(message);
    assert.equal(plainText(message), plainText(answer()));
  });

  it('observes nothing after it unsubscribed', async () => {
    const {chat} = talkTo(server);
    let count = 0;
    const off = chat.observe(() => count++);
    await chat.send('what is 1 + 1');
    assert.ok(count > 0);
    off();
    const before = count;
    await chat.send('what is 2 + 2');
    assert.equal(count, before);
  });
});
