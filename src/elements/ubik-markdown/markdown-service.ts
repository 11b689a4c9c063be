import {Markdown} from '../../core/markdown/markdown.js';
import type {MarkdownOutput} from './markdown-rendering.js';

const KEY = Symbol.for('ubik-chat.markdown');
const page = globalThis as unknown as Record<symbol, Markdown<MarkdownOutput> | undefined>;

/** The extensions of Markdown that all chats on a page share, whatever file brought them and the modules. */
export const markdown: Markdown<MarkdownOutput> = (page[KEY] ??= new Markdown());
