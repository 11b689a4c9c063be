import {findChromium} from '../../scripts/find-chromium.mjs';
import {findFirefox} from '../../scripts/find-engines.mjs';

const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** How puppeteer starts Chromium and Firefox. */
export const launchOptions = {
  chromium: () => ({
    executablePath: findChromium(),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...quiet],
  }),
  firefox: () => ({
    browser: 'firefox',
    executablePath: findFirefox(),
    // Media features can be set from the browser's own pages alone.
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: {
      'dom.events.testing.asyncClipboard': true,
      // Wheels go the way of real ones, through the compositor.
      'remote.events.async.wheel.enabled': true,
    },
  }),
};
