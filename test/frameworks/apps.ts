import {execFile} from 'node:child_process';
import {existsSync, readdirSync} from 'node:fs';
import {readdir, readFile, writeFile} from 'node:fs/promises';
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

/** The address of the agent in the sources of the apps: the default of `npm start`, or the one that was set last. */
const agent = /http:\/\/127\.0\.0\.1:\d+/g;

/** The source files of an app. */
const sources = /^(?!node_modules|dist|\.).*\.(tsx?|vue|svelte|astro)$/;

/** Replaces the address of the agent in the sources of an app. */
export async function setAgent(folder: string, origin: string): Promise<void> {
  const names = await readdir(folder, {recursive: true, encoding: 'utf8'});
  for (const name of names.filter(one => sources.test(one))) {
    const source = await readFile(join(folder, name), 'utf8');
    const changed = source.replaceAll(agent, origin);
    if (changed !== source) await writeFile(join(folder, name), changed);
  }
}
