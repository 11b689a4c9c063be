import {LazyModule} from './lazy-element.js';

/** Replaces server-rendered content, loaded when an element has such content. */
export const serverContent = new LazyModule(() => import('../ubik-transcript/server-content.js'));
