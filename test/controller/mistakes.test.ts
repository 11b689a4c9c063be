import assert from 'node:assert/strict';
import type {ServerResponse} from 'node:http';
import {afterEach, beforeEach, describe, it, mock} from 'node:test';
import {gzipSync} from 'node:zlib';
import {explainError} from '../../src/controller/explain-error.js';
import type {ChatOptions, ErrorInfo, TurnOutcome} from '../../src/controller/index.js';
import {toErrorInfo} from '../../src/controller/http/errors.js';
import {plainText, type Protocol} from '../../src/core/index.js';
import {until} from '../support/until.js';
import {FastEnvironment} from './support/fast-environment.js';
import {openChat} from './support/chat.js';
import {json, serve, stream, type Asked} from './support/web-server.js';

type Answer = (asked: Asked, response: ServerResponse) => void;

const html = '<!doctype html><title>Shop</title>';
const sendHtml: Answer = (_, response) => {
  response.writeHead(200, {'content-type': 'text/html'}).end(html);
};
const notFound: Answer = (_, response) => json(response, {detail: 'Not Found'}, 404);

const send = 'POST /api/agent-sessions/s/messages';
const answer = [
  {type: 'agent_step_started', step: 1, description: 'Answer', single_step_agent: false},
  {type: 'response_chunk', step: 1, content: 'The whole answer.'},
  {type: 'agent_step_completed', step: 1, progress: 100, completed: true, results: {}},
];
const end = {type: 'agent_processing_complete', content: 'The whole answer.'};

/** Answers with an event stream of these events. */
const streamOf =
  (...events: readonly (object | string)[]): Answer =>
  (_, response) => {
    const texts = events.map(each => (typeof each === 'string' ? each : JSON.stringify(each)));
    stream(response).end(texts.map(text => `data: ${text}\n\n`).join(''));
  };

/** A small back end of the Ubik protocol; each test replaces one of its answers. */
function backEnd(replaced: Readonly<Record<string, Answer>> = {}): Answer {
  const routes: Readonly<Record<string, Answer>> = {
    'POST /token': (_, response) => json(response, {access_token: 'secret-token'}),
    'POST /api/agent-sessions': (_, response) => json(response, {id: 's'}),
    [send]: streamOf(...answer, end),
    ...replaced,
  };
  return (asked, response) => {
    const path = asked.path.split('?')[0] ?? '';
    (routes[`${asked.method} ${path}`] ?? notFound)(asked, response);
  };
}

describe('a mistake of a back end', () => {
  let lines: string[] = [];

  beforeEach(() => {
    lines = [];
    mock.method(console, 'warn', (...parts: unknown[]) => lines.push(parts.join(' ')));
  });
  afterEach(() => mock.restoreAll());

  /** Sends a message to a back end. Returns the outcome, the error and the line for developers. */
  async function talk(
    answer: Answer,
    options: (origin: string) => ChatOptions = () => ({}),
  ): Promise<{outcome: TurnOutcome; error: ErrorInfo; line: string; shown: string; all: string[]}> {
    const {origin} = await serve(answer);
    const events: ErrorInfo[] = [];
    const chat = openChat(
      {
        endpoint: `${origin}/api`,
        tokenEndpoint: `${origin}/token`,
        storage: null,
        onEvent: event => event.type === 'error' && events.push(event.error),
        ...options(origin),
      },
      new FastEnvironment(),
    );
    const outcome = await chat.send('hello').catch((error: unknown) => {
      return {status: 'not-sent', error: toErrorInfo(error)} as const;
    });
    const error = outcome.error;
    assert.ok(error, JSON.stringify(outcome));
    if (chat.lastError) assert.deepEqual(events.at(-1), error);
    await until(() => lines.length > 0);
    const shown = chat.conversation.children.map(plainText).join(' ');
    chat.dispose();
    return {outcome, error, line: lines[0] ?? '', shown, all: lines};
  }

  /** Checks the fields of the error and the only line on the console. */
  function assertReport(
    {error, line, all}: {error: ErrorInfo; line: string; all: string[]},
    expected: Partial<ErrorInfo>,
    ...words: readonly RegExp[]
  ): void {
    for (const [name, value] of Object.entries(expected)) {
      assert.deepEqual(
        error[name as keyof ErrorInfo],
        value,
        `${name} of ${JSON.stringify(error)}`,
      );
    }
    assert.equal(all.length, 1, all.join('\n'));
    assert.equal(line, explainError(error));
    assert.doesNotMatch(line, /\n|secret-token/);
    for (const word of [new RegExp(`^Ubik Chat: ${error.code}\\.`), ...words]) {
      assert.match(line, word);
    }
  }

  it('of a server that cannot be reached is reported with its address', async () => {
    const {origin, close} = await serve(notFound);
    await close();
    const result = await talk(notFound, () => ({
      endpoint: `${origin}/api`,
      tokenEndpoint: undefined,
    }));
    assertReport(result, {code: 'unreachable', method: 'POST'}, /no response/, /server runs/);
  });

  it('of a server that accepts only small requests', async () => {
    const tooLarge: Answer = (_, response) => {
      response.writeHead(413, {'content-type': 'text/html'}).end('PayloadTooLargeError');
    };
    const result = await talk(backEnd({[send]: tooLarge}));
    assertReport(result, {code: 'too_large', status: 413}, /Raise the limit .*whole conversation/);
    assert.equal(result.outcome.status, 'not-sent');
  });

  it('of a token endpoint that does not exist', async () => {
    const result = await talk(backEnd({'POST /token': notFound}));
    assertReport(
      result,
      {code: 'token_unavailable', status: 404, contentType: 'application/json'},
      /POST http.*\/token: status 404/,
      /Check `token-endpoint`/,
    );
    assert.equal(result.outcome.status, 'not-sent');
  });

  it('of a token in the field `token`, without the token itself', async () => {
    const reply: Answer = (_, response) => json(response, {token: 'secret-token'});
    const result = await talk(backEnd({'POST /token': reply}));
    assertReport(
      result,
      {code: 'token_unavailable', status: 200, received: '{token}'},
      /Expected: JSON with the string access_token/,
      /Rename the field to `access_token`/,
    );
  });

  it('of a token as text, without the token itself', async () => {
    const reply: Answer = (_, response) => {
      response.writeHead(200, {'content-type': 'text/plain'}).end('secret-token');
    };
    const result = await talk(backEnd({'POST /token': reply}));
    assertReport(result, {code: 'token_unavailable', received: 'a text'}, /Answer with JSON/);
  });

  it('of a login page in place of a token', async () => {
    const result = await talk(backEnd({'POST /token': sendHtml}));
    assertReport(
      result,
      {code: 'token_unavailable', contentType: 'text/html'},
      /An HTML page came instead/,
    );
  });

  it('of an API at another address', async () => {
    const result = await talk(backEnd(), origin => ({endpoint: `${origin}/wrong`}));
    assertReport(
      result,
      {code: 'wrong_address', status: 404, received: '{detail}'},
      /POST http.*\/wrong\/agent-sessions: status 404/,
      /Check `endpoint`/,
    );
  });

  it('of a route that accepts no POST', async () => {
    const reply: Answer = (_, response) => json(response, {detail: 'Method Not Allowed'}, 405);
    const result = await talk(backEnd({'POST /api/agent-sessions': reply}));
    assertReport(result, {code: 'wrong_address', status: 405}, /status 405/, /Check `endpoint`/);
  });

  it('of an empty token', async () => {
    const reply: Answer = (_, response) => json(response, {access_token: ' '});
    const result = await talk(backEnd({'POST /token': reply}));
    assertReport(result, {code: 'token_unavailable', status: 200}, /Answer with JSON/);
  });

  it('of a page in place of the API', async () => {
    const result = await talk(backEnd({'POST /api/agent-sessions': sendHtml}));
    assertReport(
      result,
      {code: 'invalid_response', status: 200, contentType: 'text/html'},
      /Received: "<!doctype html>/,
      /fallback of a single-page application/,
    );
  });

  it('of a session without an id', async () => {
    const reply: Answer = (_, response) => json(response, {session_id: 's'});
    const result = await talk(backEnd({'POST /api/agent-sessions': reply}));
    assertReport(
      result,
      {code: 'invalid_response', status: 200, received: '{session_id}'},
      /Expected: JSON with the id of the session/,
    );
  });

  it('of a stream as plain text', async () => {
    const reply: Answer = (_, response) => {
      response.writeHead(200, {'content-type': 'text/plain'}).end('{"type": "response_chunk"}\n');
    };
    const result = await talk(backEnd({[send]: reply}));
    assertReport(
      result,
      {code: 'not_a_stream', contentType: 'text/plain', expected: 'text/event-stream'},
      /Write each event as `data: …` and an empty line, with `Content-Type: text\/event-stream`/,
    );
  });

  it('of an answer as JSON', async () => {
    const reply: Answer = (_, response) => json(response, {content: 'Hello!'});
    const result = await talk(backEnd({[send]: reply}));
    assertReport(
      result,
      {code: 'not_a_stream', contentType: 'application/json', received: '{content}'},
      /Stream the answer/,
    );
  });

  it('of events that are not JSON', async () => {
    const result = await talk(backEnd({[send]: streamOf('{type: x}', '{type: y}')}));
    assertReport(result, {code: 'invalid_response', received: '"{type: x}"'}, /ubik-chat check/);
  });

  it('of events with a byte order mark, or in one array', async () => {
    for (const [sent, hint] of [
      ['\uFEFF{"type": "x"}', /Received: "U\+FEFF\{.*no byte order mark/],
      ['[{"type": "x"}]', /without an array around them/],
      [JSON.stringify('{"type": "x"}'), /Encode each event as JSON once/],
    ] as const) {
      const result = await talk(backEnd({[send]: streamOf(sent)}));
      assertReport(result, {code: 'invalid_response'}, hint);
      lines = [];
    }
  });

  it('of a stream without events, with what came in their place', async () => {
    const events = [...answer, end].map(event => JSON.stringify(event));
    for (const [body, hint] of [
      [events.join('\n'), /Received: no event in "\{.*Write each event as `data: …`/],
      [gzipSync(events.join('\n')), /The body is no text.*`Content-Encoding`/],
    ] as const) {
      const reply: Answer = (_, response) => stream(response).end(body);
      const result = await talk(backEnd({[send]: reply}));
      assertReport(result, {code: 'truncated'}, hint);
      lines = [];
    }
  });

  it('of a redirect to another origin, as to a page for signing in', async () => {
    const away: Answer = (_, response) => {
      response.writeHead(302, {location: 'https://login.example/'}).end();
    };
    const result = await talk(backEnd({[send]: away}));
    assertReport(
      result,
      {code: 'redirected', method: 'POST', received: 'a redirect'},
      /\/messages → https:\/\/login\.example\//,
      /Use the address that the redirect leads to/,
    );
  });

  it('of an address with the text of a missing value', async () => {
    const result = await talk(backEnd(), origin => ({endpoint: `${origin}/undefined/api`}));
    assertReport(result, {code: 'wrong_address'}, /contains undefined: a variable .* has no value/);
  });

  it('of a `getToken` that returns the response of its server', async () => {
    const token = {access_token: 'secret-token'} as never;
    const result = await talk(backEnd(), () => ({getToken: () => Promise.resolve(token)}));
    assertReport(
      result,
      {code: 'token_unavailable', received: '{access_token}'},
      /Return its field `access_token`\.$/,
    );
  });

  it('of events with another name for their type', async () => {
    const result = await talk(backEnd({[send]: streamOf('{"kind": "token", "content": "Hi"}')}));
    assertReport(result, {code: 'invalid_response'}, /Expected: events of the protocol/);
  });

  it('of a stream without a final event, whose answer stays', async () => {
    const result = await talk(backEnd({[send]: streamOf(...answer)}));
    assertReport(result, {code: 'truncated', status: 200}, /agent_processing_complete/);
    assert.equal(result.outcome.status, 'interrupted');
    assert.match(result.shown, /The whole answer\./);
  });

  describe('without an answer in the stream and in the history', () => {
    const join = 'GET /api/agent-sessions/s/stream';
    const other: Answer = (_, response) => json(response, {answer: 'Hello!'});
    const named: Answer = (_, response) => json(response, {task_id: 't'});
    const nothing: Answer = (_, response) => response.writeHead(204).end();
    const user = {id: 'u', role: 'user', content: 'hello'};

    /** Talks to a server that answers the message and the request for its stream like this. */
    async function talkWithout(
      sent: Answer,
      joined: Answer,
      items: readonly object[] = [],
    ): ReturnType<typeof talk> {
      const history: Answer = (_, response) => json(response, {items});
      const routes = {[send]: sent, [join]: joined, 'GET /api/agent-sessions/s/messages': history};
      return talk(backEnd(routes));
    }

    it('of JSON that names no run is reported with what came', async () => {
      for (const joined of [nothing, streamOf(), other]) {
        const result = await talkWithout(other, joined);
        assertReport(
          result,
          {code: 'not_a_stream', method: 'POST', status: 200, received: '{answer}'},
          /Stream the answer/,
        );
        lines = [];
      }
    });

    it('of a run whose stream does not exist', async () => {
      const result = await talkWithout(named, nothing, [user]);
      assertReport(
        result,
        {code: 'truncated', method: 'GET', status: 204, retryable: true},
        /\/agent-sessions\/s\/stream: status 204/,
        /Answer with a stream, or store the answer before it ends/,
      );
    });

    it('of a run whose stream is JSON', async () => {
      const result = await talkWithout(named, other, [user]);
      assertReport(result, {code: 'not_a_stream', method: 'GET', received: '{answer}'});
    });

    it('of a message answered with 204', async () => {
      const result = await talkWithout(nothing, nothing, [user]);
      assertReport(
        result,
        {code: 'truncated', method: 'POST', status: 204},
        /Answer with a stream/,
      );
    });

    it('of a stream without events', async () => {
      for (const joined of [nothing, streamOf()]) {
        const result = await talkWithout(streamOf(), joined, [user]);
        assertReport(
          result,
          {code: 'truncated', method: 'POST', status: 200},
          /agent_processing_complete/,
        );
        lines = [];
      }
    });

    it('of a stream that has no final event when it is repeated either', async () => {
      const result = await talkWithout(streamOf(...answer), streamOf(...answer), [user]);
      assertReport(result, {code: 'truncated', method: 'GET'}, /agent_processing_complete/);
      assert.match(result.shown, /The whole answer\./);
    });
  });

  for (const [status, code] of [
    [401, 'unauthorized'],
    [500, 'server_error'],
  ] as const) {
    it(`of a status ${status} is reported with the words of the server`, async () => {
      const reply: Answer = (_, response) => json(response, {detail: 'No such user'}, status);
      const result = await talk(backEnd({[send]: reply}));
      assertReport(result, {code, status, detail: 'No such user'}, /No such user/);
    });
  }

  it('of a relative endpoint outside of a page', async () => {
    const result = await talk(backEnd(), () => ({endpoint: '/api/v1'}));
    assertReport(result, {code: 'no_endpoint'}, /Not an address: \/api\/v1/, /must be absolute/);
  });

  it('of the name of a protocol in place of a protocol', async () => {
    const result = await talk(backEnd(), () => ({protocol: 'ai-sdk' as never}));
    assertReport(
      result,
      {code: 'unknown_protocol'},
      /"ai-sdk" is not a protocol/,
      /Pass a protocol of `ubik-chat\/core`/,
    );
  });

  it('of another value in place of a protocol', async () => {
    for (const [protocol, name] of [
      [{}, '{}'],
      [() => undefined, 'undefined'],
      [() => Promise.resolve({shop: {}}), '{shop}'],
    ] as const) {
      const result = await talk(backEnd(), () => ({protocol: protocol as never}));
      assert.ok(result.error.detail?.startsWith(name), result.error.detail);
      assertReport(result, {code: 'unknown_protocol'});
      lines = [];
    }
  });

  it('of a `fetch` of the page that returns no response', async () => {
    const fetch = (() => Promise.resolve({id: 's'})) as never;
    const result = await talk(backEnd(), () => ({fetch, tokenEndpoint: undefined}));
    assertReport(
      result,
      {code: 'invalid_response', received: '{id}'},
      /a Response from `fetch` of the page.*Correct that function/,
    );
  });

  it('of a `transport` without frames', async () => {
    for (const [transport, received] of [
      [() => undefined, 'undefined'],
      [() => ['Hello'], '"Hello"'],
      [() => [{data: {type: 'response_chunk'}}], '{data}'],
    ] as const) {
      const result = await talk(backEnd(), () => ({transport: transport as never}));
      assertReport(
        result,
        {code: 'invalid_response', received},
        /frames from `transport`, each with a text/,
      );
      lines = [];
    }
  });

  it('of the name of a protocol in other letters', () => {
    const detail = '"AG_UI" (openai, openai-chat, ag-ui)';
    const line = explainError({code: 'unknown_protocol', detail, retryable: false});
    assert.match(line, /Did you mean ag-ui\? Check the attribute `protocol`/);
    const other = explainError({code: 'unknown_protocol', detail: '"x" (a)', retryable: false});
    assert.doesNotMatch(other, /Did you mean/);
  });

  it('of a server without the request that loads the messages of a session', async () => {
    const {origin} = await serve(backEnd());
    const failed: unknown[] = [];
    const chat = openChat({
      endpoint: `${origin}/api`,
      sessionId: 's',
      storage: null,
      onEvent: event => event.type === 'error' && failed.push(event.failed),
    });
    const code = (): string | undefined => chat.lastError?.code;
    await chat.ready;
    assert.equal(chat.session?.id, 's');
    assert.equal(code(), 'gone');
    await chat.newSession();
    assert.equal(code(), undefined);
    await chat.loadSession('s');
    assert.equal(code(), 'gone');
    assert.deepEqual(failed, ['history', 'history']);
    await until(() => lines.length > 0);
    assert.equal(lines.length, 1, lines.join('\n'));
    assert.match(lines[0] ?? '', /s\/messages: status 404.* does not have this request/);
    chat.dispose();
  });

  it('of a protocol that cannot be loaded', async () => {
    const missing = './no-such-protocol.js';
    const result = await talk(backEnd(), () => ({
      protocol: () => import(missing) as Promise<Protocol>,
    }));
    assertReport(result, {code: 'not_loaded'}, /no-such-protocol/, /integrity hashes/);
  });

  it('is reported once, however often it happens', async () => {
    const {origin} = await serve(backEnd());
    const options = {endpoint: `${origin}/wrong`, storage: null};
    for (const chat of [openChat(options), openChat(options)]) {
      await chat.send('hello');
      await chat.send('hello again');
      chat.dispose();
    }
    await until(() => lines.length > 0);
    assert.equal(lines.length, 1, lines.join('\n'));
  });

  it('does not occur with the back end of these tests', async () => {
    const empty: Answer = (_, response) => json(response, {items: []});
    const {origin} = await serve(backEnd({'GET /api/agent-sessions/s/messages': empty}));
    const chat = openChat({
      endpoint: `${origin}/api`,
      tokenEndpoint: `${origin}/token`,
      storage: null,
    });
    const outcome = await chat.send('hello');
    assert.equal(outcome.status, 'done');
    assert.equal(outcome.error, undefined);
    assert.ok(outcome.message && plainText(outcome.message) === 'The whole answer.');
    assert.deepEqual(lines, []);
    chat.dispose();
  });
});
