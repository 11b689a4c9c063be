import type {ToolItem} from '../../../src/core/index.js';
import {type AppServices, sharedServices} from '../../../src/elements/base/services.js';
import '../../../src/modules/mcp-apps.js';
import {renderItem} from '../../../src/elements/base/render-item.js';
import {registerDefaultRenderers} from '../../../src/elements/default-renderers.js';
import '../../../src/elements/items.define.js';
import type {UbikApp} from '../../../src/elements/ubik-app/ubik-app.js';
import {all, find, has, press, until} from '../support/dom.js';
import {within} from '../support/with-services.js';

registerDefaultRenderers();

const mimeType = 'text/html;profile=mcp-app';

/** A call that has ended, with an app. */
export function callOf(fields: Partial<ToolItem> = {}): ToolItem {
  return {
    id: 'call',
    kind: 'tool',
    status: 'done',
    children: [],
    name: 'show_forecast',
    executionId: 'call_7',
    input: '{"city":"Zürich"}',
    output: JSON.stringify({
      content: [{type: 'text', text: 'Zürich: sun, 21 °C'}],
      structuredContent: {city: 'Zürich'},
      _meta: {source: 'meteo'},
    }),
    log: '',
    app: {resourceUri: 'ui://meteo/forecast.html', server: 'Meteo'},
    ...fields,
  };
}

/** The services of a page whose server has one app. */
export function appServices(html: string, more: Partial<AppServices> = {}, ui = {}): AppServices {
  const contents = [{uri: 'ui://meteo/forecast.html', mimeType, text: html, _meta: {ui}}];
  return {
    mode: 'ask',
    shell: '/__app-shell',
    sendsContext: true,
    readResource: () => Promise.resolve({contents}),
    ...more,
  };
}

/** Renders a call with its app, as a conversation does. */
export async function renderCall(item: ToolItem, apps: AppServices): Promise<UbikApp> {
  const services = {...sharedServices, apps};
  const wrapper = await within<HTMLElement>(renderItem(item, services), {apps});
  const app = wrapper.parentElement?.querySelector('ubik-app');
  if (!app) throw new Error('The call has no app.');
  await app.updateComplete;
  return app;
}

/** Opens an app as a person does. */
export async function openApp(app: UbikApp): Promise<void> {
  find(app, '.open').focus();
  await press('Enter');
  await until(() => !has(app, '.open'));
}

export const isLive = (app: UbikApp): boolean => has(app, '.resize');

/** Opens an app and waits until it is ready. */
export async function startApp(
  html: string,
  {
    item = callOf(),
    services = {},
    ui = {},
  }: {
    item?: ToolItem;
    services?: Partial<AppServices>;
    ui?: object;
  } = {},
): Promise<UbikApp> {
  const app = await renderCall(item, appServices(html, services, ui));
  await openApp(app);
  await until(
    () => isLive(app),
    () => app.shadowRoot?.textContent,
  );
  return app;
}

/** Answers the question of an app as a person does, once a click can be meant for it. */
export async function answer(app: UbikApp, choice: 'allow' | 'deny'): Promise<void> {
  await until(() => has(app, '.question'));
  const question = find(app, '.question');
  const shown = performance.now();
  await until(() => performance.now() - shown > 600);
  find(app, `.question .${choice}`).focus();
  await press('Enter');
  await until(() => !all(app, '.question').includes(question) || !has(app, '.question'));
}

/** The texts of a page of this server. */
export const load = async (address: string): Promise<string> => (await fetch(address)).text();
