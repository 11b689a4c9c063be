import {Markdown} from '../../core/markdown/markdown.js';
import type {SlottedHtml} from '../../core/markdown/slots.js';

/** The output of an extension: a node, or HTML, which is sanitized. */
export type MarkdownOutput = Node | string | SlottedHtml;

/** When code gets its colours: with the end of its block, while it streams, or never. */
export type Highlighting = 'closed' | 'streaming' | 'off';

const KEY = Symbol.for('ubik-chat.markdown');
const page = globalThis as unknown as Record<symbol, Markdown<MarkdownOutput> | undefined>;

/** The Markdown extensions that all chats of a page share, even if several copies of this module are loaded. */
export const markdown: Markdown<MarkdownOutput> = (page[KEY] ??= new Markdown());
