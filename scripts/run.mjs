// Helpers of the scripts: run commands, find files, count tests.
import {spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** Runs a command of the project or the system. Returns whether it succeeded. */
export function run(command, args, env = {}) {
  const path = `${join('node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`;
  const {status, error} = spawnSync(command, args, {
    stdio: 'inherit',
    env: {...process.env, PATH: path, ...env},
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

/**
 * The command that runs the tests below folders and writes counts to a file.
 *
 * @param files Number of test files that run in parallel.
 */
export const nodeTests = (folders, counts, files = 2) => [
  'node',
  // The timeout ends a test that hangs; it is far longer than the slowest test.
  ...['--import', 'tsx', '--test', '--test-timeout=600000', `--test-concurrency=${files}`],
  ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
  ...['--test-reporter=./scripts/count-node-tests.mjs', `--test-reporter-destination=${counts}`],
  ...folders.flatMap(folder => filesBelow(folder, '.test.ts')),
];

/** Runs `stage` with the path of a file for counts; returns the sums of the counts. */
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
    // A stage that failed before counting counts as one failure.
    return {passed: sums[0], failed: ok ? sums[1] : Math.max(1, sums[1])};
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}
