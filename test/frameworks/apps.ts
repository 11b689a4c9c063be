import {execFile} from 'node:child_process';
import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';

/** The apps of `demo/frameworks` with the packed package, outside of this repository, created by the script. */
const project = process.env['PROJECT'] ?? '';
/** The environment of the tools, without reporting usage data. */
export const env = {...process.env, ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1'};
const execute = promisify(execFile);

/** Runs a command in a folder; rejects if it fails. */
export const run = (
  file: string,
  words: readonly string[],
  cwd: string,
): Promise<{stdout: string; stderr: string}> => execute(file, words, {cwd, env});

/** The folder of an app. Apps with conflicting dependencies are in separate parent folders. */
export const folderOf = (app: string): string => {
  const rooms = readdirSync(project).map(room => join(project, room, app));
  return rooms.find(folder => existsSync(folder)) ?? '';
};

export const apps = readdirSync('demo/frameworks', {withFileTypes: true})
  .filter(entry => entry.isDirectory())
  .map(({name}) => name);
