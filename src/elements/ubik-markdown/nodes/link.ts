import {inlineText} from '../../../core/markdown/inline.js';
import {hiddenTarget} from '../link-host.js';
import type {RenderableInline} from './tags.js';
import {linkTarget, showControls} from '../../shared/html/safe-url.js';

/** A link of a text. */
interface LinkSource {
  readonly href?: string | undefined;
  readonly title?: string | undefined;
  /** The content, with paired tags. Unpaired tags are displayed as text. */
  readonly children: readonly RenderableInline[];
}

/**
 * The attributes of a link, undefined if it has no valid target. Links open in a new tab without a referrer, and show
 * their host if the text names another one.
 */
export function linkAttributes({
  href,
  title,
  children,
}: LinkSource): Readonly<Record<string, string | undefined>> {
  const target = linkTarget(href);
  const text = `${linkText(children)}\n${title ?? ''}`;
  return {
    href: target && href,
    target: href?.startsWith('#') ? undefined : '_blank',
    rel: 'noopener noreferrer nofollow ugc',
    title: title === undefined ? undefined : showControls(title),
    'data-host': target && href && hiddenTarget(text, target, href, !hasToken(children)),
  };
}

/** Updates the attributes of a link. */
export function changeLink(link: HTMLAnchorElement, source: LinkSource): HTMLAnchorElement {
  for (const [name, value] of Object.entries(linkAttributes(source))) {
    if (value === undefined) link.removeAttribute(name);
    else if (value !== link.getAttribute(name)) link.setAttribute(name, value);
  }
  return link;
}

/** Whether a text contains tokens of extensions, such as formulas, which may be displayed as any text. */
const hasToken = (children: readonly RenderableInline[]): boolean =>
  children.some(
    inline => inline.kind === 'custom' || ('children' in inline && hasToken(inline.children)),
  );

/** The text of a link as displayed. */
export function linkText(children: readonly RenderableInline[]): string {
  let text = '';
  for (const inline of children) {
    if (inline.kind === 'tag') text += inline.source;
    else if (inline.kind === 'element' && inline.name === 'br') text += '\n';
    else if ('children' in inline) text += linkText(inline.children);
    else text += inlineText([inline]);
  }
  return text;
}

/**
 * The content of a link as displayed, or its address if it is empty.
 *
 * @param loads Whether the image at an address loads without consent.
 */
export function linkContent(
  {href, children}: LinkSource,
  loads: (address: string) => boolean,
): readonly RenderableInline[] {
  const content = children.map(child => toLinkContent(child, loads));
  const isEmpty = content.every(inline => inline.kind === 'text' && inline.text.trim() === '');
  if (!isEmpty || href === undefined || href.startsWith('#') || !linkTarget(href)) return content;
  const {host} = URL.parse(href) ?? {host: ''};
  return [{kind: 'text', text: showControls(host === '' ? href : host)}];
}

/**
 * Converts the content of a link: control characters become visible, and images that need consent become their text,
 * because a link must not contain a button.
 */
function toLinkContent(
  inline: RenderableInline,
  loads: (address: string) => boolean,
): RenderableInline {
  if (inline.kind === 'text') return {...inline, text: showControls(inline.text)};
  if ('children' in inline) {
    return {
      ...inline,
      children: inline.children.map(child => toLinkContent(child, loads)),
    } as RenderableInline;
  }
  return inline.kind !== 'image' || loads(inline.src) ? inline : {kind: 'text', text: inline.alt};
}
