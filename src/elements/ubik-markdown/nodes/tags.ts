import type {Inline} from '../../../core/markdown/inline.js';
import {inlineTags, sanitize, type RawHtml} from '../../shared/html/sanitize.js';

/** An inline HTML element: one of a few formatting elements, or an anchor. */
interface ElementInline {
  readonly kind: 'element';
  readonly name: string;
  /** Set for an anchor. */
  readonly href?: string | undefined;
  readonly title?: string | undefined;
  readonly children: readonly RenderableInline[];
}

export type RenderableInline = Inline | ElementInline;

/** An open tag, and the inlines before it. */
interface OpenTag {
  readonly source: string;
  readonly name: string;
  readonly before: RenderableInline[];
}

const TAG = /^<(\/?)([a-z][a-z0-9-]*)/i;
/** Maximum number of open tags; more are text. */
const MAX_OPEN = 32;

const VOID: ReadonlySet<string> = new Set(['br', 'wbr']);

/**
 * Pairs the HTML tags of a line. Allowed elements, anchors and images are rendered; other tags and tags without a
 * partner are shown as text, so that nothing is lost. Comments are removed.
 *
 * @param growing Whether the line may continue, so that open tags may still be closed.
 */
export function pairTags(
  inlines: readonly RenderableInline[],
  raw: RawHtml,
  growing = false,
): readonly RenderableInline[] {
  if (raw === 'escape' || !inlines.some(({kind}) => kind === 'tag')) return inlines;
  const open: OpenTag[] = [];
  let current: RenderableInline[] = [];
  for (const inline of inlines) {
    const source = inline.kind === 'tag' ? inline.source : '';
    const [, slash, tag = ''] = TAG.exec(source) ?? [];
    const name = tag.toLowerCase();
    if (inline.kind !== 'tag') current.push(inline);
    else if (slash === undefined) current.push(...asText(source.startsWith('<!--') ? '' : source));
    else if (VOID.has(name)) current.push({kind: 'element', name, children: []});
    else if (name === 'img') current.push(...readImage(source));
    else if (slash === '' && open.length < MAX_OPEN && (name === 'a' || inlineTags.has(name))) {
      open.push({source, name, before: current});
      current = [];
    } else if (open.some(opened => opened.name === name)) {
      let opened = open.pop();
      for (; opened && opened.name !== name; opened = open.pop())
        current = leaveOpen(opened, current);
      if (opened) current = [...opened.before, createElement(name, opened.source, current)];
    } else current.push(...asText(source));
  }
  for (const opened of open.reverse()) {
    current = growing
      ? [...opened.before, createElement(opened.name, opened.source, current)]
      : leaveOpen(opened, current);
  }
  return current;
}

/** Converts a tag without a partner to text. */
function leaveOpen(
  {source, before}: OpenTag,
  after: readonly RenderableInline[],
): RenderableInline[] {
  return [...before, ...asText(source), ...after];
}

function createElement(
  name: string,
  source: string,
  children: RenderableInline[],
): RenderableInline {
  if (name !== 'a') return {kind: 'element', name, children};
  const link = sanitize(`${source}</a>`).querySelector('a');
  return {
    kind: 'element',
    name,
    href: link?.getAttribute('href') ?? undefined,
    title: link?.getAttribute('title') ?? undefined,
    children,
  };
}

function readImage(source: string): RenderableInline[] {
  const image = sanitize(source).querySelector('img');
  const src = image?.getAttribute('src');
  if (!image || !src) return asText(source);
  const alt = image.getAttribute('alt') ?? '';
  return [{kind: 'image', src, alt, title: image.getAttribute('title') ?? undefined}];
}

function asText(text: string): RenderableInline[] {
  return text === '' ? [] : [{kind: 'text', text}];
}
