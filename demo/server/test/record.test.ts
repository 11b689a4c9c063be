import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {
  aishu,
  anthropic,
  foldFrames,
  plainText,
  type Protocol,
  ubik,
} from '../../../src/core/index.js';
import {framesOf, readRecording, type ReadRecording} from '../../../src/core/recording/index.js';
import {arm, disarm} from '../../../test/controller/support/chat.js';
import {startServer, type AgentServer} from '../../../test/support/agent-server.js';
import {bundledProgram} from '../../../test/support/bundled-program.js';
import {testMs} from '../../../test/support/limits.mjs';

const limit = {timeout: testMs};

describe('the command that records', () => {
  const program = bundledProgram('demo/record.ts');
  let server: AgentServer;
  let echo: Server;
  let folder: string;
  let out: string;

  before(async () => {
    server = await startServer();
    folder = await mkdtemp(join(tmpdir(), 'record-'));
    out = join(folder, 'run.jsonl');
    // Sends its secrets back to every client, a few bytes at a time.
    echo = createServer((request, response) => {
      response.writeHead(200, {'content-type': 'text/event-stream'});
      const text = `data: ${request.headers.authorization ?? ''} é ${String(request.headers['x-key'])}\n\n`;
      const bytes = Buffer.from(text);
      const send = (from: number): void => {
        if (from >= bytes.length) response.end();
        else response.write(bytes.subarray(from, from + 7), () => setTimeout(send, 2, from + 7));
      };
      send(0);
    }).listen(0, '127.0.0.1');
  });
  after(async () => {
    echo.close();
    await rm(folder, {recursive: true});
    await server.stop();
  });

  /** Runs it in a process. Returns its exit code and the file. */
  const record = (
    env: Readonly<Record<string, string>>,
    ...words: string[]
  ): Promise<{code: number; file: string; recording: ReadRecording}> =>
    new Promise(resolve => {
      const args = [program, ...words, '--out', out];
      const child = execFile(
        process.execPath,
        args,
        {...limit, env: {...process.env, ...env}},
        () => {
          void readFile(out, 'utf8').then(file =>
            resolve({code: child.exitCode ?? -1, file, recording: readRecording(file)}),
          );
        },
      );
    });

  for (const [protocol, path] of [
    [ubik, '/api/v1'],
    [anthropic, '/anthropic'],
    [aishu, '/aishu/api/agent-factory/v1'],
  ] as const satisfies readonly (readonly [Protocol, string])[]) {
    it(`follows a run of ${protocol.name} to its end`, limit, async () => {
      const {code, recording} = await record(
        {},
        `${server.origin}${path}`,
        ...['--protocol', protocol.name, '--say', 'what is 6 * 7'],
        ...['--token-url', `${server.origin}/demo/token`],
        ...(protocol === aishu ? ['--agent', 'demo'] : []),
      );
      assert.equal(code, 0);
      assert.deepEqual([recording.errors, recording.end?.end], [[], 'closed']);
      assert.equal(recording.head.question, 'what is 6 * 7');
      const frames = Array.from(framesOf(recording), ({frame}) => frame);
      const [message] = foldFrames(protocol, frames).children;
      assert.equal(message?.status, 'done');
      assert.match(plainText(message), /42/);
      const times = recording.parts.map(({at}) => at);
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
      );
    });
  }

  it('stores every connection of a run that was lost and joined again', limit, async () => {
    await arm(server, {kind: 'drop', at_frame: 6});
    const {recording} = await record(
      {},
      `${server.origin}/api/v1`,
      ...['--say', 'what is 6 * 7', '--token-url', `${server.origin}/demo/token`],
    );
    await disarm(server);
    assert.deepEqual(
      recording.parts.flatMap(part => ('open' in part ? part.open : [])),
      ['replay'],
    );
    assert.equal(
      [...framesOf(recording)].findIndex(({restarted}) => restarted),
      6,
    );
  });

  it('stores neither headers nor text that repeats them, wherever it is cut', limit, async () => {
    const {port} = echo.address() as AddressInfo;
    const secrets = {RECORD_TOKEN: 'a-secret-token', RECORD_HEADERS: '{"x-key": "key-0123456789"}'};
    const {code, file, recording} = await record(secrets, `http://127.0.0.1:${port}/`);
    assert.equal(code, 0);
    assert.ok(!/secret|0123456789/.test(file));
    assert.deepEqual(
      Array.from(framesOf(recording), ({frame}) => frame.data),
      ['Bearer ************** é **************'],
    );
  });

  it('prints its usage without arguments', limit, async () => {
    const {code} = await record({}, '--protocol', 'none');
    assert.equal(code, 2);
  });
});
