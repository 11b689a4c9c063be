import type {MarkdownExtension} from '../../core/markdown/markdown.js';
import type {
  RenderedCode,
  MarkdownOutput,
} from '../../elements/ubik-markdown/markdown-rendering.js';
import {Highlighter} from './highlighter.js';
import {findLanguage} from './languages.js';
import {createPainter} from './painter.js';

/**
 * Highlights code line by line while it streams, in idle time. The parser of a language loads with its first block of
 * code. The colours are the tokens `--ubik-code-keyword`, `-string`, `-comment`, `-number`, `-name`, `-type`,
 * `-property` and `-meta`.
 */
export function highlight(): MarkdownExtension<MarkdownOutput> {
  return {
    accompany(place) {
      const {language, lines, block} = place as RenderedCode;
      const parser = findLanguage(language);
      return parser && new Highlighter(lines, parser, createPainter(block));
    },
  };
}
