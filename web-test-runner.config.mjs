import {appendFileSync} from 'node:fs';
import {relative} from 'node:path';
import {defaultReporter} from '@web/test-runner';
import {appShellPages} from './test/support/app-shell-pages.mjs';
import {bundledTests} from './test/support/bundled-tests.mjs';
import {engineCommands} from './test/support/engine-commands.mjs';
import {launch} from './test/support/engines.mjs';
import {ownPort} from './test/support/own-port.mjs';
import {startMs, testMs, waitMs} from './test/support/limits.mjs';
import {strictPage} from './test/support/strict-page.mjs';

const engines = process.env.ENGINES?.split(',') ?? ['chromium'];

const bundles = bundledTests({WAIT_MS: String(waitMs)});

/** Prints a line for each file, because the progress of the default reporter needs a terminal. */
const progressReporter = () => ({
  reportTestFileResults({sessionsForTestFile, testFile}) {
    const passed = sessionsForTestFile.every(session => session.passed);
    console.log(`${passed ? '✔' : '✖'} ${testFile.replace(import.meta.dirname, '.')}`);
  },
});

/** The failed tests of a suite: the name, with those of the suites around it, and the error. */
const failedTests = (suite, path = []) => [
  ...suite.tests
    .filter(test => !test.passed && !test.skipped)
    .map(({name, error}) => ({
      test: [...path, name].join(' › '),
      error: error?.message,
    })),
  ...suite.suites.flatMap(inner => failedTests(inner, [...path, inner.name])),
];

/** Writes a line of JSON for each failed test to the file `FAILED_TESTS`, for `scripts/test-files.mjs`. */
const failureReporter = path => ({
  reportTestFileResults({sessionsForTestFile, testFile}) {
    for (const {passed, testResults} of sessionsForTestFile) {
      if (passed) continue;
      const failed = testResults ? failedTests(testResults) : [];
      for (const test of failed.length > 0 ? failed : [{test: 'the whole file'}])
        appendFileSync(path, `${JSON.stringify({file: relative('.', testFile), ...test})}\n`);
    }
  },
});

export default {
  files: ['test/elements/**/*.test.ts', 'test/modules/**/*.test.ts'],
  port: await ownPort(), // the default search lets two runs that start together choose the same port
  browsers: launch(engines, bundles.useFiles),
  concurrency: 2,
  concurrentBrowsers: 1,
  middleware: [strictPage(), appShellPages()],
  plugins: [engineCommands(), bundles],
  testFramework: {config: {timeout: testMs}},
  browserStartTimeout: startMs,
  testsStartTimeout: startMs,
  // Of a whole file.
  testsFinishTimeout: 20 * testMs,
  filterBrowserLogs: ({args}) => !String(args[0]).includes('Lit is in dev mode'),
  reporters: [
    defaultReporter({reportTestProgress: false}),
    progressReporter(),
    ...(process.env.FAILED_TESTS ? [failureReporter(process.env.FAILED_TESTS)] : []),
  ],
};
