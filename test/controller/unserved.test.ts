import assert from 'node:assert/strict';
import {beforeEach, describe, it, type TestContext} from 'node:test';
import {createAiSdk, ubik, type Protocol} from '../../src/core/index.js';
import {until} from '../support/until.js';
import {memory, openChat, untilTrue} from './support/chat.js';
import {bodyOf, streams} from './support/streams.js';
import {json, serve, stream, type Asked} from './support/web-server.js';

type Status = 200 | 404 | 405 | 503;

/** A server that answers each message, and each request for its history with the next of these statuses. */
async function answering(name: string, ...statuses: readonly Status[]) {
  const left = [...statuses];
  const isHistory = ({method, path}: Asked): boolean =>
    method === 'GET' && !path.endsWith('/stream');
  const server = await serve((asked, response) => {
    if (isHistory(asked)) {
      const status = left.length > 1 ? left.shift() : left[0];
      if (status === 200) json(response, {items: [], messages: []});
      else json(response, {detail: 'Not Found'}, status);
    } else if (asked.method === 'GET') response.writeHead(204).end();
    else if (asked.path.endsWith('/agent-sessions')) json(response, {id: 's'});
    else stream(response).end(bodyOf(streams[name] ?? []));
  });
  return {...server, histories: () => server.asked.filter(isHistory)};
}

describe('a request that the server does not have', () => {
  let lines: string[] = [];
  beforeEach(() => (lines = []));

  /** What is written to the console about a server. */
  function watch(t: TestContext, origin: string): void {
    t.mock.method(console, 'warn', (line: unknown) => {
      if (String(line).includes(origin)) lines.push(String(line));
    });
  }

  /** Sends a message. The conversation is loaded again at once where that follows later. */
  async function talk(protocol: Protocol, endpoint: string) {
    const options = {endpoint, protocol, storage: memory(), recheckDelayMs: 0};
    const chat = openChat(options);
    const outcome = await chat.send('hello');
    assert.equal(outcome.status, 'done');
    return chat;
  }

  const servers: readonly (readonly [string, Protocol])[] = [
    ['ubik', ubik],
    ['ai-sdk', createAiSdk({history: true})],
  ];
  for (const [name, protocol] of servers) {
    for (const status of [404, 405] as const) {
      it(`is reported: history of ${name}, status ${status}`, async t => {
        const {origin} = await answering(name, status);
        watch(t, origin);
        const chat = await talk(protocol, `${origin}/api`);
        await until(() => lines.length > 0);
        await chat.send('and again');
        assert.equal(lines.length, 1, lines.join('\n'));
        assert.match(
          lines[0] ?? '',
          new RegExp(
            `GET ${origin}/api/\\S+: status ${status}, application/json\\. Expected: the operation .history. .*Serve this request`,
          ),
        );
      });
    }

    it(`is not reported where a session is stored after its first answer: ${name}`, async t => {
      const {origin, histories} = await answering(name, 404, 200, 405);
      watch(t, origin);
      const chat = await talk(protocol, `${origin}/api`);
      await until(() => histories().length === 2);
      // What was reported before is written before this.
      await chat.send('and again');
      await until(() => lines.length > 0);
      assert.equal(lines.length, 1, lines.join('\n'));
      assert.match(lines[0] ?? '', /status 405/);
    });

    it(`is not reported where the server fails for a while: ${name}`, async t => {
      const {origin, histories} = await answering(name, 503, 405);
      watch(t, origin);
      const chat = await talk(protocol, `${origin}/api`);
      await until(() => histories().length === 1);
      await chat.send('and again');
      await until(() => lines.length > 0);
      assert.equal(lines.length, 1, lines.join('\n'));
      assert.match(lines[0] ?? '', /status 405/);
    });
  }

  it('is reported: stop of ai-sdk', async t => {
    const server = await serve((asked, response) => {
      if (asked.path.endsWith('/stop')) json(response, {detail: 'Not Found'}, 404);
      else stream(response).write(bodyOf((streams['ai-sdk'] ?? []).slice(0, 3)));
    });
    watch(t, server.origin);
    const protocol = createAiSdk({stop: true});
    const chat = openChat({endpoint: `${server.origin}/api`, protocol, storage: memory()});
    const turn = chat.send('hello');
    await untilTrue(chat, ({status}) => status === 'streaming');
    await chat.stop();
    assert.equal((await turn).status, 'stopped');
    await until(() => lines.length > 0);
    assert.match(
      lines.join('\n'),
      /^Ubik Chat: gone\. POST \S+\/stop: status 404, .*the operation `stop` .*Serve this request[^\n]*$/,
    );
  });
});
