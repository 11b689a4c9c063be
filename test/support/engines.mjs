// The browsers of the tests, by the names that `ENGINES=chromium,firefox,webkit` uses.
import {chromeLauncher} from '@web/test-runner-chrome';
import {findWebkit} from '../../scripts/browsers.mjs';
import {launchOptions} from './launch-options.mjs';
import {startMs} from './limits.mjs';
import {webkitLauncher} from './webkit-launcher.mjs';

/** Opens a page that may take longer to load than the 30 seconds of Puppeteer, because the machine may have other work. */
async function openPage(context, options) {
  const page = await context.newPage(options);
  page.setDefaultNavigationTimeout(startMs);
  return page;
}

const launchers = {
  chromium: () =>
    chromeLauncher({
      launchOptions: launchOptions.chromium(),
      // A context of its own for each page: a log-out would reach the chats of another file, by the channel that the pages of a
      // site share. A context has a window, because a background tab gets no animation frames and its mouse commands hang.
      async createPage({browser}) {
        const page = await openPage(await browser.createBrowserContext());
        page.cdp = await page.createCDPSession(); // media overrides live as long as their session
        await page.cdp.send('Emulation.setFocusEmulationEnabled', {enabled: true});
        return page;
      },
    }),
  firefox: () =>
    Object.assign(
      chromeLauncher({
        launchOptions: launchOptions.firefox(),
        concurrency: 1, // one window has the focus
        createPage: ({context}) => openPage(context),
      }),
      {name: 'Firefox'},
    ),
  webkit: () => webkitLauncher(findWebkit()),
};

/** A launcher of Web Test Runner for each engine. `useFiles` receives the paths of the tests before the first one starts. */
export const launch = (names, useFiles) =>
  names.map(name => {
    const launcher = launchers[name]();
    const initialize = launcher.initialize.bind(launcher);
    launcher.initialize = (config, files) => {
      useFiles(files);
      return initialize(config, files);
    };
    return launcher;
  });
