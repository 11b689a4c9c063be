import {launch, type Browser} from 'puppeteer-core';
import {findChrome, findFirefox} from '../../scripts/browsers.mjs';
import {launchOptions} from './launch-options.mjs';

export type Engine = keyof typeof launchOptions;

/** The engines that puppeteer can drive: Chromium, and Firefox if it is installed. */
export const engines: readonly Engine[] = findFirefox() ? ['chromium', 'firefox'] : ['chromium'];

/** Launches a browser without a window: Chrome if possible, because the shell of Chromium has no clipboard of the system. */
export function openEngine(engine: Engine): Promise<Browser> {
  return launch(
    engine === 'chromium' ? launchOptions.chromium(findChrome()) : launchOptions.firefox(),
  );
}
