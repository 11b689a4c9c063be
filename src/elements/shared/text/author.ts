import type {TemplateResult} from 'lit';
import {guard} from 'lit/directives/guard.js';
import {html} from '../../base/html.js';
import type {Author, Item} from '../../../core/model/item.js';
import {isSameAuthor} from '../../../core/model/select.js';
import type {Avatars, Services} from '../../base/services.js';
import type {Labels} from '../../locales/en.js';
import {icon} from '../icons/icons.js';
import {ownUrl} from '../html/safe-url.js';

const assistant: Author = {kind: 'assistant', name: ''};

/** The name of an author; without one, the assistant. */
export const authorName = ({name, kind}: Author = assistant, {author, message}: Labels): string =>
  name || (kind === 'person' ? author.person : message.assistant);

/** Who has written a turn. */
export const turnName = (item: Item, labels: Labels): string =>
  item.kind !== 'message'
    ? labels.message.assistant
    : item.role === 'user' && !item.author
      ? labels.message.you
      : authorName(item.author, labels);

/** The name of an author with a picture; without an author, that of the assistant. */
export const renderAuthor = (
  author: Author | undefined,
  {labels, avatars}: Services,
): TemplateResult =>
  html`<p class="author" part="author">
    ${renderAvatar(author, avatars)}<bdi>${authorName(author, labels)}</bdi>
  </p>`;

/**
 * Texts that another author has written than the texts before, with that author.
 *
 * @param author The author of the texts that name none; without it, the assistant.
 */
export function authorChanges(
  items: readonly Item[],
  author?: Author,
): ReadonlyMap<Item, Author | undefined> {
  const changes = new Map<Item, Author | undefined>();
  let current = author;
  for (const item of items) {
    if (item.kind !== 'text') continue;
    const next = item.author ?? author;
    if (!isSameAuthor(current, next)) changes.set(item, next);
    current = next;
  }
  return changes;
}

/**
 * The picture of an author: the author's own, if it has the origin of the page; a copy of the element that the page gives
 * for authors of this kind; the initials otherwise, also while the picture loads and if it cannot be loaded.
 */
export function renderAvatar(
  {kind, name, avatar = ''}: Author = assistant,
  avatars: Avatars | undefined,
): TemplateResult {
  const url = ownUrl(avatar);
  const given = url ? undefined : avatars?.[kind];
  return html`<span class="avatar" part="avatar" aria-hidden="true"
    >${guard([given, name], () => (given ? copyOf(given) : initials(name) || icon('spark', 16)))}${
      url && html`<img src=${url} alt="" @error=${hide} />`
    }</span
  >`;
}

function copyOf(element: Element): Node {
  const copy = element.cloneNode(true) as Element;
  copy.removeAttribute('slot');
  return copy;
}

const hide = ({currentTarget: image}: Event): void => {
  if (image instanceof HTMLElement) image.hidden = true;
};

/** The first letters of the first and the last word. */
function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters.map(word => word?.match(/./u)?.[0].toLocaleUpperCase() ?? '').join('');
}
