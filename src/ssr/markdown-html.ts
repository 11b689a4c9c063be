import type {Block, TableBlock} from '../core/markdown/block.js';
import {trimBlanksEnd} from '../core/markdown/characters.js';
import {
  directionOf,
  lettersOf,
  onlyDirectionOf,
  type Direction,
} from '../core/markdown/direction.js';
import {MarkdownDocument} from '../core/markdown/markdown-document.js';
import type {Mark} from '../core/model/item.js';
import {languageOf} from '../elements/ubik-markdown/nodes/code.js';
import {headingLevel} from '../elements/ubik-markdown/heading-level.js';
import {SECTION_SIZE as SECTION} from '../elements/ubik-markdown/sections.js';
import {showControls} from '../elements/shared/html/safe-url.js';
import type {Labels} from '../elements/locales/en.js';
import type {Services} from '../elements/base/services.js';
import {attribute, attributes, escapeHtml} from './escape.js';
import {inlineHtml, type InlineHtmlContext} from './inline-html.js';

/** The buttons of a bar reserve its height. They are inert until the script has loaded. */
const button = (text?: string): string =>
  `<button type="button" class="icon-button"${attribute('data-text', text)} disabled aria-hidden="true">${text ? '<i class="copy"></i>' : ''}</button>`;
const CODE_BUTTONS = button() + button();

const NAMED: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&nbsp;', '\u00A0'],
]);

/**
 * Renders a Markdown text to HTML that stands in for the nodes of `<ubik-markdown>` until the script has loaded: the
 * same elements in the same boxes, without interaction.
 */
export function markdownHtml(
  text: string,
  marks: readonly Mark[],
  {labels, rawHtml}: Pick<Services, 'labels' | 'rawHtml'>,
): string {
  const document = new MarkdownDocument(reference => NAMED.get(reference));
  document.update(text, marks, false);
  const {blocks, context} = document;
  const writer = new BlockWriter({context, marks, rawHtml, labels: labels.markdown});
  return `<div class="content" part="content">${writer.sections(blocks)}</div>`;
}

class BlockWriter {
  readonly #writing: InlineHtmlContext;
  readonly #labels: Labels['markdown'];

  constructor(writing: InlineHtmlContext) {
    this.#writing = writing;
    this.#labels = writing.labels;
  }

  /**
   * The blocks of a text, each with the direction of most of its letters, grouped in sections like those of the element.
   */
  sections(blocks: readonly Block[]): string {
    const parts: string[] = [];
    let direction: Direction | undefined;
    for (let at = 0; at < blocks.length; at += SECTION) {
      const part = blocks.slice(at, at + SECTION);
      const inner = part
        .map(block => {
          direction = directionOf(lettersOf(block)) ?? direction;
          return this.#write(block, true, attribute('dir', direction));
        })
        .join('');
      const finished = part.length === SECTION ? ' finished' : '';
      parts.push(`<div class="section${finished}">${inner}</div>`);
    }
    return parts.join('');
  }

  #all(blocks: readonly Block[], loose = true): string {
    return blocks
      .map(block => {
        const direction =
          block.kind === 'paragraph' ? onlyDirectionOf(lettersOf(block)) : undefined;
        return this.#write(block, loose, attribute('dir', direction));
      })
      .join('');
  }

  #write(block: Block, loose: boolean, dir = ''): string {
    switch (block.kind) {
      case 'quote':
        return `<blockquote${dir}>${this.#all(block.children)}</blockquote>`;
      case 'list': {
        const {first, loose, children} = block;
        const tag = first === undefined ? 'ul' : 'ol';
        const start = first === undefined || first === 1 ? undefined : String(first);
        const wide = loose ? ' class="loose"' : '';
        return `<${tag}${attribute('start', start)}${wide}${dir}>${this.#all(children, loose)}</${tag}>`;
      }
      case 'item': {
        const {checked, children} = block;
        if (checked === undefined) return `<li>${this.#all(children, loose)}</li>`;
        const box = `<input type="checkbox" disabled${checked ? ' checked' : ''}${attribute('aria-label', this.#labels.task(checked))}>`;
        return `<li class="task"><span>${box} </span>${this.#all(children, loose)}</li>`;
      }
      case 'paragraph': {
        const tag = loose ? 'p' : 'span';
        return `<${tag}${dir}>${this.#inline(trimBlanksEnd(block.lines.join('\n')), block.marks)}</${tag}>`;
      }
      case 'heading': {
        const tag = `h${block.level}`;
        return `<${tag} aria-level="${headingLevel(block.level)}"${dir}>${this.#inline(block.text, block.marks)}</${tag}>`;
      }
      case 'code':
        return this.#code(block.lines, languageOf(block));
      case 'table':
        return this.#table(block, dir);
      case 'rule':
        return `<hr${dir}>`;
      case 'html':
      case 'custom':
        return `<div${dir}><div class="source">${escapeHtml(block.lines.join('\n'))}</div></div>`;
      case 'footnote':
        return ''; // Footnotes are placed at their references by the script.
    }
  }

  #code(lines: readonly string[], language: string): string {
    const bar = `<div class="bar" part="code-header"${attribute('data-language', language)}>${CODE_BUTTONS}</div>`;
    const {code: unnamed, codeIn} = this.#labels;
    const group = attributes({role: 'group', 'aria-label': language ? codeIn(language) : unnamed});
    const name = language === '' ? '' : attribute('class', `language-${language}`);
    const code = lines.map(line => escapeHtml(`${showControls(line)}\n`)).join('');
    return `<div class="code" part="code-block" dir="ltr" translate="no">${bar}<pre tabindex="0"${group}><code${name}>${code}</code></pre></div>`;
  }

  #table({header, alignments, rows}: TableBlock, dir: string): string {
    const row = (cells: readonly string[], tag: string, scope?: string): string =>
      `<tr>${header.map((_, at) => `<${tag}${attributes({scope, align: alignments[at]})}>${this.#inline(cells[at] ?? '')}</${tag}>`).join('')}</tr>`;
    const body =
      rows.length > 0 ? `<tbody>${rows.map(cells => row(cells, 'td')).join('')}</tbody>` : '';
    const {table, copyCsv, copyMarkdown} = this.#labels;
    const group = attributes({role: 'group', 'aria-label': table});
    const buttons = [copyCsv, copyMarkdown].map(button).join('');
    return `<div class="table"${dir}><div class="wide" part="table" tabindex="0"${group}><table><thead>${row(header, 'th', 'col')}</thead>${body}</table></div><div class="bar">${buttons}</div></div>`;
  }

  #inline(text: string, marks?: readonly number[]): string {
    return inlineHtml(text, this.#writing, marks);
  }
}
