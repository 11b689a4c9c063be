import type {LaunchOptions} from 'puppeteer-core';

/** Launch options of puppeteer for each engine that it supports. */
export const launchOptions: {
  /** @param executablePath Defaults to what `findChromium` finds. */
  readonly chromium: (executablePath?: string) => LaunchOptions;
  readonly firefox: () => LaunchOptions;
};
