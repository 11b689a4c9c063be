import type {Input} from './engine-commands.mjs';
import type {WebKitDriver} from './webkit-driver.mjs';

/** Input by WebDriver. */
export const webdriverCommands: Input<WebKitDriver>;
