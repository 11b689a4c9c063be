import {Markdown} from '../../core/markdown/markdown.js';
import type {MarkdownOutput} from './markdown-drawing.js';

/** The extensions of Markdown that all chats on a page share. */
export const markdown = new Markdown<MarkdownOutput>();
