import {defaultReporter} from '@web/test-runner';
import {appShellPages} from './test/support/app-shell-pages.mjs';
import {bundledTests} from './test/support/bundled-tests.mjs';
import {engineCommands} from './test/support/engine-commands.mjs';
import {launch} from './test/support/engines.mjs';
import {freePort} from './test/support/free-port.mjs';
import {startMs, testMs, waitMs} from './test/support/limits.mjs';
import {strictPage} from './test/support/strict-page.mjs';

const engines = process.env.ENGINES?.split(',') ?? ['chromium'];

/** Prints a line for each file, because the progress of the default reporter needs a terminal. */
const progressReporter = () => ({
  reportTestFileResults({sessionsForTestFile, testFile}) {
    const passed = sessionsForTestFile.every(session => session.passed);
    console.log(`${passed ? '✔' : '✖'} ${testFile.replace(import.meta.dirname, '.')}`);
  },
});

export default {
  files: ['test/elements/**/*.test.ts', 'test/modules/**/*.test.ts'],
  port: await freePort(), // the default search lets two runs that start together choose the same port
  browsers: launch(engines),
  concurrency: 2,
  concurrentBrowsers: 1,
  middleware: [strictPage(), appShellPages()],
  plugins: [engineCommands(), bundledTests({WAIT_MS: String(Math.round(waitMs()))})],
  testFramework: {config: {timeout: testMs()}},
  browserStartTimeout: startMs,
  testsStartTimeout: startMs,
  // Of a whole file.
  testsFinishTimeout: 20 * testMs(),
  filterBrowserLogs: ({args}) => !String(args[0]).includes('Lit is in dev mode'),
  reporters: [defaultReporter({reportTestProgress: false}), progressReporter()],
};
