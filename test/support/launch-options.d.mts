import type {LaunchOptions} from 'puppeteer-core';

/** Launch options of puppeteer for each engine that it supports. */
export const launchOptions: Readonly<Record<'chromium' | 'firefox', () => LaunchOptions>>;
