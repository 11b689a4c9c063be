import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {toolOutput, walk} from '../../src/core/index.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {fails, talkTo, type Talk} from './support/chat.js';

describe('a file that a tool made', () => {
  let server: AgentServer;

  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  /** The address of the chart that the agent has created. */
  async function drawn({chat}: Talk): Promise<string> {
    await chat.send('draw a chart of 1, 2');
    const tool = [...walk(chat.conversation)].find(item => item.kind === 'tool');
    const {images} = toolOutput(tool!) as {images: {url: string}[]};
    return images[0]!.url;
  }

  it('is fetched with the access token, which is sent to no other origin', async () => {
    const origins = new Set<string>();
    const spy: typeof fetch = (input, init) => {
      origins.add(new URL(new Request(input).url).origin);
      return fetch(input, init);
    };
    const talk = talkTo(server, {fetch: spy});
    const url = await drawn(talk);
    assert.equal((await fetch(new URL(url, server.origin))).status, 401);
    for (const host of ['', 'https://stranger.example']) {
      const file = await talk.chat.asset(host + url);
      assert.equal(file?.type, 'image/svg+xml');
      assert.match(await file.text(), /^<svg[^]+value 2/);
    }
    assert.deepEqual([...origins], [server.origin]);
    assert.equal(talk.chat.asset('https://stranger.example/chart.svg'), undefined);
    talk.chat.dispose();
  });

  it('reports why it cannot be loaded', async () => {
    const talk = talkTo(server);
    const url = await drawn(talk);
    await assert.rejects(talk.chat.asset(url.replace('chart.svg', 'other.svg'))!, fails('gone'));
    const other = talkTo(server);
    await other.chat.send('hello');
    await assert.rejects(other.chat.asset(url)!, fails('gone'));
    talk.chat.dispose();
    other.chat.dispose();
  });
});
