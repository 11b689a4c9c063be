import {nothing} from 'lit';
import type {Item} from '../../core/model/item.js';
import {renderByTag} from './render-by-tag.js';
import {onServer} from './on-server.js';
import {repeat} from './repeat.js';
import type {RenderContext, Renderer, Services} from './services.js';

/** Calls a renderer. On a server, renderers that need a document decline. */
function callRenderer(renderer: Renderer, item: Item, context: RenderContext): unknown {
  try {
    if (typeof renderer === 'string') return onServer ? undefined : renderByTag(renderer, item);
    return renderer(item, context);
  } catch (error) {
    // An error in a renderer of the page must not break the conversation.
    if (!onServer) reportError(error);
    return undefined;
  }
}

/**
 * Renders an item by the first renderer that does not decline: renderers of `kind:name` first, then of `kind`, then of
 * `*`; those of the chat before the shared ones.
 */
export function renderItem(item: Item, services: Services, last = false): unknown {
  const context = {services, last};
  const named = 'name' in item ? [`${item.kind}:${item.name}`] : [];
  for (const name of [...named, item.kind, '*']) {
    for (const renderer of services.renderers.all(name)) {
      const rendered = callRenderer(renderer, item, context);
      if (rendered !== undefined) return rendered;
    }
  }
  return nothing;
}

/** Renders items in order; the nodes of an item are kept when other items are added, removed or moved. */
export function renderItems(items: readonly Item[], services: Services): unknown {
  const end = items.length - 1;
  return repeat(
    items,
    item => item.id,
    (item, index) => renderItem(item, services, index === end),
  );
}
