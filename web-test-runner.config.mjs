import {fileURLToPath} from 'node:url';
import {esbuildPlugin} from '@web/dev-server-esbuild';
import {defaultReporter} from '@web/test-runner';
import {chromeLauncher} from '@web/test-runner-chrome';
import {findChromium} from './scripts/find-chromium.mjs';
import {countReporter} from './scripts/count-reporter.mjs';
import {engineCommands} from './test/support/engine-commands.mjs';
import {strictPage} from './test/support/strict-page.mjs';

const root = process.getuid?.() === 0;
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const chromium = chromeLauncher({
  launchOptions: {
    executablePath: findChromium(),
    args: [...(root ? ['--no-sandbox'] : []), ...quiet],
  },
  // A window for each file: a tab in the background gets no animation frames, and its mouse commands hang.
  async createPage({context}) {
    const page = await context.newPage({type: 'window'});
    page.cdp = await page.createCDPSession(); // media overrides live as long as their session
    await page.cdp.send('Emulation.setFocusEmulationEnabled', {enabled: true});
    return page;
  },
});

export default {
  files: 'test/elements/**/*.test.ts',
  browsers: [chromium],
  concurrency: 2,
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
  testFramework: {config: {timeout: 10_000}},
  filterBrowserLogs: ({args}) => !String(args[0]).includes('Lit is in dev mode'),
  reporters: [defaultReporter({reportTestProgress: false}), countReporter()],
};
