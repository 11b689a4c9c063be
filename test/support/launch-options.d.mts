import type {LaunchOptions} from 'puppeteer-core';

/** How puppeteer starts each engine that it can drive. */
export const launchOptions: Readonly<Record<'chromium' | 'firefox', () => LaunchOptions>>;
