import {noChange, nothing} from 'lit';
import {Directive, directive, type DirectiveResult} from 'lit/directive.js';
import type {Item} from '../../core/model/item.js';
import {onServer} from './on-server.js';
import {repeat} from './repeat.js';
import {defaultRenderers, type RenderContext, type Renderer, type Services} from './services.js';
import {reportToConsole} from '../../controller/report-to-console.js';

/** Renders an item by a custom element of the page, which is kept while the item changes. */
class RenderByTag extends Directive {
  #tag = '';
  #element: (HTMLElement & {item?: Item}) | undefined;

  render(tag: string, item: Item, otherwise: () => unknown): unknown {
    const shown = this.#tag === tag ? this.#element : undefined;
    this.#tag = tag;
    this.#element = undefined;
    try {
      this.#element = Object.assign(shown ?? document.createElement(tag), {item});
      return shown ? noChange : this.#element;
    } catch (error) {
      reportToConsole(error);
      return otherwise();
    }
  }
}

const renderByTag: (tag: string, item: Item, otherwise: () => unknown) => DirectiveResult =
  directive(RenderByTag);

/**
 * Calls a renderer. On a server, renderers that need a document decline.
 *
 * @param otherwise Renders the item if the element of the page throws an exception, which happens later.
 */
function callRenderer(
  renderer: Renderer,
  item: Item,
  context: RenderContext,
  otherwise: () => unknown,
): unknown {
  try {
    if (typeof renderer === 'string')
      return onServer ? undefined : renderByTag(renderer, item, otherwise);
    return renderer(item, context);
  } catch (error) {
    // An error in a renderer of the page must not break the conversation.
    if (!onServer) reportToConsole(error);
    return undefined;
  }
}

/** The renderers of `kind:name`, then of `kind`, then of `*`; of each, those of the chat before the shared ones. */
function renderersOf(item: Item, {renderers}: Services): readonly Renderer[] {
  const named = 'name' in item ? renderers.all(`${item.kind}:${item.name}`) : [];
  return [...named, ...renderers.all(item.kind), ...renderers.all('*')];
}

/** Renders an item by the first of these renderers that does not decline. */
function renderByFirst(
  [renderer, ...others]: readonly Renderer[],
  item: Item,
  context: RenderContext,
): unknown {
  if (renderer === undefined) return nothing;
  const otherwise = (): unknown => renderByFirst(others, item, context);
  const rendered = callRenderer(renderer, item, context, otherwise);
  return rendered === undefined ? otherwise() : rendered;
}

/** Renders an item by the first renderer that does not decline. */
export function renderItem(item: Item, services: Services, last = false, flush = false): unknown {
  return renderByFirst(renderersOf(item, services), item, {services, last, flush});
}

const usual = new WeakMap<Item, {readonly services: Services; readonly isUsual: boolean}>();

/** Whether the default renderer of its kind renders an item. Cached, because the other renderers are called to find out. */
export function rendersAsUsual(item: Item, services: Services): boolean {
  const known = usual.get(item);
  if (known?.services === services) return known.isUsual;
  const defaultRenderer = defaultRenderers.get(item.kind);
  const first = renderersOf(item, services).find(
    renderer =>
      renderer === defaultRenderer ||
      callRenderer(renderer, item, {services, last: false}, () => nothing) !== undefined,
  );
  const isUsual = first === defaultRenderer;
  usual.set(item, {services, isUsual});
  return isUsual;
}

/** Renders items in order; the nodes of an item are kept when other items are added, removed or moved. */
export function renderItems(items: readonly Item[], services: Services): unknown {
  // An error below an answer does not close it.
  const end = items.findLastIndex(({kind}) => kind !== 'error');
  return repeat(
    items,
    item => item.id,
    (item, index) => renderItem(item, services, index === end),
  );
}
