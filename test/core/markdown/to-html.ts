import type {Alignment, Block} from '../../../src/core/markdown/block.js';
import {trimBlanks} from '../../../src/core/markdown/characters.js';
import {MarkdownDocument} from '../../../src/core/markdown/markdown-document.js';
import type {ParsedText} from '../../../src/core/markdown/engine.js';
import type {Inline, InlineContext} from '../../../src/core/markdown/inline.js';
import {parseInline} from '../../../src/core/markdown/inline-parser.js';
import {splitAtSlots, type SlottedHtml} from '../../../src/core/markdown/slots.js';
import type {MarkdownToken} from '../../../src/core/markdown/syntax.js';

const NAMED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': '\u00A0',
  '&copy;': '©',
  '&auml;': 'ä',
  '&ouml;': 'ö',
};

export const decode = (reference: string): string | undefined => NAMED[reference];

/** The HTML of a complete text. */
export function toHtml(text: string): string {
  const document = new MarkdownDocument(decode);
  document.update(text, [], false);
  return documentToHtml(document);
}

/** The preview of a text that may continue. */
export function toOpenHtml(text: string): string {
  const document = new MarkdownDocument(decode);
  document.update(text, [], true);
  return documentToHtml(document, true);
}

/**
 * Plain HTML as the specification writes it, to compare trees by; a citation mark is its index in brackets. Not for
 * browsers: nothing is made safe.
 */
export function documentToHtml({blocks, context}: ParsedText, open = false): string {
  return blocksToHtml(blocks, context, open);
}

function blocksToHtml(blocks: readonly Block[], context: InlineContext, open: boolean): string {
  return blocks.map(block => blockToHtml(block, context, open, true) + marksToHtml(block)).join('');
}

function blockToHtml(block: Block, context: InlineContext, open: boolean, loose: boolean): string {
  const text = (source: string) => textToHtml(source, context, open && !block.done);
  switch (block.kind) {
    case 'quote':
      return `<blockquote>\n${blocksToHtml(block.children, context, open)}</blockquote>\n`;
    case 'list': {
      const tag = block.first === undefined ? 'ul' : 'ol';
      const start =
        block.first === undefined || block.first === 1 ? '' : ` start="${String(block.first)}"`;
      const items = block.children
        .map(item => blockToHtml(item, context, open, block.loose))
        .join('');
      return `<${tag}${start}>\n${items}</${tag}>\n`;
    }
    case 'item': {
      const box =
        block.checked === undefined
          ? ''
          : `<input${block.checked ? ' checked=""' : ''} disabled="" type="checkbox"> `;
      const inner = block.children.map(child => blockToHtml(child, context, open, loose)).join('');
      return `<li>${box && loose ? inner.replace('<p>', `<p>${box}`) : box + inner}</li>\n`;
    }
    case 'paragraph':
      return loose
        ? `<p>${text(block.lines.join('\n'))}</p>\n`
        : `${text(block.lines.join('\n'))}\n`;
    case 'heading':
      return `<h${String(block.level)}>${text(block.text)}</h${String(block.level)}>\n`;
    case 'code': {
      if (block.output) return outputToHtml(block.output, context);
      const language = /^\S+/.exec(block.fence?.info ?? '')?.[0];
      const name = language ? ` class="language-${escapeHtml(language)}"` : '';
      return `<pre><code${name}>${block.lines.map(line => escapeHtml(`${line}\n`)).join('')}</code></pre>\n`;
    }
    case 'html':
      return `${block.lines.join('\n')}\n`;
    case 'table': {
      const row = (cells: readonly string[], tag: string) =>
        `<tr>${block.header.map((_, at) => `<${tag}${align(block.alignments[at])}>${text(cells[at] ?? '')}</${tag}>`).join('')}</tr>\n`;
      const body =
        block.rows.length > 0
          ? `<tbody>${block.rows.map(cells => row(cells, 'td')).join('')}</tbody>`
          : '';
      return `<table><thead>${row(block.header, 'th')}</thead>${body}</table>\n`;
    }
    case 'rule':
      return '<hr />\n';
    case 'footnote':
      return `<aside title="${escapeHtml(block.label)}">\n${blocksToHtml(block.children, context, open)}</aside>\n`;
    case 'custom':
      return `<div>${tokenToHtml(block.token ?? {raw: block.lines.join('\n')}, context)}</div>\n`;
  }
}

function marksToHtml({marks}: Block): string {
  return marks.map(index => `[${String(index)}]`).join('');
}

function align(alignment: Alignment): string {
  return alignment ? ` align="${alignment}"` : '';
}

function textToHtml(source: string, context: InlineContext, open: boolean): string {
  const inlines = parseInline(trimBlanks(source), context, open);
  return inlinesToHtml(open ? inlines : (context.rewrite?.(inlines) ?? inlines), context);
}

function tokenToHtml({raw, output}: MarkdownToken, context?: InlineContext): string {
  return output && context ? outputToHtml(output as SlottedHtml, context) : escapeHtml(raw);
}

function outputToHtml({html, slots}: SlottedHtml, context: InlineContext): string {
  const parts = splitAtSlots(html).map(part => {
    const slot = typeof part === 'number' ? slots[part] : undefined;
    if (typeof part === 'string' || !slot) return part;
    if (slot.kind === 'block') return blocksToHtml(slot.blocks, context, false);
    if (typeof slot.content === 'string') return textToHtml(slot.content, context, false);
    return inlinesToHtml(slot.content, context);
  });
  return parts.join('');
}

export function inlinesToHtml(inlines: readonly Inline[], context?: InlineContext): string {
  return inlines.map(inline => inlineToHtml(inline, context)).join('');
}

function inlineToHtml(inline: Inline, context: InlineContext | undefined): string {
  switch (inline.kind) {
    case 'text':
      return escapeHtml(inline.text);
    case 'code':
      return `<code>${escapeHtml(inline.text)}</code>`;
    case 'break':
      return '<br />\n';
    case 'emphasis':
      return `<em>${inlinesToHtml(inline.children, context)}</em>`;
    case 'strong':
      return `<strong>${inlinesToHtml(inline.children, context)}</strong>`;
    case 'strike':
      return `<del>${inlinesToHtml(inline.children, context)}</del>`;
    case 'link':
      return `<a${attribute('href', inline.href)}${attribute('title', inline.title)}>${inlinesToHtml(inline.children, context)}</a>`;
    case 'image':
      return `<img${attribute('src', inline.src)}${attribute('alt', inline.alt)}${attribute('title', inline.title)} />`;
    case 'tag':
      return inline.source;
    case 'mark':
      return `[${String(inline.index)}]`;
    case 'footnote':
      return `<sup>${escapeHtml(inline.label)}</sup>`;
    case 'custom':
      return `<span>${tokenToHtml(inline.token, context)}</span>`;
  }
}

function attribute(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
