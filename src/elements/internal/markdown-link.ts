import {plainText, type Inline} from '../../core/markdown/inline.js';
import type {Drawable} from './markdown-tags.js';
import {linkTarget, showControls} from './safe-url.js';

/** What a text says of a link. */
export interface LinkSource {
  readonly href?: string | undefined;
  readonly title?: string | undefined;
  readonly children: readonly Drawable[];
}

/**
 * The attributes of a link, undefined where it has none. It opens elsewhere, tells nobody where the reader came from, and
 * says where it leads if its text says otherwise.
 */
export function linkAttributes({
  href,
  title,
  children,
}: LinkSource): Readonly<Record<string, string | undefined>> {
  const target = linkTarget(href);
  return {
    href: target && href,
    target: href?.startsWith('#') ? undefined : '_blank',
    rel: 'noopener noreferrer nofollow ugc',
    title: title === undefined ? undefined : showControls(title),
    'data-host': target && misleading(children, target),
  };
}

/** Shows a link as its text says that it is now. */
export function changeLink(link: HTMLAnchorElement, source: LinkSource): HTMLAnchorElement {
  for (const [name, value] of Object.entries(linkAttributes(source))) {
    if (value === undefined) link.removeAttribute(name);
    else if (value !== link.getAttribute(name)) link.setAttribute(name, value);
  }
  return link;
}

const NAMED =
  /^((?:[\p{L}\d-]+\.)+\p{L}{2,})(?:[/?#:@][^]*)?$|(?:https?:\/\/|www\.)((?:[\p{L}\d-]+\.)+\p{L}{2,})/iu;

/** The host that a link leads to, if its text names another one, or its address begins with a name that is none. */
function misleading(children: LinkSource['children'], target: URL): string | undefined {
  const {hostname, username} = target;
  const words = plainText(children as readonly Inline[]);
  // Without what nobody sees: it would part one name from another.
  const seen = words.includes('.') ? words.replace(/\p{DI}/gu, '').trim() : '';
  const [, alone, named = alone] = seen ? (NAMED.exec(seen) ?? []) : [];
  const told = named && URL.parse(`https://${named}`)?.hostname;
  const strip = (host: string) => host.replace(/^www\./, '');
  return username || (told && strip(told) !== strip(hostname)) ? hostname || undefined : undefined;
}

/**
 * What stands in a link: it hides nothing, and holds no button. An image that needs asking for is its words there.
 *
 * @param loads Whether the image of an address is drawn without asking.
 */
export function inLink(inline: Drawable, loads: (address: string) => boolean): Drawable {
  if (inline.kind === 'text') return {...inline, text: showControls(inline.text)};
  if ('children' in inline) {
    return {...inline, children: inline.children.map(child => inLink(child, loads))} as Drawable;
  }
  return inline.kind !== 'image' || loads(inline.src) ? inline : {kind: 'text', text: inline.alt};
}
