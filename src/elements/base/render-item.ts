import {nothing} from 'lit';
import type {Item} from '../../core/model/item.js';
import {drawByTag} from './render-by-tag.js';
import {onServer} from './on-server.js';
import {repeat} from './repeat.js';
import type {RenderContext, Renderer, Services} from './services.js';

/** What a renderer makes of an item. On a server those decline that need a page. */
function draw(renderer: Renderer, item: Item, context: RenderContext): unknown {
  try {
    if (typeof renderer === 'string') return onServer ? undefined : drawByTag(renderer, item);
    return renderer(item, context);
  } catch (error) {
    // A page's renderer that fails must not take the conversation with it.
    if (!onServer) reportError(error);
    return undefined;
  }
}

/**
 * Draws an item by the first renderer that does not decline: those of `kind:name` first, then those of `kind`, then
 * those of `*`; the chat's own before the shared ones.
 */
export function renderItem(item: Item, services: Services, last = false): unknown {
  const context = {services, last};
  const named = 'name' in item ? [`${item.kind}:${item.name}`] : [];
  for (const name of [...named, item.kind, '*']) {
    for (const renderer of services.renderers.all(name)) {
      const drawn = draw(renderer, item, context);
      if (drawn !== undefined) return drawn;
    }
  }
  return nothing;
}

/** Draws items in their order; the nodes of an item stay its own when others come, go or move. */
export function renderItems(items: readonly Item[], services: Services): unknown {
  const end = items.length - 1;
  return repeat(
    items,
    item => item.id,
    (item, index) => renderItem(item, services, index === end),
  );
}
