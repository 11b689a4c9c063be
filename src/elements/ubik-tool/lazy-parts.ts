import {LazyModule} from '../base/lazy-element.js';

/** The content below the header of a tool, loaded with the first tool call. */
export const toolBody = new LazyModule(() => import('./tool-body.js'));

/** Updates a tool that is displayed outside of a chat. */
export const follower = new LazyModule(() => import('./follower.js'));
