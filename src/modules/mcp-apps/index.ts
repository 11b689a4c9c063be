import type {ToolItem} from '../../core/model/item.js';
import {html} from '../../elements/base/html.js';
import type {RenderContext} from '../../elements/base/services.js';
import {appOf, textOf} from '../../elements/ubik-app/tool-messages.js';

const displayed = new WeakMap<ToolItem, ToolItem>();

/** The call with the text of its result, which is meant for people, instead of the data for the app. */
function withText(item: ToolItem): ToolItem {
  const known = displayed.get(item);
  if (known) return known;
  const text = textOf(item);
  const shown = text === undefined ? item : {...item, output: text};
  displayed.set(item, shown);
  return shown;
}

/**
 * Renders a tool call with its app below it, or only the call if the chat displays no apps. Declines if the tool has no
 * app.
 */
export function appRenderer(item: ToolItem, {services: {apps}}: RenderContext): unknown {
  if (!apps || !appOf(item, apps)) return undefined;
  const tool = html`<ubik-tool .item=${withText(item)}></ubik-tool>`;
  return apps.mode === 'off' ? tool : html`${tool}<ubik-app .item=${item}></ubik-app>`;
}
