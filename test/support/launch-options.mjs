import {findChromium, findFirefox} from '../../scripts/browsers.mjs';

const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Launch options of puppeteer for Chromium and Firefox. */
export const launchOptions = {
  chromium: (executablePath = findChromium()) => ({
    executablePath,
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...quiet],
  }),
  firefox: () => ({
    browser: 'firefox',
    executablePath: findFirefox(),
    // Media features can be set only in the chrome scope of Firefox.
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: {
      'dom.events.testing.asyncClipboard': true,
      // Wheel events go through the compositor as real ones do.
      'remote.events.async.wheel.enabled': true,
    },
  }),
};
