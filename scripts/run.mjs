// Helpers of the scripts: run commands, find files.
import {spawnSync} from 'node:child_process';
import {existsSync, readdirSync} from 'node:fs';
import {delimiter, join} from 'node:path';

/** The environment of a command of the project or the system. */
export const environment = (added = {}) => ({
  ...process.env,
  PATH: `${join('node_modules', '.bin')}${delimiter}${process.env.PATH}`,
  ...added,
});

/** Runs a command of the project or the system. Returns whether it succeeded. */
export function run(command, args, env = {}) {
  const {status, error} = spawnSync(command, args, {
    stdio: 'inherit',
    env: environment(env),
    shell: process.platform === 'win32',
  });
  if (error) console.error(`${command}: ${error.message}`);
  return status === 0;
}

/** Files below a folder with this ending, sorted. */
export function filesBelow(folder, ending) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, {recursive: true})
    .map(name => join(folder, String(name)))
    .filter(name => name.endsWith(ending))
    .sort();
}
