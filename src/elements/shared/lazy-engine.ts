import {LazyModule} from '../../controller/lazy-module.js';

/** The Markdown renderer, loaded when a chat is first visible or a text is first rendered. */
export const markdownEngine = new LazyModule(() => import('../ubik-markdown/markdown-engine.js'));
