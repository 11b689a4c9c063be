// Begin here for what one import does: it registers the elements of a chat and has the public API. `index.ts` for bundlers, the
// script files in `cdn`, and the bindings in `frameworks` build on it.
import {define} from './define.js';

export * from './exports.js';

define();
