// `node scripts/test-files.mjs PATH…` runs test files with node:test, or with `--runner browser` in Web Test Runner. Files with a failure run once more, each alone; those that pass then
// are listed as `flaky: FILE: TEST: ERROR`. `--group N`: N files share a process. `--concurrency N`: processes at the same time.
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {parseArgs} from 'node:util';
import {filesBelow, run} from './run.mjs';

/**
 * @typedef {object} Options
 * @property {'node' | 'browser'} [runner]
 * @property {number} [groupSize] Files that share a process.
 * @property {number} [concurrency] Processes of node:test that run at the same time.
 * @property {Record<string, string>} [env]
 */

/** Milliseconds after which node:test ends a file or a test that hangs outside of the limited waits, also on a busy machine. */
const TEST_TIMEOUT = 900_000;

/**
 * Writes modules that import several files each. Starting Node, transpiling and loading libraries takes longer than most
 * files, so the files of a group share a process. Neighbouring files are in different groups, because they often take long
 * for the same reason. Returns the members of each group by the path of its module.
 *
 * @param {readonly string[]} files
 * @param {number} size
 * @param {string} folder
 */
function groupsOf(files, size, folder) {
  const count = Math.ceil(files.length / size);
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (let n = 0; n < count; n++) {
    const members = files.filter((_, at) => at % count === n);
    const path = join(folder, `group-${n + 1}.mjs`);
    writeFileSync(path, members.map(file => `import ${JSON.stringify(resolve(file))};\n`).join(''));
    groups.set(path, members);
  }
  return groups;
}

/** @param {readonly string[]} files */
const nodeTest = (files, concurrency, failures) => [
  'node',
  '--import',
  'tsx',
  '--test',
  `--test-timeout=${TEST_TIMEOUT}`,
  `--test-concurrency=${concurrency}`,
  // Growth tests measure the work, and not how often the garbage collector copies long lists that are still in use.
  '--max-semi-space-size=128',
  ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
  `--test-reporter=${pathToFileURL(resolve('scripts/failed-tests.mjs')).href}`,
  `--test-reporter-destination=${failures}`,
  ...files,
];

const browserTest = files => ['wtr', '--files', ...files];

/**
 * Runs the files and returns whether they passed, in the first or in the second run.
 *
 * @param {readonly string[]} files
 * @param {Options} [options]
 */
export function runTestFiles(
  files,
  {runner = 'node', groupSize = 1, concurrency = 2, env = {}} = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'test-files-'));
  const failures = join(folder, 'failures');
  const groups = groupSize > 1 ? groupsOf(files, groupSize, folder) : undefined;

  /** Returns the failed tests by file, or `undefined` if the runner failed without one. */
  const runOnce = (paths, processes) => {
    rmSync(failures, {force: true});
    const [command, ...args] =
      runner === 'node' ? nodeTest(paths, processes, failures) : browserTest(paths);
    if (run(command, args, {...env, FAILED_TESTS: failures})) return new Map();
    return failedTests(failures, groups);
  };

  const failed = runOnce(groups ? [...groups.keys()] : files, concurrency);
  if (!failed) return false;
  const flaky = [];
  let passed = true;
  for (const [file, tests] of failed) {
    console.log(`\n${file} failed, and runs once more, alone.`);
    if (runOnce([file], 1)?.size === 0) flaky.push(...tests.map(test => `flaky: ${file}: ${test}`));
    else passed = false;
  }
  for (const line of flaky) console.log(line);
  rmSync(folder, {recursive: true});
  return passed;
}

/** Reads the failed tests by file, with their errors. A group that failed as a whole stands for each of its members. */
function failedTests(path, groups) {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (!lines) return undefined;
  /** @type {Map<string, string[]>} */
  const failed = new Map();
  for (const line of lines.split('\n')) {
    const {file, test, error} = JSON.parse(line);
    const members = groups?.get(resolve(file));
    const failure = [members ? 'the whole file' : test, error]
      .filter(Boolean)
      .join(': ')
      .replace(/\s+/g, ' ')
      .slice(0, 400);
    for (const member of members ?? [file])
      failed.set(member, [...(failed.get(member) ?? []), failure]);
  }
  return failed;
}

const isMain = process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href;
if (isMain) {
  const {values, positionals} = parseArgs({
    allowPositionals: true,
    options: {
      runner: {type: 'string', default: 'node'},
      group: {type: 'string', default: '1'},
      concurrency: {type: 'string', default: '2'},
    },
  });
  const files = positionals.flatMap(path =>
    path.endsWith('.test.ts') ? path : filesBelow(path, '.test.ts'),
  );
  const passed = runTestFiles(files, {
    runner: values.runner === 'browser' ? 'browser' : 'node',
    groupSize: Number(values.group),
    concurrency: Number(values.concurrency),
  });
  process.exitCode = passed ? 0 : 1;
}
