import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import type {Server} from 'node:http';
import {after, before, describe, it} from 'node:test';
import {server as agUi} from '../../demo/examples/ag-ui/by-hand.js';
import {server as aiSdk} from '../../demo/examples/ai-sdk/by-hand.js';
import {server as openai} from '../../demo/examples/openai/by-hand.js';
import {server as openaiChat} from '../../demo/examples/openai-chat/by-hand.js';
import {checkCors, type ObservedRequest} from '../../src/check/cors.js';
import {checkServer, type CheckedEvent, type Finding} from '../../src/check/check.js';
import {eventText} from '../../src/check/report-text.js';
import {loadProtocol} from '../../src/controller/protocol-source.js';
import {protocols} from '../../src/controller/protocols.js';
import {ubik} from '../../src/core/index.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {bundledProgram} from '../support/bundled-program.js';
import {listen} from '../support/listen.js';
import {arm, disarm} from '../controller/support/chat.js';
import {bodyOf, streams, unfinished} from '../controller/support/streams.js';
import {json, serve, stream} from '../controller/support/web-server.js';
import {ownPort} from '../support/own-port.mjs';

const texts = (findings: readonly Finding[], level: Finding['level']): readonly string[] =>
  findings.filter(finding => finding.level === level).map(({text}) => text);

const addressOf = async (server: Server): Promise<string> => `${(await listen(server)).origin}/`;

describe('the checker', () => {
  let agent: AgentServer;
  before(async () => (agent = await startServer()));
  after(async () => {
    await agent.stop();
    for (const server of [agUi, aiSdk, openai, openaiChat]) server.close();
  });

  async function check(message: string): Promise<{
    readonly findings: readonly Finding[];
    readonly events: readonly CheckedEvent[];
  }> {
    const events: CheckedEvent[] = [];
    const findings = await checkServer({
      endpoint: agent.url,
      tokenEndpoint: `${agent.origin}/demo/token`,
      protocol: ubik,
      message,
      onEvent: event => events.push(event),
    });
    return {findings, events};
  }

  for (const [name, server] of Object.entries({
    'ai-sdk': aiSdk,
    'ag-ui': agUi,
    openai,
    'openai-chat': openaiChat,
  })) {
    it(`finds no error in the smallest server of ${name}`, async () => {
      const source = protocols.get(name);
      assert.ok(source);
      const findings = await checkServer({
        endpoint: await addressOf(server),
        protocol: await loadProtocol(source),
        message: 'Good morning to all of you',
      });
      assert.deepEqual(texts(findings, 'error'), []);
      const good = texts(findings, 'ok');
      assert.ok(good.includes('The answer has text.'), good.join());
      assert.ok(
        good.some(text => text.startsWith('The answer is complete')),
        good.join(),
      );
    });
  }

  it('says of each event what it changes', async () => {
    const {findings, events} = await check('what is 6 * 7');
    assert.deepEqual(texts(findings, 'error'), []);
    const effects = events.flatMap(event => event.effects);
    assert.ok(effects.includes('opens a tool call (calculator)'), effects.join('\n'));
    assert.ok(effects.some(effect => /^adds \d+ characters to a text$/.test(effect)));
    assert.ok(texts(findings, 'ok').includes('The server has stored the conversation.'));
    const [first] = events;
    assert.ok(first);
    assert.match(eventText(first, 1), /^ {3}1 {2}\S+/);
  });

  it('reports an answer that was cut, and events that it does not understand', async () => {
    await arm(agent, {kind: 'malformed', on: 'send'});
    const {findings, events} = await check('what is 6 * 7');
    await disarm(agent);
    const codes = events.flatMap(({diagnostics}) => diagnostics.map(({code}) => code));
    assert.ok(codes.includes('frame-unreadable'), codes.join());
    assert.ok(texts(findings, 'warning').some(text => text.includes('not understood completely')));
    const cut = await serve((_, response) => {
      const body = stream(response);
      body.end('data: {"choices":[{"index":0,"delta":{"content":"Hal"}}]}\n\n');
    });
    const source = protocols.get('openai-chat');
    assert.ok(source);
    const results = await checkServer({
      endpoint: cut.origin,
      protocol: await loadProtocol(source),
      message: 'Hi',
    });
    assert.match(texts(results, 'error').join('\n'), /truncated.*a chunk with `finish_reason`/);
    assert.ok(texts(results, 'ok').includes('1 event arrived in 1 chunk.'));
  });

  it('reports a request that fails, without findings about an answer', async () => {
    const findings = await checkServer({endpoint: agent.url, protocol: ubik, message: 'Hi'});
    assert.match(texts(findings, 'error').join(), /unauthorized.*status 401/);
    assert.ok(!texts(findings, 'warning').some(text => text.includes('has no text')));
  });

  it('reports a response that is buffered', async () => {
    const chunk = (delta: object, reason: string | null): string =>
      `data: ${JSON.stringify({choices: [{index: 0, delta, finish_reason: reason}]})}\n\n`;
    const buffered = await serve((_, response) => {
      const words = ['One', 'two', 'three', 'four', 'five'].map(content => chunk({content}, null));
      stream(response).end(words.join('') + chunk({}, 'stop'));
    });
    const source = protocols.get('openai-chat');
    assert.ok(source);
    const protocol = await loadProtocol(source);
    const findings = await checkServer({endpoint: buffered.origin, protocol, message: 'Hi'});
    assert.match(texts(findings, 'warning').join(), /may buffer the response/);
  });

  describe('of pages on another origin', () => {
    const origin = 'https://good.example';
    const asked = (url: string, allowed: string | null = origin): ObservedRequest => ({
      url,
      method: 'POST',
      headers: ['accept', 'authorization', 'content-type'],
      allowed,
    });

    it('asks for the address, the method and the headers of the request', async () => {
      const server = await serve(({path, headers}, response) => {
        const isRight = path === '/chat/completions' && headers.origin === origin;
        response.writeHead(isRight ? 204 : 404, {
          'access-control-allow-origin': origin,
          'access-control-allow-headers': 'content-type',
        });
        response.end();
      });
      const url = `${server.origin}/chat/completions`;
      const found = await checkCors(asked(url), origin);
      assert.deepEqual(texts(found, 'error'), [
        `The header authorization of POST ${url} is not allowed: Access-Control-Allow-Headers.`,
      ]);
      const plain = await checkCors({...asked(url), headers: ['content-type']}, origin);
      assert.deepEqual(texts(plain, 'ok'), [`Pages of ${origin} are allowed to send POST ${url}.`]);
      const put = {...asked(url), method: 'PUT', headers: ['content-type']};
      assert.deepEqual(texts(await checkCors(put, origin), 'error'), [
        `The method of PUT ${url} is not allowed: Access-Control-Allow-Methods.`,
      ]);
      const elsewhere = await checkCors(asked(server.origin), origin);
      assert.match(texts(elsewhere, 'error').join(), /its status is 404/);
      const own = await checkCors(asked(url, null), server.origin);
      assert.deepEqual(
        own.map(({level}) => level),
        ['ok'],
      );
      const unreadable = await checkCors(asked(url, null), origin);
      assert.match(texts(unreadable, 'error').join(), /not to read its response.*is missing there/);
    });
  });

  describe('claims only what it has seen', () => {
    const find = async (
      name: string,
      answer: Parameters<typeof serve>[0],
    ): Promise<readonly Finding[]> => {
      const source = protocols.get(name);
      assert.ok(source);
      const {origin} = await serve(answer);
      return checkServer({
        endpoint: `${origin}/api`,
        protocol: await loadProtocol(source),
        message: 'Hi',
      });
    };
    const errors = async (...args: Parameters<typeof find>): Promise<string> => {
      const found = await find(...args);
      const [error, ...others] = texts(found, 'error');
      assert.ok(error !== undefined, JSON.stringify(found));
      assert.deepEqual(others, []);
      assert.ok(found.every(({level}) => level !== 'untested' && level !== 'missing'));
      assert.doesNotMatch(error, /agent reported/);
      return error;
    };

    for (const name of Object.keys(streams).filter(one => one !== 'ubik')) {
      it(`of ${name}`, async () => {
        assert.match(
          await errors(name, (_, response) => json(response, {}, 404)),
          /wrong_address.*Expected: the agent API at `endpoint`/,
        );
        assert.match(
          await errors(name, (_, response) => {
            response.writeHead(200, {'content-type': 'text/html'}).end('<!doctype html>');
          }),
          /not_a_stream.*An HTML page came instead/,
        );
        assert.match(
          await errors(name, (_, response) => json(response, {answer: 'Hi'})),
          /Received: \{answer\}\. Stream the answer/,
        );
        assert.match(
          await errors(name, (_, response) => json(response, {}, 401)),
          /unauthorized.*the request had none/,
        );
        assert.match(
          await errors(name, (_, response) => {
            stream(response).end(bodyOf(unfinished(name)));
          }),
          /truncated.*at the end of a stream of the protocol/,
        );
        const other = name === 'ai-sdk' ? 'ag-ui' : 'ai-sdk';
        assert.match(
          await errors(name, (_, response) => {
            stream(response).end(bodyOf(streams[other] ?? []));
          }),
          new RegExp(`look like those of the protocol ${other}`),
        );
        const good = await find(name, (_, response) => {
          stream(response).end(bodyOf(streams[name] ?? []));
        });
        assert.deepEqual(texts(good, 'error'), []);
        assert.ok(texts(good, 'ok').includes('The answer has text.'));
      });
    }

    it('of an answer that is not streamed', async () => {
      const whole = {choices: [{index: 0, message: {content: 'Hi.'}, finish_reason: 'stop'}]};
      const found = await find('openai-chat', (_, response) => json(response, whole));
      assert.deepEqual(texts(found, 'error'), []);
      assert.match(texts(found, 'warning').join(), /sent the whole answer at once/);
    });

    it('of a request that is redirected, which pages refuse', async () => {
      const found = await find('openai-chat', ({path}, response) => {
        if (path.startsWith('/new')) stream(response).end(bodyOf(streams['openai-chat'] ?? []));
        else response.writeHead(307, {location: `/new${path}`}).end();
      });
      const [error, ...others] = texts(found, 'error');
      assert.match(error ?? '', /^POST http.* is redirected: status 307 to \/new\/api/);
      assert.deepEqual(others, []);
    });

    it('of a history or a preflight that does not arrive', async () => {
      const late = new AbortController();
      const {origin} = await serve(({path, method}, response) => {
        if (method === 'GET') late.abort(new DOMException('Too late', 'TimeoutError'));
        else if (path === '/agent-sessions') json(response, {id: 's'});
        else stream(response).end(bodyOf(streams['ubik'] ?? []));
      });
      const {signal} = late;
      const found = await checkServer({endpoint: origin, protocol: ubik, message: 'Hi', signal});
      assert.deepEqual(texts(found, 'error'), []);
      assert.ok(texts(found, 'warning').includes('The history did not arrive in time.'));
      const asked = {url: origin, method: 'POST', headers: ['content-type'], allowed: null};
      const other = await checkCors(asked, 'https://good.example', signal);
      assert.match(texts(other, 'untested').join(), /no response/);
    });

    it('of an answer that asks the user, or waits for a tool of the page', async () => {
      const call = {type: 'tool-input-available', toolCallId: 'c', toolName: 'pay', input: {}};
      const findFor = (...chunks: readonly object[]): Promise<readonly Finding[]> =>
        find('ai-sdk', (_, response) => {
          stream(response).end(bodyOf([{type: 'start'}, ...chunks, {type: 'finish'}]));
        });
      const approval = {type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c'};
      const asked = texts(await findFor(call, approval), 'ok').join();
      assert.match(asked, /The agent asked a question/);
      assert.doesNotMatch(asked, /The answer is complete/);
      const waiting = await findFor(call);
      assert.match(texts(waiting, 'warning').join(), /The tool pay was called/);
      assert.doesNotMatch(texts(waiting, 'ok').join(), /The answer is complete/);
    });

    it('of a connection that breaks', async () => {
      const found = await find('openai-chat', (_, response) => {
        const body = stream(response);
        body.write('data: {"choices":[{"index":0,"delta":{"content":"Wel"}}]}\n\n');
        setTimeout(() => body.destroy(), 50);
      });
      const error = texts(found, 'error').join();
      assert.match(error, /The connection broke: see the log of the server/);
      assert.doesNotMatch(error, /this event/);
    });

    it('of an error of the agent', async () => {
      const found = await find('ai-sdk', (_, response) => {
        stream(response).end(bodyOf([{type: 'start'}, {type: 'error', errorText: 'No model.'}]));
      });
      assert.match(texts(found, 'error').join(), /The agent reported an error: .*No model\./);
    });
  });
});

describe('ubik-chat check', () => {
  const program = bundledProgram('src/cli/ubik-chat.ts');

  async function run(
    ...args: readonly string[]
  ): Promise<{readonly code: unknown; readonly output: string}> {
    const child = spawn(process.execPath, [program, ...args]);
    let output = '';
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    child.stderr.on('data', (text: Buffer) => (output += text.toString()));
    const [code] = (await once(child, 'close')) as [unknown];
    return {code, output};
  }

  it('prints each finding once, and what is no finding as well', async () => {
    const timesIn = (output: string, words: string): number => output.split(words).length - 1;
    const call = {index: 0, id: 'c', type: 'function', function: {name: 'zap', arguments: '{}'}};
    const answers = new Map<string, readonly object[]>([
      ['/call', [{delta: {tool_calls: [call]}, finish_reason: 'tool_calls'}]],
      ['/cut', [{delta: {content: 'Hal'}}]],
    ]);
    const chat = await serve(({path}, response) => {
      const [, choices] = [...answers].find(([start]) => path.startsWith(start)) ?? [];
      if (choices) stream(response).end(bodyOf([{choices}]));
      else response.writeHead(500).end('boom');
    });
    const closed = `http://127.0.0.1:${await ownPort()}`;
    for (const [url, words] of [
      [`${chat.origin}/call`, 'The tool zap was called'],
      [`${chat.origin}/cut`, 'truncated. POST'],
      [`${chat.origin}/other`, 'server_error. POST'],
      [closed, 'unreachable. POST'],
    ] as const) {
      const {output} = await run('check', url, '--protocol', 'openai-chat');
      assert.equal(timesIn(output, words), 1, output);
    }
    const agent = await serve(({method, path}, response) => {
      if (path.includes('/messages') && method === 'POST')
        stream(response).end(bodyOf(streams['ubik'] ?? []));
      else if (path.includes('/messages')) json(response, {items: [7]});
      else json(response, {id: 's'});
    });
    const {output} = await run('check', agent.origin);
    assert.equal(timesIn(output, 'invalid_response. GET'), 1, output);
  });

  it('prints events and findings, and exits with 0 for a server that works', async () => {
    const url = await addressOf(openaiChat);
    const {code, output} = await run('check', url, '--protocol', 'openai-chat', '--say', 'A b');
    assert.equal(code, 0, output);
    assert.match(output, /adds 2 characters to a text/);
    assert.match(output, /✔ The answer is complete/);
    openaiChat.close();
  });

  it('exits with 1 for a server that does not respond, and with 2 for a wrong command', async () => {
    const gone = await serve(() => undefined);
    await gone.close();
    const failed = await run('check', gone.origin, '--protocol', 'openai-chat');
    assert.equal(failed.code, 1, failed.output);
    assert.match(failed.output, /✖ Failed: unreachable\. POST http.*no response/);
    const silent = await serve(() => undefined);
    // The server speaks no TLS, so that it certainly does not receive the message.
    const secure = silent.origin.replace('http:', 'https:');
    const insecure = await run('check', secure, '--protocol', 'openai-chat');
    assert.equal(insecure.code, 1, insecure.output);
    assert.match(
      insecure.output,
      /✖ Failed: unreachable\. POST https.*no response\. Received: \w*SSL/,
    );
    const late = await run('check', silent.origin, '--protocol', 'ai-sdk', '--timeout', '0.5');
    assert.equal(late.code, 1, late.output);
    assert.match(late.output, /✖ The answer was not complete in time/);
    const unknown = await run('check', 'http://127.0.0.1:1/', '--protocol', 'gopher');
    assert.equal(unknown.code, 2);
    assert.match(unknown.output, /There is no protocol gopher/);
    const empty = await run();
    assert.equal(empty.code, 2);
    assert.match(empty.output, /ubik-chat check URL/);
  });

  for (const seconds of ['1.001', '16.1', '5000000', 'Infinity']) {
    it(`accepts ${seconds} seconds`, async () => {
      const gone = await serve(() => undefined);
      await gone.close();
      const options = ['--protocol', 'openai-chat', '--timeout', seconds];
      const {code, output} = await run('check', gone.origin, ...options);
      assert.equal(code, 1, output);
      assert.match(output, /✖ /);
    });
  }

  it('ends in time if the token does not arrive', async () => {
    const silent = await serve(() => undefined);
    const options = ['--timeout', '0.5', '--token-url', `${silent.origin}/token`];
    const {code, output} = await run('check', silent.origin, ...options);
    assert.equal(code, 1, output);
    assert.match(output, /✖ The token did not arrive in time, and no message was sent/);
    assert.doesNotMatch(output, /The answer/);
  });

  it('exits with 2 for a mistake of the command', async () => {
    const url = 'http://127.0.0.1:1/';
    for (const [args, reason] of [
      [['foo'], /^URL is not an HTTP address: foo/],
      [[url, '--header', 'bad name: x'], /^--header is no header that can be sent: bad name/],
      [[url, '--token-url', 'tokens'], /^--token-url is not an HTTP address: tokens/],
      [['http://user:word@127.0.0.1/'], /^URL has a user or a password/],
      [[url, '--token-url', 'http://:word@127.0.0.1/'], /^--token-url has a user or a password/],
      [[url, '--origin', 'example'], /^--origin is not an HTTP address: example/],
    ] as const) {
      const {code, output} = await run('check', ...args);
      assert.equal(code, 2, output);
      assert.match(output, reason);
    }
  });

  it('checks with --origin each address, also that of the stream', async () => {
    const origin = 'https://good.example';
    const server = await serve(({path, method}, response) => {
      const isStream = path.endsWith('/messages') && method === 'POST';
      if (!isStream) response.setHeader('access-control-allow-origin', origin);
      response.setHeader('access-control-allow-headers', '*, authorization');
      if (method === 'OPTIONS') response.writeHead(204).end();
      else if (isStream) stream(response).end(bodyOf(streams['ubik'] ?? []));
      else json(response, method === 'POST' ? {id: 's1'} : []);
    });
    const {code, output} = await run('check', server.origin, '--origin', origin);
    assert.equal(code, 1, output);
    assert.match(output, /✔ .*are allowed to send POST http.*\/agent-sessions\./);
    assert.match(output, /✖ .*send POST http.*\/messages, but not to read its response/);
  });

  it('checks with --origin the agent and the token endpoint, without redirects', async () => {
    const origin = 'https://good.example';
    const server = await serve(({path, method}, response) => {
      response.setHeader('access-control-allow-origin', origin);
      response.setHeader('access-control-allow-headers', '*, authorization');
      if (path === '/token') json(response, {access_token: 't', expires_in: 60});
      else if (method === 'OPTIONS') response.writeHead(307, {location: '/token'}).end();
      else stream(response).end(bodyOf(streams['ai-sdk'] ?? []));
    });
    const url = `${server.origin}/chat`;
    const options = ['--protocol', 'ai-sdk', '--token-url', `${server.origin}/token`];
    const {code, output} = await run('check', url, ...options, '--origin', `${origin}/`);
    assert.equal(code, 1, output);
    assert.match(
      output,
      /✖ .*its status is 307 in the response to OPTIONS before POST http.*\/chat/,
    );
    assert.match(output, /✔ .*are allowed to send POST http.*\/token/);
  });
});
