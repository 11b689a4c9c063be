// What the scripts share: run a command, find files, keep count.
import {spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/**
 * Runs a command of the project or the system and tells whether it succeeded.
 *
 * @param limit Milliseconds after which it is ended, with all that it started; as long as it takes, if there is none.
 */
export function run(command, args, env = {}, limit = undefined) {
  const path = `${join('node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`;
  const limited = limit !== undefined && process.platform !== 'win32';
  const {status, error, pid} = spawnSync(command, args, {
    stdio: 'inherit',
    env: {...process.env, PATH: path, ...env},
    shell: process.platform === 'win32',
    timeout: limit,
    detached: limited, // a group of its own
  });
  if (limited && error?.code === 'ETIMEDOUT') killGroup(pid);
  if (error) console.error(`${command}: ${error.message}`);
  return status === 0;
}

function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody of it is left.
  }
}

/** Files below a folder whose path ends so, sorted. */
export function filesBelow(folder, ending) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, {recursive: true})
    .map(name => join(folder, String(name)))
    .filter(name => name.endsWith(ending))
    .sort();
}

/**
 * The command that runs the tests below folders and writes counts to a file.
 *
 * @param files How many test files run at the same time.
 */
export const nodeTests = (folders, counts, files = 2) => [
  'node',
  // The limit ends a test that hangs, with its file; it never ends a slow one.
  ...['--import', 'tsx', '--test', '--test-timeout=600000', `--test-concurrency=${files}`],
  ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
  ...['--test-reporter=./scripts/count-node-tests.mjs', `--test-reporter-destination=${counts}`],
  ...folders.flatMap(folder => filesBelow(folder, '.test.ts')),
];

/** Runs `stage` with a file to write counts to, and gives the sums of what was written there. */
export function counted(stage) {
  const folder = mkdtempSync(join(tmpdir(), 'counts-'));
  const file = join(folder, 'counts');
  try {
    const ok = stage(file);
    const rows = existsSync(file)
      ? readFileSync(file, 'utf8').trim().split('\n').filter(Boolean)
      : [];
    const sums = rows
      .map(row => row.split(' ').map(Number))
      .reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
    // A stage that broke before it could count is a failure, not nothing.
    return {passed: sums[0], failed: ok ? sums[1] : Math.max(1, sums[1])};
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}
