import {parseInline} from '../core/markdown/inline-parser.js';
import {spanTags, type Inline, type InlineContext} from '../core/markdown/inline.js';
import type {Mark} from '../core/model/item.js';
import {linkContent, linkAttributes} from '../elements/ubik-markdown/nodes/link.js';
import {pairTags, type RenderableInline} from '../elements/ubik-markdown/nodes/tags.js';
import {showControls} from '../elements/shared/html/safe-url.js';
import type {RawHtml} from '../elements/shared/html/sanitize.js';
import type {Labels} from '../elements/locales/en.js';
import {attributes, escapeHtml} from './escape.js';

/** The context in which inlines are rendered. */
export interface InlineHtmlContext {
  readonly context: InlineContext;
  readonly marks: readonly Mark[];
  readonly rawHtml: RawHtml;
  readonly labels: Labels['markdown'];
}

/**
 * Renders the text of a block. Links and images written as HTML are displayed as source until the script has loaded.
 */
export function inlineHtml(
  text: string,
  writing: InlineHtmlContext,
  marks: readonly number[] = [],
): string {
  const inlines = parseInline(text, writing.context, false);
  const cited = marks.map((index): Inline => ({kind: 'mark', index}));
  return writeAll([...inlines, ...cited], writing);
}

function writeAll(inlines: readonly RenderableInline[], writing: InlineHtmlContext): string {
  return paired(inlines, writing)
    .map(inline => write(inline, writing))
    .join('');
}

/** The inlines with paired tags. Reading a link or an image needs a document, which a server does not have. */
function paired(
  inlines: readonly RenderableInline[],
  {rawHtml}: InlineHtmlContext,
): readonly RenderableInline[] {
  const known = inlines.map(inline =>
    inline.kind === 'tag' && /^<\/?(?:a|img)\b/i.test(inline.source)
      ? ({kind: 'text', text: inline.source} as const)
      : inline,
  );
  return pairTags(known, rawHtml);
}

function write(inline: RenderableInline, writing: InlineHtmlContext): string {
  switch (inline.kind) {
    case 'text':
      return escapeHtml(inline.text);
    case 'tag':
      return escapeHtml(inline.source);
    case 'custom':
      return escapeHtml(inline.token.raw);
    case 'code':
      return `<code translate="no">${escapeHtml(showControls(inline.text))}</code>`;
    case 'break':
      return '<br>';
    case 'image':
      return escapeHtml(inline.alt);
    case 'footnote':
      return '';
    case 'mark':
      return writeMark(inline.index, writing);
    case 'link': {
      const children = paired(inline.children, writing);
      return `<a${attributes(linkAttributes({...inline, children}))}>${writeAll(
        linkContent(inline, () => false),
        writing,
      )}</a>`;
    }
    case 'element': {
      const {name, children} = inline;
      return name === 'br' || name === 'wbr'
        ? `<${name}>`
        : `<${name}>${writeAll(children, writing)}</${name}>`;
    }
    default: {
      const tag = spanTags[inline.kind];
      return `<${tag}>${writeAll(inline.children, writing)}</${tag}>`;
    }
  }
}

function writeMark(index: number, {marks, labels}: InlineHtmlContext): string {
  const {source, label = ''} = marks[index] ?? {};
  const name = attributes({'data-source': source, 'aria-label': labels.citation(label)});
  return `<button type="button" class="citation" part="citation"${name}>${escapeHtml(label)}</button>`;
}
