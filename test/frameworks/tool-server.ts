import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {ownPort} from '../support/own-port.mjs';
import {env} from './apps.js';

export interface ToolServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/** The path of a file in `node_modules` of a folder or of a parent folder. */
function findModule(folder: string, file: string): string | undefined {
  const path = join(folder, 'node_modules', file);
  if (existsSync(path)) return path;
  return dirname(folder) === folder ? undefined : findModule(dirname(folder), file);
}

/**
 * Starts the server of an app, and waits until it has printed its address. The first word of the command is a script in
 * `node_modules`, or in the app if it starts with a dot; `PORT` is replaced by a free port. With `newerNode`, the server
 * runs in the Node.js that the app has as a dependency.
 */
export async function startTool(
  folder: string,
  [file = '', ...words]: readonly string[],
  {newerNode = false} = {},
): Promise<ToolServer> {
  const port = String(await ownPort());
  const script = (file.startsWith('.') ? join(folder, file) : findModule(folder, file)) ?? file;
  const newer = newerNode ? findModule(folder, 'node/bin/node') : undefined;
  const node = newer ?? process.execPath;
  const child = spawn(node, [script, ...words.map(word => (word === 'PORT' ? port : word))], {
    cwd: folder,
    // With `CI` Astro does not look for a newer version of itself. Nitro reads the address from the environment.
    env: {...env, CI: 'true', NO_COLOR: '1', HOST: '127.0.0.1', PORT: port},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = (): void => void child.kill();
  process.once('exit', kill);
  const exited = once(child, 'exit');
  let output = '';
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const found = /http:\/\/(127\.0\.0\.1|localhost):\d+(?=[\s/])/.exec(output)?.[0];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`${file} ended before it listened: ${output}`)));
  });
  const stop = async (): Promise<void> => {
    kill();
    await exited;
    process.off('exit', kill);
  };
  return {origin, stop};
}
