// `npm test` runs the tests of the sources; `npm run check` runs the checks; `npm run test:all` runs all tests, checks and
// measurements. `npm test -- STEP…` runs single steps; `npm run test:all -- --from STEP` continues an interrupted run. Ends with
// a table of the steps; tests that passed in their second run only are listed below it as flaky, and fail `test:all`.
import {execFileSync, spawn} from 'node:child_process';
import {resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {buildSync} from 'esbuild';
import {otherEngines, requireBrowsers, requireChromium} from './browsers.mjs';
import {environment} from './run.mjs';

const npm = script => ['npm', 'run', '--silent', script];
const testFiles = (...args) => ['node', 'scripts/test-files.mjs', ...args];

const inBrowsers = ['test/elements', 'test/modules'];
const withoutPages = [
  ...['controller', 'local-sessions', 'chatkit', 'check', 'examples', 'ssr', 'testing', 'repo'],
].map(folder => `test/${folder}`);
const coverage = [
  ...['c8', '--reporter', 'text-summary', '--include', 'src/core/**'],
  ...['--check-coverage', '--branches', '95', '--lines', '95'],
];

/** The packed package, which changes the README temporarily: once for all steps, before they start. */
const tarball = 'node_modules/.cache/package/ubik-chat.tgz';

/** Commands by the name of the step. */
const steps = {
  core: testFiles('--group', '12', 'test/core'),
  node: testFiles('--group', '8', ...withoutPages, 'demo/server/test'),
  elements: testFiles('--runner', 'browser', ...inBrowsers),
  pages: testFiles('--group', '5', 'test/e2e'),
  lint: npm('check:lint'),
  types: npm('check:types'),
  templates: npm('check:templates'),
  format: npm('check:format'),
  lock: npm('check:lock'),
  unused: npm('check:unused'),
  package: npm('check:package'),
  build: npm('build'),
  pack: ['node', 'test/packed.mjs', 'pack', tarball],
  coverage: [...coverage, ...testFiles('--group', '12', 'test/core')],
  'long pages': testFiles('test/long'),
  built: testFiles('test/built'),
  firefox: testFiles('--runner', 'browser', ...inBrowsers),
  webkit: testFiles('--runner', 'browser', ...inBrowsers),
  bundlers: npm('test:bundlers'),
  frameworks: npm('test:frameworks'),
  conformance: npm('conformance'),
  size: npm('size'),
  growth: testFiles('--concurrency', '1', 'test/growth'),
  bench: [...npm('bench'), '--', 'markdown', '--check', '--small'],
};

const engines = {elements: 'chromium', firefox: 'firefox', webkit: 'webkit'};

/** The checks wait for one processor each; they run two at a time. All other steps run alone. */
const checks = ['lint', 'types', 'templates', 'format', 'lock', 'unused'];

const {values, positionals} = parseArgs({
  allowPositionals: true,
  options: {from: {type: 'string', default: ''}},
});
const fullRun = positionals[0] === 'all';
if (fullRun) requireBrowsers();

/** Names of steps, in groups of which two steps run at the same time. */
const plans = {
  test: [['core'], ['node'], ['elements'], ['pages']],
  check: [checks],
  all: [
    ...[['build'], ['pack'], checks, ['package'], ['coverage'], ['node'], ['elements']],
    ...otherEngines().map(name => [name]),
    ...[['pages'], ['built'], ['long pages'], ['bundlers'], ['frameworks'], ['conformance']],
    // Measurements.
    ...[['size'], ['growth'], ['bench']],
  ],
};

const whole = (positionals.length > 0 ? positionals : ['test']).flatMap(
  name => plans[name] ?? [[name]],
);
const start = whole.findIndex(group => group.includes(values.from));
const plan = whole.slice(Math.max(0, start));
for (const name of [...whole.flat(), values.from]) {
  if (name === '' || Object.hasOwn(steps, name)) continue;
  console.error(`There is no step "${name}". Steps: ${Object.keys(steps).join(', ')}.`);
  process.exit(2);
}

/** Bundles the agent server of the tests with its packages: from its sources it takes more than three times as long to start. */
function bundleServer() {
  const outfile = 'node_modules/.cache/agent-server.mjs';
  buildSync({
    entryPoints: ['demo/server/main.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: ['esbuild', 'node-sqlite3-wasm'], // load files beside their own
  });
  return outfile;
}

const needsServer = plan.flat().some(name => !checks.includes(name));
const env = environment(
  needsServer && {
    CHROME_PATH: process.env.CHROME_PATH ?? requireChromium(),
    AGENT_SERVER: bundleServer(),
    // Property tests try more cases, growth tests measure more texts.
    ...(fullRun && {TEST_FULL: '1', PACKED: resolve(tarball)}),
  },
);

// Rendering takes seconds: the servers of all tests read the result.
if (plan.flat().some(name => /node|pages|built/.test(name)))
  execFileSync(process.execPath, ['--import', 'tsx', 'demo/site/render.ts'], {stdio: 'inherit'});

const duration = since => `${Math.round((Date.now() - since) / 1000)} s`;

/** Runs a step. Displays its output at once, or after its end if another step runs at the same time. */
function runStep(name, isAlone) {
  const start = Date.now();
  const [command, ...args] = steps[name];
  console.log(`\n▶ ${name}`);
  return new Promise(resolve => {
    const child = spawn(command, args, {
      env: {...env, ...(engines[name] && {ENGINES: engines[name]})},
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', text => {
        output += text;
        if (isAlone) process.stdout.write(text);
      });
    }
    child.on('error', error => (output += error.message));
    child.on('close', code => {
      if (!isAlone) process.stdout.write(`\n▶ ${name}, output\n${output}`);
      console.log(`${code === 0 ? '✔' : '✖'} ${name} (${duration(start)})`);
      resolve({name, output, passed: code === 0, time: duration(start)});
    });
  });
}

/** The lines of an output that report failures, or its end if there are none. */
function failuresIn(output) {
  const lines = output.trimEnd().split('\n');
  const isFailure = line => /^\s*(✖|❌|.*\berror\b)/i.test(line);
  const marked = lines.flatMap((line, at) => (isFailure(line) ? [at] : []));
  const isNear = at => marked.some(mark => at >= mark - 1 && at <= mark + 10);
  const found = lines.filter((_, at) => isNear(at));
  return (found.length > 0 ? found : lines).slice(-80).join('\n');
}

const begin = Date.now();
const results = [];
for (const group of plan) {
  const queue = [...group];
  const work = async () => {
    for (let name = queue.shift(); name; name = queue.shift())
      results.push(await runStep(name, group.length === 1));
  };
  await Promise.all([work(), work()]);
}
const failed = results.filter(({passed}) => !passed);
const flaky = results.flatMap(({output}) => output.match(/^flaky: .*$/gm) ?? []);
for (const {name, output} of failed) console.log(`\n✖ ${name} failed:\n${failuresIn(output)}`);
console.log();
for (const {name, passed, time} of results)
  console.log(`${passed ? '✔' : '✖'} ${name.padEnd(12)} ${time.padStart(7)}`);
console.log(`All steps: ${duration(begin)}`);
for (const line of flaky) console.log(line);
console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 || (fullRun && flaky.length > 0) ? 1 : 0;
