import {launch, type Browser} from 'puppeteer-core';
import {findFirefox} from '../../scripts/browsers.mjs';
import {launchOptions} from './launch-options.mjs';

export type Engine = keyof typeof launchOptions;

/** The engines that puppeteer can drive: Chromium, and Firefox if it is installed. */
export const engines: readonly Engine[] = findFirefox() ? ['chromium', 'firefox'] : ['chromium'];

/** Launches a browser without a window. */
export function openEngine(engine: Engine): Promise<Browser> {
  return launch(launchOptions[engine]());
}
