import {parseInline} from '../../src/core/markdown/inline-parser.js';
import {plainText, type Inline, type InlineContext} from '../../src/core/markdown/inline.js';
import type {Block, ListBlock, TableBlock} from '../../src/core/markdown/block.js';
import {MarkdownDocument} from '../../src/core/markdown/markdown-document.js';

/** A heading with the text below it, up to the next heading. */
export interface PageSection {
  readonly id: string;
  readonly level: number;
  readonly heading: string;
  readonly text: string;
}

/** A rendered page. */
export interface Rendered {
  readonly html: string;
  readonly passages: readonly PageSection[];
}

/** Callbacks that render code and resolve links. */
export interface Callbacks {
  code(info: string, text: string): string | Promise<string>;
  link(href: string): string;
}

const references: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': '\u00a0',
};

/** Escapes a text for HTML content and quoted attributes. */
export function escape(text: string): string {
  return text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);
}

/** The id of a heading. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** Renders a page of the documentation with the product's own Markdown parser. HTML in it is trusted and kept unchanged. */
export async function renderMarkdown(text: string, callbacks: Callbacks): Promise<Rendered> {
  const document = new MarkdownDocument(reference => references[reference]);
  document.update(text, [], false);
  const writer = new Writer(document.context, callbacks);
  const html = await writer.blocks(document.blocks, true);
  return {html, passages: writer.passages};
}

class Writer {
  readonly #context: InlineContext;
  readonly #callbacks: Callbacks;
  readonly #passages: {id: string; level: number; heading: string; text: string}[] = [];

  constructor(context: InlineContext, callbacks: Callbacks) {
    this.#context = context;
    this.#callbacks = callbacks;
  }

  get passages(): readonly PageSection[] {
    return this.#passages;
  }

  async blocks(blocks: readonly Block[], loose: boolean): Promise<string> {
    const written: string[] = [];
    for (const block of blocks) written.push(await this.#block(block, loose));
    return written.join('\n');
  }

  #block(block: Block, loose: boolean): string | Promise<string> {
    switch (block.kind) {
      case 'heading':
        return this.#heading(block.level, block.text.trim());
      case 'paragraph': {
        const content = this.#inlineText(block.lines.join('\n').trimEnd());
        return loose ? `<p>${content}</p>` : content;
      }
      case 'code':
        return this.#callbacks.code(block.fence?.info ?? '', block.lines.join('\n'));
      case 'html':
        return block.lines.join('\n');
      case 'quote':
        return this.#around('blockquote', block.children, true);
      case 'list':
        return this.#list(block);
      case 'item':
        return this.#around('li', block.children, loose);
      case 'table':
        return this.#table(block);
      case 'rule':
        return '<hr>';
      default:
        throw new Error(`Unsupported Markdown: ${block.kind}`);
    }
  }

  async #around(tag: string, children: readonly Block[], loose: boolean): Promise<string> {
    return `<${tag}>${await this.blocks(children, loose)}</${tag}>`;
  }

  async #list({children, first, loose}: ListBlock): Promise<string> {
    const items = await this.blocks(children, loose);
    return first === undefined ? `<ul>${items}</ul>` : `<ol start="${first}">${items}</ol>`;
  }

  #heading(level: number, text: string): string {
    const inlines = parseInline(text, this.#context);
    const heading = plainText(inlines);
    const duplicates = this.#passages.filter(({heading: other}) => other === heading).length;
    const id = slug(heading) + (duplicates > 0 ? `-${duplicates + 1}` : '');
    this.#passages.push({id, level, heading, text: ''});
    const content = this.#inlines(inlines);
    if (level === 1) return `<h1 id="${id}">${content}</h1>`;
    const anchor = `<a class="anchor" href="#${id}" aria-label="Link to “${escape(heading)}”">#</a>`;
    return `<h${level} id="${id}">${content} ${anchor}</h${level}>`;
  }

  #table({alignments, header, rows}: TableBlock): string {
    const cells = (tag: string, row: readonly string[]): string =>
      header
        .map((_, at) => {
          const side = alignments[at];
          return `<${tag}${side ? ` class="${side}"` : ''}>${this.#inlineText(row[at] ?? '')}</${tag}>`;
        })
        .join('');
    const body = rows.map(row => `<tr>${cells('td', row)}</tr>`).join('\n');
    const label = escape(header.filter(Boolean).join(', '));
    return `<div class="table" tabindex="0" role="group" aria-label="Table: ${label}">
<table><thead><tr>${cells('th', header)}</tr></thead><tbody>${body}</tbody></table></div>`;
  }

  /** Renders the text of a block and adds it to the current passage for the search. */
  #inlineText(text: string): string {
    const inlines = parseInline(text, this.#context);
    const passage = this.#passages.at(-1);
    if (passage) passage.text += `${plainText(inlines)} `;
    return this.#inlines(inlines);
  }

  #inlines(inlines: readonly Inline[]): string {
    return inlines.map(inline => this.#inline(inline)).join('');
  }

  #inline(inline: Inline): string {
    switch (inline.kind) {
      case 'text':
        return escape(inline.text);
      case 'code':
        return `<code>${escape(inline.text)}</code>`;
      case 'break':
        return '<br>';
      case 'emphasis':
        return `<em>${this.#inlines(inline.children)}</em>`;
      case 'strong':
        return `<strong>${this.#inlines(inline.children)}</strong>`;
      case 'strike':
        return `<s>${this.#inlines(inline.children)}</s>`;
      case 'link': {
        const href = escape(this.#callbacks.link(inline.href ?? ''));
        return `<a href="${href}">${this.#inlines(inline.children)}</a>`;
      }
      case 'tag':
        return inline.source;
      default:
        throw new Error(`Unsupported Markdown: ${inline.kind}`);
    }
  }
}
