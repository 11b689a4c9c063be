import type {Input} from './input.js';
import type {WebKitDriver} from './webkit-driver.mjs';

/** Input by WebDriver. */
export const webdriverCommands: Input<WebKitDriver>;
