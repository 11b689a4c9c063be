import type {RenderInfo} from '@lit-labs/ssr';
import {collectResultSync} from '@lit-labs/ssr/lib/render-result.js';
import {emptyConversation, type Conversation, type Item} from '../core/model/item.js';
import {loadProtocol} from '../controller/protocol-source.js';
import {define} from '../define.js';
import {protocols} from '../elements/protocols.js';
import {whenLoaded} from '../elements/base/lazy-element.js';
import type {LabelOverrides} from '../elements/locales/labels.js';
import {attribute, escapeJson} from './escape.js';
import {createPartRenderer, type Failure} from './part-renderer.js';

type HtmlAttributes = Readonly<Record<string, string>>;

export interface ServerChat {
  /** What is shown: `conversation` of a `ChatController` that has loaded the session, or its last messages. */
  readonly conversation?: Conversation;
  /** Attributes of `<ubik-chat>`: `endpoint`, `session-id` and all others; an empty text for one that is only there. */
  readonly attributes?: HtmlAttributes;
  /** The words of another language than English: its whole table. */
  readonly labels?: LabelOverrides;
  /** For the style elements, on pages whose policy wants one: letters, digits, `+`, `/`, `-`, `_` and `=`. */
  readonly nonce?: string;
  /** Is called with each item that could not be rendered, and is shown as text; without it, the console gets the error. */
  readonly onError?: (error: unknown, item: Item) => void;
}

const reportItem = (error: unknown, item: Item): void => {
  console.error(`ubik-chat: the item ${item.id} (${item.kind}) could not be rendered.`, error);
};

/** The comments by which Lit finds its parts in HTML that it hydrates, which these elements do not. */
const markers = /<!--\/?lit-[^>]*-->/g;

/**
 * The HTML of a chat with what was said so far, for the page that a server sends. It shows without any script; where the
 * page imports `ubik-chat`, it stays until the chat has rendered, and is replaced at once.
 *
 * A chat that opens and closes (`float`, `sidebar`) is not drawn: whether it is open is remembered by the browser alone.
 */
export async function renderChat(chat: ServerChat = {}): Promise<string> {
  const {conversation = emptyConversation, attributes = {}, nonce, onError = reportItem} = chat;
  if (nonce !== undefined && !/^[\w+/=-]+$/.test(nonce)) throw new TypeError(`No nonce: ${nonce}`);
  define();
  if (attributes['layout'] === 'float' || attributes['layout'] === 'sidebar') {
    const words = Object.entries(attributes).map(([name, value]) => attribute(name, value));
    return `<ubik-chat${words.join('')}></ubik-chat>`;
  }
  // The buttons are those of the wire.
  const wire = attributes['endpoint'] ? protocols.get(attributes['protocol'] ?? 'ubik') : undefined;
  if (wire) await loadProtocol(wire);
  let failures: Failure[] = [];
  const render = (): string => {
    failures = [];
    return renderOnce({...chat, conversation}, failures);
  };
  let html = render();
  // What is loaded when it is first rendered, was missing.
  for (let loading = whenLoaded(); loading; loading = whenLoaded()) {
    await loading;
    html = render();
  }
  for (const {error, item} of failures) onError(error, item);
  return html;
}

function renderOnce(chat: ServerChat, failures: Failure[]): string {
  const {conversation, attributes = {}, labels, nonce} = chat;
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
  const data = `<script type="application/json" data-conversation>${escapeJson(conversation)}</script>`;
  return `<ubik-chat${outside}><template shadowrootmode="open">${inside}</template>${data}</ubik-chat>`;
}
