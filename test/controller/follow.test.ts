import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {after, afterEach, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {arm, disarm, statistics} from './support/chat.js';
import {bundledProgram} from '../support/bundled-program.js';
import {testMs} from '../support/limits.mjs';

const limit = {timeout: testMs};

interface Output {
  readonly code: number;
  readonly out: string;
  readonly complaints: string;
}

describe('the script that follows a run in the terminal', () => {
  const program = bundledProgram('demo/follow.ts');
  let server: AgentServer;

  before(async () => {
    server = await startServer();
  });
  afterEach(() => disarm(server));
  after(() => server.stop());

  /** Runs the script in a process, to its end. */
  const follow = (...words: string[]): Promise<Output> =>
    new Promise(resolve => {
      const places = ['--endpoint', server.url, '--token-endpoint', `${server.origin}/demo/token`];
      const args = [program, ...places, ...words];
      const child = execFile(process.execPath, args, limit, (_, out, complaints) =>
        resolve({code: child.exitCode ?? -1, out, complaints}),
      );
    });

  it('reports steps and tools, then the answer, and ends', limit, async () => {
    const {code, out} = await follow('what', 'is', '6 * 7');
    assert.equal(code, 0);
    assert.match(out, /done +Work it out/);
    assert.match(out, /done +calculator .*6 \* 7/);
    assert.match(out, /\*\*42\*\*/);
  });

  it('reconnects after a lost connection, and sends nothing twice', limit, async () => {
    await arm(server, {kind: 'drop', at_frame: 6});
    const before = Object.keys((await statistics(server)).messages);
    const {code, out, complaints} = await follow('what is 6 * 7');
    assert.equal(code, 0);
    assert.match(complaints, /reconnecting/);
    assert.match(out, /\*\*42\*\*/);
    const sessions = Object.entries((await statistics(server)).messages);
    const fresh = sessions.filter(([session]) => !before.includes(session));
    const counts = fresh.map(([, posted]) => posted);
    assert.deepEqual(counts, [1]);
  });

  it('reports a question and stops, because there is no user', limit, async () => {
    const {code, out} = await follow('ask me something');
    assert.equal(code, 0);
    assert.match(out, /question +Which e-mail address/);
  });

  it('fails when it is refused', limit, async () => {
    await arm(server, {kind: 'status', status: 403, on: 'send'});
    const {code, complaints} = await follow('hello');
    assert.equal(code, 1);
    assert.match(complaints, /forbidden/);
  });
});
