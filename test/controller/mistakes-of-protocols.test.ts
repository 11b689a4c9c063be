import assert from 'node:assert/strict';
import type {ServerResponse} from 'node:http';
import {afterEach, beforeEach, describe, it, mock} from 'node:test';
import {explainError} from '../../src/controller/explain-error.js';
import type {ChatOptions, ErrorInfo, TurnOutcome} from '../../src/controller/index.js';
import {toErrorInfo} from '../../src/controller/http/errors.js';
import {loadProtocol} from '../../src/controller/protocol-source.js';
import type {ProtocolSource} from '../../src/controller/types.js';
import {protocols} from '../../src/controller/protocols.js';
import {createProtocol, plainText, type ProtocolDescription} from '../../src/core/index.js';
import {ownPort} from '../support/own-port.mjs';
import {until} from '../support/until.js';
import {FastEnvironment} from './support/fast-environment.js';
import {openChat} from './support/chat.js';
import {bodyOf, streams, unfinished} from './support/streams.js';
import {json, serve, stream, type Asked} from './support/web-server.js';

type Answer = (asked: Asked, response: ServerResponse) => void;

const names = Object.keys(streams);

const sourceOf = (name: string): ProtocolSource => {
  const source = protocols.get(name);
  assert.ok(source);
  return source;
};

/** A server that creates sessions, has no stream to join, and answers each message in the same way. */
const answering =
  (answer: Answer): Answer =>
  (asked, response) => {
    if (asked.method !== 'POST') json(response, {detail: 'Not Found'}, 404);
    else if (asked.path.endsWith('/agent-sessions')) json(response, {id: 's'});
    else answer(asked, response);
  };

const sendEvents = (events: readonly (object | string)[]): Answer =>
  answering((_, response) => void stream(response).end(bodyOf(events)));

interface Report {
  readonly outcome: TurnOutcome;
  readonly error: ErrorInfo | undefined;
  readonly shown: string;
  readonly lines: readonly string[];
}

describe('a mistake, with each protocol,', () => {
  let lines: string[] = [];
  /** The server of the test. */
  let origin = '';

  beforeEach(() => {
    lines = [];
    origin = '';
    mock.method(console, 'warn', (...parts: unknown[]) => {
      const line = parts.map(part => (part instanceof Error ? part.stack : part)).join(' ');
      // The chat of another file in this process may report a request to its server now.
      if (!line.includes('http://127.0.0.1') || line.includes(origin)) lines.push(line);
    });
  });
  afterEach(() => mock.restoreAll());

  /** Sends a message. */
  async function talk(options: ChatOptions): Promise<Report> {
    let error: ErrorInfo | undefined;
    const chat = openChat(
      {
        storage: null,
        onEvent: event => {
          if (event.type === 'error') error = event.error;
        },
        ...options,
      },
      new FastEnvironment(),
    );
    const outcome = await chat
      .send('hello')
      .catch((reason: unknown) => ({status: 'not-sent', error: toErrorInfo(reason)}) as const);
    const shown = chat.conversation.children
      .filter(item => item.kind === 'message' && item.role === 'assistant')
      .map(plainText)
      .join(' ');
    chat.dispose();
    return {outcome, error: outcome.error ?? error, shown, lines};
  }

  /** Sends a message to a server, and waits for the line on the console. */
  async function talkTo(answer: Answer, name: string): Promise<Report & {readonly line: string}> {
    ({origin} = await serve(answer));
    const report = await talk({
      endpoint: `${origin}/api`,
      protocol: sourceOf(name),
      agentId: 'assistant',
    });
    await until(() => lines.length > 0);
    assert.equal(lines.length, 1, lines.join('\n'));
    return {...report, line: lines[0] ?? ''};
  }

  for (const name of names) {
    it(`is not reported for a correct server of ${name}`, async () => {
      ({origin} = await serve(sendEvents(streams[name] ?? [])));
      const options = {endpoint: `${origin}/api`, protocol: sourceOf(name)};
      const report = await talk(options);
      assert.equal(report.outcome.status, 'done', JSON.stringify(report));
      assert.equal(report.shown, 'Hello there.');
      assert.deepEqual(lines, []);
    });

    for (const other of names.filter(one => one !== name)) {
      it(`names the protocol of the server: ${name} instead of ${other}`, async () => {
        const {error, line} = await talkTo(sendEvents(streams[other] ?? []), name);
        assert.equal(error?.code, 'invalid_response', line);
        assert.equal(error.expected, `events of the protocol ${name}`);
        assert.ok(
          line.includes(`the events look like those of the protocol ${other}: set \`protocol\``),
          line,
        );
      });
    }

    it(`names the missing final event of ${name}, and keeps the answer`, async () => {
      const {finalEvents = []} = await loadProtocol(sourceOf(name));
      const {error, line, shown} = await talkTo(sendEvents(unfinished(name)), name);
      assert.equal(error?.code, 'truncated', line);
      assert.ok(finalEvents.length > 0);
      for (const event of finalEvents) assert.ok(line.includes(event), line);
      assert.equal(shown, 'Hello there.');
    });

    it(`is a message of ${name} that is answered with nothing`, async () => {
      const nothing = answering((_, response) => void response.writeHead(204).end());
      const {error, outcome, line} = await talkTo(nothing, name);
      assert.equal(error?.code, 'truncated', line);
      assert.equal(outcome.status, 'not-sent');
      assert.match(line, /status 204/);
    });

    it(`does not name another protocol for a stream of ${name} that ends within an event`, async () => {
      const body = bodyOf(streams[name] ?? []);
      const second = body.indexOf('data:', body.indexOf('\n\n'));
      for (const end of [second + 8, second + 20, second + 35]) {
        const cut = answering((_, response) => void stream(response).end(body.slice(0, end)));
        const {error, line} = await talkTo(cut, name);
        assert.equal(error?.code, 'truncated', line);
        lines = [];
      }
    });

    it(`is reported where a server of ${name} answers with other JSON`, async () => {
      const reply: Answer = (_, response) => json(response, {answer: 'Hello'});
      const {outcome, error, line} = await talkTo(answering(reply), name);
      assert.equal(outcome.status, 'not-sent');
      assert.match(error?.code ?? '', /^(not_a_stream|invalid_response)$/);
      assert.match(line, /status 200, application\/json.*Received: \{answer\}.*Stream the answer/);
    });

    it(`has the words of a gateway before ${name}, but not its page`, async () => {
      for (const [body, detail] of [
        ['{"error": {"message": "Too long"}}', 'Too long'],
        ['{"error": "Too long"}', 'Too long'],
        ['{"message": "Too long"}', 'Too long'],
        ['{"detail": [{"loc": ["body"], "msg": "too long"}]}', 'body: too long'],
        ['upstream connect error', 'upstream connect error'],
        ['{"detail": "<!doctype html><title>Too long</title>"}', undefined],
        ['<html><title>Too long</title>', undefined],
      ] as const) {
        const refusing = answering((_, response) => void response.writeHead(413).end(body));
        const {error} = await talkTo(refusing, name);
        assert.deepEqual([error?.code, error?.detail], ['too_large', detail]);
        lines = [];
      }
    });

    it(`has the address where no server of ${name} runs`, async () => {
      // The system would assign the port of a closed server to another process.
      const origin = `http://127.0.0.1:${await ownPort()}`;
      const report = await talk({endpoint: `${origin}/api`, protocol: sourceOf(name)});
      await until(() => lines.length > 0);
      assert.equal(report.error?.code, 'unreachable');
      assert.equal(lines.length, 1, lines.join('\n'));
      assert.match(lines[0] ?? '', new RegExp(`POST ${origin}/api.*: no response\\. Check that`));
    });

    it(`has the address that ${name} expects where the server has none`, async () => {
      const {line} = await talkTo((_, response) => json(response, {}, 404), name);
      assert.match(line, /wrong_address.*Expected: the agent API at `endpoint` (itself|\+ \/\w+)/);
    });
  }

  for (const [name, path, doubled] of [
    ['ubik', '/agent-sessions', '/agent-sessions'],
    ['anthropic', '/v1/messages', '/v1/messages'],
    ['anthropic', '/v1', '/v1'],
    ['openai-chat', '/v1/chat/completions', '/chat/completions'],
    ['openai', '/v1/responses', '/responses'],
    ['copilotkit', '/agent/assistant/run', '/agent/assistant/run'],
    ['aishu', '/app/assistant', '/app/assistant'],
    ['aishu', '/app/assistant/chat/completion', '/app/assistant'],
  ] as const) {
    it(`has the endpoint without the path that ${name} appends: ${path}`, async () => {
      const {origin} = await serve((_, response) => json(response, {}, 404));
      const protocol = sourceOf(name);
      await talk({endpoint: `${origin}/api${path}`, protocol, agentId: 'assistant'});
      const base = `${origin}/api${path.slice(0, path.indexOf(doubled))}`;
      const hint = `The path has ${doubled} twice, because the chat appends it to \`endpoint\`, which is probably ${base}.`;
      await until(() => lines.some(line => line.includes(hint)));
    });
  }

  it('is not one of the address that has only one segment twice', () => {
    const url = 'https://shop.example/chat/v1/chat/completions';
    const line = explainError({code: 'wrong_address', url, status: 404, retryable: false});
    assert.doesNotMatch(line, /twice/);
  });

  it('is reported where the chunks of an answer are written as lines of JSON', async () => {
    const chunks = (streams['openai-chat'] ?? []).map(event => `${JSON.stringify(event)}\n`);
    const {error, line} = await talkTo(
      answering((_, response) => void response.writeHead(200).end(chunks.join(''))),
      'openai-chat',
    );
    assert.equal(error?.code, 'not_a_stream');
    assert.match(
      line,
      /Expected: text\/event-stream\. Received: "\{.*Write each event as `data: …` and an empty line/,
    );
  });

  for (const [mistake, write, advice] of [
    [
      'no field',
      (chunk: string) => `${chunk}\n`,
      /Received: no event in "\{.*Write each event as `data: …`/,
    ],
    ['no empty line', (chunk: string) => `data: ${chunk}\n`, /and an empty line after it\./],
  ] as const) {
    it(`says how to write events where an event stream has ${mistake}`, async () => {
      const body = (streams['openai-chat'] ?? []).map(event => write(JSON.stringify(event)));
      const answer = answering((_, response) => void stream(response).end(body.join('')));
      const {line} = await talkTo(answer, 'openai-chat');
      assert.match(line, advice);
    });
  }

  it('has what the request lacked if the server refuses it', async () => {
    const {line} = await talkTo((_, response) => json(response, {}, 401), 'ai-sdk');
    assert.match(line, /Expected: credentials; the request had none in its headers/);
    assert.match(line, /Set `getToken`, `token-endpoint` or `headers`/);
  });

  it('has the exception of `transport`', async () => {
    const report = await talk({
      protocol: sourceOf('openai-chat'),
      transport: () => {
        throw new Error('No model is loaded.');
      },
    });
    await until(() => lines.length > 0);
    assert.equal(report.error?.code, 'unreachable');
    assert.match(lines.join('\n'), /frames from `transport`.*No model is loaded[^]*\n +at /);
  });

  it('has the exception of `getToken`', async () => {
    const report = await talk({
      endpoint: 'http://127.0.0.1:9/',
      protocol: sourceOf('openai-chat'),
      getToken: () => {
        throw new Error('Nobody is signed in.');
      },
    });
    await until(() => lines.length > 0);
    assert.equal(report.error?.code, 'token_unavailable');
    assert.match(lines.join('\n'), /token_unavailable.*Return the token.*[^]*Nobody is signed in/);
  });

  describe('in a protocol of the page', () => {
    const notes = (changed: Partial<ProtocolDescription<{count: number}>>): ProtocolSource =>
      createProtocol<{count: number}>({
        name: 'notes',
        start: () => ({count: 0}),
        read: ({data}, answer, state) => {
          if (data === 'two') throw new RangeError('There is no second note.');
          state.count += 1;
          answer.text(data);
        },
        send: ({text}) => ({method: 'POST', path: '/notes', body: {json: {text}}}),
        ...changed,
      });

    async function talkIn(protocol: ProtocolSource): Promise<Report & {readonly line: string}> {
      ({origin} = await serve(sendEvents(['one', 'two', 'three'])));
      const report = await talk({endpoint: origin, protocol});
      await until(() => lines.length > 0);
      assert.equal(lines.length, 1, lines.join('\n'));
      return {...report, line: lines[0] ?? ''};
    }

    it('is reported with its frame and stack; the answer so far stays', async () => {
      const {outcome, error, shown, line} = await talkIn(notes({}));
      assert.equal(outcome.status, 'failed');
      assert.equal(error?.code, 'protocol_failed');
      assert.equal(shown, 'one');
      assert.match(
        line,
        /^Ubik Chat: protocol_failed\. `read` of the protocol "notes" threw an exception\. Frame: "two"\. RangeError: There is no second note\.\n +at /,
      );
    });

    it('is reported for `start`', async () => {
      const start = (): {count: number} => {
        throw new Error('There are no notes.');
      };
      const {error, line} = await talkIn(notes({start}));
      assert.equal(error?.code, 'protocol_failed');
      assert.match(line, /`start` of the protocol "notes".*There are no notes\.\n +at /);
    });

    it('is reported for `send`', async () => {
      const send = (): never => {
        throw new RangeError('The note is too long.');
      };
      const {outcome, error, line} = await talkIn(notes({send}));
      assert.equal(outcome.status, 'not-sent');
      assert.equal(error?.code, 'invalid_request');
      assert.match(line, /`request` of the operation `send` of the protocol notes/);
      assert.match(line, /RangeError: The note is too long\.\n +at /);
    });

    const shape = {method: 'POST', path: '/notes', body: {json: {}}};
    for (const [name, sent, received] of [
      ['a promise', () => Promise.resolve(shape), /it returned a promise/],
      ['nothing', () => undefined, /it returned undefined/],
      ['no path', () => ({method: 'POST'}), /it returned \{method\}/],
    ] as const) {
      it(`is reported for a request that is ${name}`, async () => {
        const send = sent as () => never;
        const {outcome, error, line} = await talkIn(notes({send}));
        assert.deepEqual([outcome.status, error?.code], ['not-sent', 'invalid_request']);
        assert.equal(error?.retryable, false);
        assert.match(line, /`request` of the operation `send` of the protocol notes/);
        assert.match(line, received);
      });
    }

    it('is reported for `read` of an operation', async () => {
      const create = {
        request: () => ({method: 'POST', path: '/sessions'}) as const,
        read: ({body}: {body: unknown}) => ({id: (body as {id: {first: string}}).id.first}),
      };
      const {error, line} = await talkIn(
        notes({operations: {create: create, history: undefined as never}}),
      );
      assert.equal(error?.code, 'invalid_response');
      assert.match(line, /`read` of the operation `create` of the protocol notes/);
      assert.match(line, /TypeError: Cannot read prop[^]*\n +at /);
    });

    it('that never calls `answer.end` is named', async () => {
      const {error, line, shown} = await talkIn(
        notes({read: ({data}, answer) => answer.text(`${data} `)}),
      );
      assert.equal(error?.code, 'truncated');
      assert.match(line, /a call of `answer\.end` or `answer\.fail`/);
      assert.equal(shown, 'one two three ');
    });
  });
});
