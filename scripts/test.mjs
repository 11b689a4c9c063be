// `npm test`: the tests of the pure core, the controller and the server in Node, the elements in a real browser, and the
// demo pages end to end. `npm test node`, `browser`, `engines` and `e2e` run one part; `engines` runs the element tests
// in Firefox and WebKit, if they are installed.
import {counted, nodeTests, run} from './run.mjs';
import {requireChromium} from './find-chromium.mjs';
import {otherEngines} from './find-engines.mjs';

const part = process.argv[2];
const isSelected = name => part === undefined || part === name;
const covered = [
  '--include',
  'src/core/**',
  '--check-coverage',
  '--branches',
  '95',
  '--lines',
  '95',
];

function node(folders, counts, coverage = []) {
  const command = nodeTests(folders, counts);
  return coverage.length > 0
    ? run('c8', ['--reporter', 'text-summary', ...coverage, ...command])
    : run(command[0], command.slice(1));
}

const stages = {
  node: [
    counts => node(['test/core'], counts, covered),
    counts =>
      node(['test/controller', 'test/chatkit', 'test/ssr', 'test/server', 'test/repo'], counts),
  ],
  browser: [counts => run('wtr', [], {COUNTS: counts, ENGINES: 'chromium'})],
  engines: otherEngines().map(
    engine => counts => run('wtr', [], {COUNTS: counts, ENGINES: engine}),
  ),
  e2e: [counts => node(['test/e2e'], counts)],
};

process.env.CHROME_PATH ??= requireChromium();
// The tests of the package and of the pages use the built files.
if (!['browser', 'engines'].includes(part) && !run('node', ['scripts/build.mjs'])) process.exit(1);
const totals = {passed: 0, failed: 0};
for (const [name, parts] of Object.entries(stages)) {
  if (!isSelected(name)) continue;
  for (const stage of parts) {
    const {passed, failed} = counted(stage);
    totals.passed += passed;
    totals.failed += failed;
  }
}
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0;
