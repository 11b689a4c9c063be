import {fileURLToPath} from 'node:url';
import {esbuildPlugin} from '@web/dev-server-esbuild';
import {defaultReporter} from '@web/test-runner';
import {countReporter} from './scripts/count-reporter.mjs';
import {engineCommands} from './test/support/engine-commands.mjs';
import {launch} from './test/support/engines.mjs';
import {strictPage} from './test/support/strict-page.mjs';

const engines = process.env.ENGINES?.split(',') ?? ['chromium'];

export default {
  files: ['test/elements/**/*.test.ts', 'test/modules/**/*.test.ts'],
  browsers: launch(engines),
  concurrency: 2,
  concurrentBrowsers: 1,
  nodeResolve: {exportConditions: ['development', 'default']}, // Lit's development build reports mistakes
  middleware: [strictPage()],
  plugins: [
    engineCommands(),
    esbuildPlugin({
      ts: true,
      target: 'es2022',
      tsconfig: fileURLToPath(new URL('tsconfig.json', import.meta.url)),
    }),
  ],
  // Timeouts end tests that hang; they are far longer than the slowest test.
  testFramework: {config: {timeout: 120_000}},
  browserStartTimeout: 180_000,
  testsStartTimeout: 180_000,
  testsFinishTimeout: 600_000,
  filterBrowserLogs: ({args}) => !String(args[0]).includes('Lit is in dev mode'),
  reporters: [defaultReporter({reportTestProgress: false}), countReporter()],
};
