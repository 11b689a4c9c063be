import type {RenderInfo} from '@lit-labs/ssr';
import {collectResultSync} from '@lit-labs/ssr/lib/render-result.js';
import {emptyConversation, type Conversation, type Item} from '../core/model/item.js';
import {withoutPasswords} from '../core/model/passwords.js';
import {loadProtocol} from '../controller/protocol-source.js';
import {define} from '../define.js';
import {protocols} from '../controller/protocols.js';
import {renderWithMissing} from '../controller/lazy-module.js';
import {mergeLabels, type LabelOverrides} from '../elements/locales/labels.js';
import {readLocale} from '../elements/locales/locales.js';
import {attribute, escapeJson} from './escape.js';
import {createPartRenderer, type Failure} from './part-renderer.js';

type HtmlAttributes = Readonly<Record<string, string>>;

export interface ServerChat {
  /**
   * The conversation to render: `conversation` of a `ChatController` that has loaded the session, or its last messages.
   */
  readonly conversation?: Conversation;
  /** Attributes of `<ubik-chat>`, such as `endpoint` and `session-id`. An empty string sets a boolean attribute. */
  readonly attributes?: HtmlAttributes;
  /**
   * Labels that replace those of the language. The attribute `lang` is the language, as the server does not know the page
   * around the chat; without it, English.
   */
  readonly labels?: LabelOverrides;
  /** The nonce of style elements, if the page's policy requires one: letters, digits, `+`, `/`, `-`, `_` and `=`. */
  readonly nonce?: string;
  /** Called for each item that could not be rendered and is displayed as text. The default writes to the console. */
  readonly onError?: (error: unknown, item: Item) => void;
}

const reportItem = (error: unknown, item: Item): void => {
  console.error(`ubik-chat: the item ${item.id} (${item.kind}) could not be rendered.`, error);
};

/** The comments by which Lit hydrates its templates. These elements do not hydrate. */
const markers = /<!--\/?lit-[^>]*-->/g;

/**
 * Renders a chat with its conversation to HTML, for server-rendered pages. The result is readable without scripts. If
 * the page imports `ubik-chat`, the HTML stays until the chat has rendered and is then replaced.
 *
 * The layouts `float` and `sidebar` are not rendered, because only the browser remembers whether the chat is open.
 */
export async function renderChat(chat: ServerChat = {}): Promise<string> {
  const {conversation = emptyConversation, attributes = {}, nonce, onError = reportItem} = chat;
  if (nonce !== undefined && !/^[\w+/=-]+$/.test(nonce))
    throw new TypeError(`Invalid nonce: ${nonce}`);
  define();
  if (attributes['layout'] === 'float' || attributes['layout'] === 'sidebar') {
    const texts = Object.entries(attributes).map(([name, value]) => attribute(name, value));
    return `<ubik-chat${texts.join('')}></ubik-chat>`;
  }
  // The buttons depend on the protocol.
  const protocol = attributes['endpoint']
    ? protocols.get(attributes['protocol'] ?? 'ubik')
    : undefined;
  if (protocol) await loadProtocol(protocol);
  const labels = mergeLabels(await readLocale(attributes['lang'] ?? 'en'), chat.labels);
  let failures: Failure[] = [];
  const render = (): string => {
    failures = [];
    return renderOnce({...chat, conversation, labels}, failures);
  };
  let [html, missing] = renderWithMissing(render);
  while (missing) {
    await missing;
    [html, missing] = renderWithMissing(render);
  }
  for (const {error, item} of failures) onError(error, item);
  return html;
}

function renderOnce(chat: ServerChat, failures: Failure[]): string {
  const {conversation = emptyConversation, attributes = {}, labels, nonce} = chat;
  const Renderer = createPartRenderer(nonce, failures);
  const renderer = new Renderer('ubik-chat');
  for (const [name, value] of Object.entries(attributes)) renderer.setAttribute(name, value);
  renderer.setAttribute('data-server-rendered', '');
  renderer.setProperty('initialConversation', conversation);
  if (labels) renderer.setProperty('labels', labels);
  renderer.connectedCallback();
  const info: RenderInfo = {
    elementRenderers: [Renderer],
    customElementInstanceStack: [renderer],
    customElementHostStack: [renderer],
    eventTargetStack: [],
    slotStack: [],
    deferHydration: false,
  };
  const outside = collectResultSync(renderer.renderAttributes());
  const inside = collectResultSync(renderer.renderShadow(info) ?? []).replace(markers, '');
  const children = conversation.children.map(withoutPasswords);
  const json = escapeJson({...conversation, children});
  const data = `<script type="application/json" data-conversation>${json}</script>`;
  return `<ubik-chat${outside}><template shadowrootmode="open">${inside}</template>${data}</ubik-chat>`;
}
