import type {Drawable} from './markdown-tags.js';
import {linkTarget, showControls} from './safe-url.js';

/** What a text says of a link. */
export interface LinkSource {
  readonly href?: string | undefined;
  readonly title?: string | undefined;
  readonly children: readonly {readonly kind: string; readonly text?: string}[];
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

/** The host that a link leads to, if its text names another one. */
function misleading([only, ...rest]: LinkSource['children'], target: URL): string | undefined {
  if (rest.length > 0 || only?.kind !== 'text') return undefined;
  const named = /^(?:https?:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,})(?:[/?#:].*)?$/i.exec(
    only.text?.trim() ?? '',
  );
  const strip = (host: string) => host.toLowerCase().replace(/^www\./, '');
  return named?.[1] && target.hostname && strip(named[1]) !== strip(target.hostname)
    ? target.hostname
    : undefined;
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
