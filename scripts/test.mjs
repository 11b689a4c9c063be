// `npm test` runs the tests of the sources; `npm run test:all` runs all tests and checks; `npm run check` runs the checks;
// `node scripts/test.mjs STEP…` runs single steps. Each step is a command that fails with an exit code. The last line of the
// output counts the steps.
import {execFileSync, spawn} from 'node:child_process';
import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {buildSync} from 'esbuild';
import {otherEngines, requireChromium} from './browsers.mjs';
import {environment, filesBelow} from './run.mjs';

const selected = process.argv.slice(2);
const fullRun = selected[0] === 'all';

/**
 * Writes modules that import several test files each. Starting Node, transpiling and loading libraries takes longer than most
 * files, so the files of a group share a process. Neighbouring files are in different groups, because they often take long
 * for the same reason.
 */
function groupsOf(name, files, size) {
  const folder = join('node_modules/.cache/test-groups', name);
  rmSync(folder, {recursive: true, force: true});
  mkdirSync(folder, {recursive: true});
  const count = Math.ceil(files.length / size);
  return Array.from({length: count}, (_, n) => {
    const members = files.filter((_, at) => at % count === n);
    const group = join(folder, `${n + 1}.mjs`);
    writeFileSync(group, members.map(file => `import '${resolve(file)}';\n`).join(''));
    return group;
  });
}

const nodeTests = (name, files, size = 1) => [
  'node',
  // Ends a file that hangs outside of the limited waits; far longer than the slowest one.
  ...[
    '--import',
    'tsx',
    '--test',
    `--test-timeout=${fullRun ? 900_000 : 300_000}`,
    '--test-concurrency=2',
    // Growth tests measure the work, and not how often the garbage collector copies long lists that are still in use.
    '--max-semi-space-size=128',
  ],
  '--test-reporter=spec',
  ...(size > 1 ? groupsOf(name, files, size) : files),
];
const testsIn = (...folders) => folders.flatMap(folder => filesBelow(`test/${folder}`, '.test.ts'));
const npm = script => ['npm', 'run', '--silent', script];
const coverage = [
  ...['c8', '--reporter', 'text-summary', '--include', 'src/core/**'],
  ...['--check-coverage', '--branches', '95', '--lines', '95'],
];
const withoutPages = ['controller', 'chatkit', 'check', 'ssr', 'server', 'testing', 'repo'];

/** The packed package, which changes the README temporarily: once for all steps, before they start. */
const tarball = 'node_modules/.cache/package/ubik-chat.tgz';

/** Commands by the name of the step. */
const steps = {
  core: nodeTests('core', testsIn('core'), 12),
  node: nodeTests('node', testsIn(...withoutPages), 8),
  elements: ['wtr'],
  pages: nodeTests('pages', testsIn('e2e')),
  build: npm('build'),
  pack: ['node', 'test/packed.mjs', 'pack', tarball],
  coverage: [...coverage, ...nodeTests('coverage', testsIn('core'), 12)],
  'long pages': nodeTests('long', testsIn('long')),
  built: nodeTests('built', testsIn('built')),
  firefox: ['wtr'],
  webkit: ['wtr'],
  lint: npm('check:lint'),
  types: npm('check:types'),
  templates: npm('check:templates'),
  format: npm('check:format'),
  lock: npm('check:lock'),
  unused: npm('check:unused'),
  package: npm('check:package'),
  size: npm('size'),
  bench: [...npm('bench'), '--', 'markdown', '--check', '--small'],
  bundlers: npm('test:bundlers'),
  frameworks: npm('test:frameworks'),
  conformance: npm('conformance'),
};

const environments = {
  elements: {ENGINES: 'chromium'},
  firefox: {ENGINES: 'firefox'},
  webkit: {ENGINES: 'webkit'},
};

const checks = ['lint', 'types', 'templates', 'format', 'lock', 'unused', 'package'];

/**
 * Names of steps in groups that run one after the other. The steps of a group run two at a time, the longest first: many wait
 * for browsers and timers most of the time. A step that is alone in its group writes what the others read, or measures.
 */
const plans = {
  test: [['core'], ['node'], ['elements'], ['pages']],
  check: [checks],
  all: [
    ['build'],
    ['pack'],
    [
      ...['long pages', 'frameworks', ...otherEngines(), 'bundlers', 'coverage', 'pages', 'node'],
      ...['elements', 'built', ...checks, 'conformance', 'size'],
    ],
    ['bench'],
  ],
};

const plan = plans[selected[0] ?? 'test'] ?? selected.map(name => [name]);
for (const name of plan.flat()) {
  if (steps[name]) continue;
  console.error(`There is no step "${name}". Steps: ${Object.keys(steps).join(', ')}.`);
  process.exit(2);
}

/** Bundles the agent server of the tests: from its sources it takes three times as long to start. */
function bundleServer() {
  const outfile = 'node_modules/.cache/agent-server.mjs';
  buildSync({
    entryPoints: ['demo/server/main.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap: 'inline',
  });
  return outfile;
}

const env = environment({
  CHROME_PATH: process.env.CHROME_PATH ?? requireChromium(),
  AGENT_SERVER: bundleServer(),
  // Property tests try more cases, growth tests measure more texts.
  ...(fullRun && {TEST_FULL: '1', PACKED: resolve(tarball)}),
});

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
      env: {...env, ...environments[name]},
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

const start = Date.now();
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
for (const {name, output} of failed) console.log(`\n✖ ${name} failed:\n${failuresIn(output)}`);
console.log();
for (const {name, passed, time} of results) console.log(`${passed ? '✔' : '✖'} ${name} (${time})`);
console.log(`All steps: ${duration(start)}`);
console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
