import type {Companion} from '../../../core/markdown/markdown.js';
import type {RenderedCode} from '../markdown-rendering.js';
import {Highlighter} from './highlighter.js';
import {findLanguage} from './languages.js';
import {createPainter} from './painter.js';

/**
 * Highlights a block of code in idle time; `undefined` if its language is unknown, or if the platform cannot add styles.
 * The parser of a language loads with its first block.
 */
export function highlight({language, lines, block}: RenderedCode): Companion | undefined {
  const parser = findLanguage(language);
  const painter = parser && createPainter(block);
  return painter && new Highlighter(lines, parser, painter);
}
