import assert from 'node:assert/strict';
import type {ServerResponse} from 'node:http';
import {afterEach, beforeEach, describe, it, mock} from 'node:test';
import {gzipSync} from 'node:zlib';
import type {ErrorInfo, ChatOptions} from '../../src/controller/index.js';
import {maxResponseBytes} from '../../src/controller/http/rejections.js';
import {fails, openChat} from './support/chat.js';
import {FastEnvironment} from './support/fast-environment.js';
import {json, serve} from './support/web-server.js';
import {testMs} from '../support/limits.mjs';
import {until} from '../support/until.js';

const limit = {timeout: testMs};

/** Little on the way, and more than is read of an answer once it is unpacked. */
const bomb = gzipSync(Buffer.alloc(maxResponseBytes + 1, ' '));

const explode = (response: ServerResponse, status: number): void =>
  void response
    .writeHead(status, {'content-type': 'application/json', 'content-encoding': 'gzip'})
    .end(bomb);

const chatWith = (options: ChatOptions) =>
  openChat({storage: null, ...options}, new FastEnvironment());

describe('an answer that is too large', () => {
  for (const [what, path, options] of [
    ['a history', /messages/, {sessionId: 's'}],
    ['a new session', /agent-sessions$/, {}],
  ] as const) {
    it(`is a clear error, and is not read to its end: ${what}`, limit, async () => {
      const server = await serve((asked, response) => {
        if (path.test(asked.path)) explode(response, 200);
        else json(response, {id: 's'});
      });
      const chat = chatWith({endpoint: server.origin, ...options});
      await chat.ready;
      if (!('sessionId' in options)) await chat.send('Hello');
      const {code, retryable, detail}: Partial<ErrorInfo> = chat.lastError ?? {};
      assert.deepEqual([code, retryable, detail], ['answer_too_large', false, '> 32 MB']);
    });
  }

  it('keeps the code of an error response', limit, async () => {
    const server = await serve((_, response) => explode(response, 403));
    const chat = chatWith({endpoint: server.origin});
    await chat.send('Hello');
    assert.equal(chat.lastError?.code, 'forbidden');
  });

  it('is a clear error if a token is expected', limit, async () => {
    const server = await serve((_, response) => explode(response, 200));
    const chat = chatWith({endpoint: server.origin, tokenEndpoint: `${server.origin}/token`});
    await chat.send('Hello');
    assert.equal(chat.lastError?.code, 'answer_too_large');
  });

  it('is a clear error of an upload', limit, async () => {
    const server = await serve(({path}, response) => {
      if (path.endsWith('/upload')) explode(response, 200);
      else json(response, {id: 's'});
    });
    const chat = chatWith({endpoint: server.origin});
    await assert.rejects(chat.upload(new File(['a'], 'a.txt')), fails('answer_too_large'));
  });
});

describe('an id or a header that no request can carry', () => {
  const half = 'a\ud800';
  let lines: string[] = [];

  beforeEach(() => {
    lines = [];
    mock.method(console, 'warn', (line: string) => lines.push(line));
  });
  afterEach(() => mock.restoreAll());

  /** The line comes later than the error, when its words have loaded: another test must not receive it. */
  async function assertReported(): Promise<void> {
    await until(() => lines.some(line => line.startsWith('Ubik Chat: invalid_request.')));
  }

  it('is an error that is not retried: a session', limit, async () => {
    const server = await serve((_, response) => json(response, {}));
    const chat = chatWith({endpoint: server.origin, sessionId: half});
    await chat.ready;
    assert.deepEqual(
      [chat.lastError?.code, chat.lastError?.retryable, chat.lastError?.detail],
      ['invalid_request', false, 'The id contains an unpaired surrogate: "a\\ud800"'],
    );
    assert.equal(server.asked.length, 0);
    await assertReported();
  });

  it('is an error that is not retried: a header', limit, async () => {
    const server = await serve((_, response) => json(response, {}));
    const chat = chatWith({endpoint: server.origin, headers: {'X-User': '名前'}});
    await chat.send('Hello');
    assert.deepEqual([chat.lastError?.code, chat.lastError?.retryable], ['invalid_request', false]);
    assert.equal(server.asked.length, 0);
    await assertReported();
  });

  it('does not prevent a chat of such a user from starting', limit, async () => {
    const server = await serve((_, response) => json(response, {}));
    const chat = chatWith({endpoint: server.origin, userId: half});
    await chat.ready;
    assert.deepEqual([chat.status, chat.lastError], ['idle', undefined]);
  });
});
