import {Markdown} from '../../core/markdown/markdown.js';
import type {MarkdownOutput} from './markdown-rendering.js';

const KEY = Symbol.for('ubik-chat.markdown');
const page = globalThis as unknown as Record<symbol, Markdown<MarkdownOutput> | undefined>;

/** The Markdown extensions that all chats of a page share, even if several copies of this module are loaded. */
export const markdown: Markdown<MarkdownOutput> = (page[KEY] ??= new Markdown());
