import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface AgentServer {
  /** Base URL of the API: `http://127.0.0.1:…/api/v1`. */
  readonly url: string;
  readonly origin: string;
  /** What the server has written to its error output since it listens. */
  readonly errors: () => string;
  /** Terminates the process as Ctrl-C does. */
  stop(): Promise<void>;
  /** Kills the process without cleanup. */
  kill(): Promise<void>;
}

interface ServerOptions {
  /** The data folder; without one, a temporary folder that is removed when the server ends. */
  readonly data?: string;
  /** Additional options of the command line. */
  readonly args?: readonly string[];
  /** Additional environment variables. `UBIK_DEMO_PACE` defaults to 0. */
  readonly env?: Readonly<Record<string, string>>;
  /** The port, to restart a server at the same address; `undefined` for the default. */
  readonly port?: number | undefined;
}

/** Without a port, any free one. */
function portArguments(options: Pick<ServerOptions, 'port'>): readonly string[] {
  const port = 'port' in options ? options.port : 0;
  return port === undefined ? [] : ['--port', String(port)];
}

/** Removes credentials and the port of the environment, so that no test reaches a real service. */
const noCredentials = {ANTHROPIC_API_KEY: '', AISHU_TOKEN: '', UBIK_API_KEY: '', PORT: ''};

/**
 * The program of the server: its sources, or the bundle that `npm test` creates once, because transpiling the sources takes
 * most of the time of a start.
 */
const program = process.env['AGENT_SERVER']?.split(' ') ?? [
  '--import',
  'tsx',
  'demo/server/main.ts',
];

/** A server of a test lives too briefly to gain from optimizing SQLite, which takes a third of its time. */
const flags = ['--liftoff-only'];

/** Starts the local agent server as a separate process and waits until it listens. */
export async function startServer({
  data,
  args = [],
  env = {},
  ...options
}: ServerOptions = {}): Promise<AgentServer> {
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'ubik-chat-')));
  const child = spawn(
    process.execPath,
    [...flags, ...program, ...portArguments(options), '--data', folder, ...args],
    {
      cwd: root,
      env: {...process.env, ...noCredentials, UBIK_DEMO_PACE: '0', ...env},
      // The server ends when the IPC channel is closed, so also when the test process crashes.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  const {stdout, stderr} = child;
  assert.ok(stdout && stderr);
  const gone = once(child, 'exit');
  const abandon = (): void => void child.kill('SIGKILL');
  process.once('exit', abandon);
  const end = async (signal?: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await gone;
    process.off('exit', abandon);
    if (data === undefined) await rm(folder, {recursive: true, force: true});
  };

  let errorOutput = '';
  const listen = (text: Buffer): void => void (errorOutput += text.toString());
  stderr.on('data', listen);
  for await (const line of createInterface({input: stdout})) {
    const origin = /(http:\/\/\S+?)\/?$/.exec(line)?.[1];
    if (origin === undefined) continue;
    errorOutput = '';
    stderr.pipe(process.stderr, {end: false});
    stdout.resume();
    return {
      url: `${origin}/api/v1`,
      origin,
      errors: () => errorOutput,
      stop: () => end('SIGTERM'),
      kill: () => end('SIGKILL'),
    };
  }
  await end();
  throw new Error(`The agent server ended before it listened: ${errorOutput.trim()}`);
}
