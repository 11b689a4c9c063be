import type {RenderInfo} from '@lit-labs/ssr';
import {collectResult} from '@lit-labs/ssr/lib/render-result.js';
import {emptyConversation, type Conversation} from '../core/index.js';
import {fetchProtocol} from '../controller/protocol-source.js';
import {define} from '../define.js';
import {protocols} from '../elements/built-ins.js';
import {toolBody} from '../elements/internal/fetched-parts.js';
import type {LabelOverrides} from '../elements/locales/labels.js';
import {attribute, escapeJson} from './escape.js';
import {createPartRenderer} from './part-renderer.js';

type Attributes = Readonly<Record<string, string>>;

export interface ServerChat {
  /** What is shown: `conversation` of a `ChatController` that has loaded the session, or its last messages. */
  readonly conversation?: Conversation;
  /** Attributes of `<ubik-chat>`: `endpoint`, `session-id` and all others; an empty text for one that is only there. */
  readonly attributes?: Attributes;
  /** The words of another language than English: its whole table. */
  readonly labels?: LabelOverrides;
  /** For the style elements, on pages whose policy wants one: letters, digits, `+`, `/`, `-`, `_` and `=`. */
  readonly nonce?: string;
}

/**
 * The HTML of a chat with what was said so far, for the page that a server sends. It shows without any script; a page
 * that imports `ubik-chat/hydrate` and then `ubik-chat` goes on with the same nodes.
 *
 * A chat that opens and closes (`float`, `side`) is not drawn: whether it is open is remembered by the browser alone.
 */
export async function renderChat(chat: ServerChat = {}): Promise<string> {
  const {conversation = emptyConversation, attributes = {}, labels, nonce} = chat;
  if (nonce !== undefined && !/^[\w+/=-]+$/.test(nonce)) throw new TypeError(`No nonce: ${nonce}`);
  define();
  if (attributes['layout'] === 'float' || attributes['layout'] === 'side') {
    const words = Object.entries(attributes).map(([name, value]) => attribute(name, value));
    return `<ubik-chat${words.join('')}></ubik-chat>`;
  }
  // What a page fetches when it is first wanted. The buttons are those of the wire.
  const wire = attributes['endpoint'] ? protocols.get(attributes['protocol'] ?? 'ubik') : undefined;
  await Promise.all([
    wire && fetchProtocol(wire),
    toolBody.load(),
    import('../elements/ubik-sources.define.js'),
  ]);
  const Renderer = createPartRenderer(nonce);
  const renderer = new Renderer('ubik-chat');
  for (const [name, value] of Object.entries(attributes)) renderer.setAttribute(name, value);
  renderer.setProperty('conversation', conversation);
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
  const outside = await collectResult(renderer.renderAttributes());
  const inside = await collectResult(renderer.renderShadow(info) ?? []);
  const data = `<script type="application/json" data-conversation>${escapeJson(conversation)}</script>`;
  return `<ubik-chat${outside}><template shadowrootmode="open">${inside}</template>${data}</ubik-chat>`;
}
