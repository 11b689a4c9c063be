import type * as Ubik from '../../core/protocol/ubik/index.js';
import {LazyModule} from './lazy-element.js';

export type UbikWire = typeof Ubik;

/** Who reads a stored message that stands alone on a page. */
export const ubikWire = new LazyModule<UbikWire>(() => import('../../core/protocol/ubik/index.js'));

/** What draws Markdown: fetched when a chat is opened, so that it is there for the first answer. */
export const markdownEngine = new LazyModule(() => import('../ubik-markdown/markdown-engine.js'));

/** What is under the header of a tool: fetched with the first call, so that it is there when one is opened. */
export const toolBody = new LazyModule(() => import('../ubik-tool/tool-body.js'));

/** Who follows a tool that stands alone on a page. */
export const follower = new LazyModule(() => import('../ubik-tool/follower.js'));

/** The card of a citation: fetched with the first answer that has sources. */
export const citationCard = new LazyModule(() => import('../ubik-message/citation-card.js'));

/** Replaces server-rendered content: fetched where an element finds some. */
export const serverContent = new LazyModule(() => import('../ubik-transcript/server-content.js'));
