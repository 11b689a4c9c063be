import type {CustomInline} from '../../../core/markdown/inline.js';
import type {MarkdownToken} from '../../../core/markdown/syntax.js';
import type {MarkdownRendering} from '../markdown-rendering.js';
import type {MarkdownOutput} from '../../base/markdown-service.js';
import {OutputView} from './output.js';

const views = new WeakMap<HTMLElement, OutputView>();

/** Renders a token with its extension, or displays its source if the extension declines. */
export function showCustom(
  place: HTMLElement,
  {token, syntax}: CustomInline,
  rendering: MarkdownRendering,
): HTMLElement {
  const view = views.get(place) ?? new OutputView(place, rendering);
  views.set(place, view);
  if (!view.show(syntax.renderer(token) as MarkdownOutput | undefined, false)) {
    view.reset();
    place.textContent = token.raw;
  }
  return place;
}

/** Whether two tokens are equal. */
export function isSameToken(one: MarkdownToken, other: MarkdownToken): boolean {
  return Object.keys({...one, ...other}).every(field => one[field] === other[field]);
}
