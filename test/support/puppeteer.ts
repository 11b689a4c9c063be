import {launch, type Browser} from 'puppeteer-core';
import {findFirefox} from '../../scripts/find-engines.mjs';
import {launchOptions} from './launch-options.mjs';

export type Engine = keyof typeof launchOptions;

/** The engines that a test can drive here: Chromium always, Firefox where it is installed. */
export const engines: readonly Engine[] = findFirefox() ? ['chromium', 'firefox'] : ['chromium'];

/** A browser without a window. */
export function openEngine(engine: Engine): Promise<Browser> {
  return launch(launchOptions[engine]());
}
