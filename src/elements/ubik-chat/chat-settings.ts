import type {PropertyValues} from 'lit';
import {property} from 'lit/decorators.js';
import type {
  GetToken,
  PageTool,
  ChatSettings as Options,
  SessionStorage,
  Transport,
} from '../../controller/types.js';
import type {ProtocolSource} from '../../controller/protocol-source.js';
import {unknownProtocol} from '../../controller/protocol-source.js';
import {type ApplicationContext, type Protocol} from '../../core/protocol/types.js';
import {Registry} from '../../core/registry.js';
import {Markdown} from '../../core/markdown/markdown.js';
import {type ProtocolName, protocols, renderers} from '../built-ins.js';
import {UbikElement} from '../base/element.js';
import type {MarkdownOutput} from '../ubik-markdown/markdown-rendering.js';
import {markdown} from '../ubik-markdown/markdown-service.js';
import type {RawHtml} from '../shared/sanitize.js';
import type {ShareUrl} from '../shared/save.js';
import type {LabelOverrides} from '../locales/labels.js';
import type {Renderer, RendererRegistry} from '../base/services.js';

export type Layout = 'inline' | 'float' | 'sidebar' | 'full';

/** The settings that the controller wants to know. */
const connection = [
  'endpoint',
  'protocol',
  'sessionId',
  'agentId',
  'tokenEndpoint',
  'userId',
  'headers',
  'getToken',
  'fetch',
  'transport',
  'storage',
  'tools',
] as const;

/** What can be set on a chat: scalars by attribute, everything else by property. No setting resets a conversation. */
export abstract class ChatSettings extends UbikElement {
  /** Base URL of the agent's API, absolute or relative to the page. */
  @property() endpoint = '';

  /** What the endpoint speaks: a name of the registry `protocols`, or a protocol itself. */
  @property() protocol: ProtocolName | Protocol = 'ubik';

  /** The session to show. Without one the last session of this endpoint is shown again. */
  @property({attribute: 'session-id'}) sessionId = '';

  /** The agent to talk to, where the endpoint has several. */
  @property({attribute: 'agent-id'}) agentId = '';

  /** Whose chat this is, in the site's own words: keeps apart what is remembered for each. */
  @property({attribute: 'user-id'}) userId = '';

  /** A URL of the site's own back end that answers `{access_token, expires_in?}` to a POST. */
  @property({attribute: 'token-endpoint'}) tokenEndpoint = '';

  /** How it stands on the page. */
  @property({reflect: true}) layout: Layout = 'inline';

  /** Whether it shows, in the layouts `float` and `sidebar`. */
  @property({type: Boolean, reflect: true}) open = false;

  /** The colours: `auto` follows the page's `color-scheme`. */
  @property({reflect: true}) theme: 'auto' | 'light' | 'dark' = 'auto';

  /** Shown in the empty field. */
  @property() placeholder = '';

  /** A line beside the button that opens a floating chat, until the user opens it or puts the line away. */
  @property() teaser = '';

  /** The title of the chat. */
  @property() heading = '';

  /** Where a session is found again: an address with `{session}` in it, or what gives it. Then it is shared as a link. */
  @property({attribute: 'share-url'}) shareUrl: ShareUrl = '';

  /** Whether answers can be rated; what is rated is told by `ubik-feedback`. */
  @property({type: Boolean}) feedback = false;

  /** Whether the user can dictate, where the browser hears. */
  @property({type: Boolean}) dictation = false;

  /** Most characters a message may have; 0 sets no limit. */
  @property({type: Number}) maxlength = 0;

  /** Gives a short-lived token. */
  @property({attribute: false}) getToken: GetToken | undefined;

  /** More headers for every request; never secrets. */
  @property({attribute: false}) headers: Readonly<Record<string, string>> | undefined;

  /** Stands in for the platform's `fetch`. */
  @property({attribute: false}) fetch: typeof fetch | undefined;

  /** Stands in for HTTP. */
  @property({attribute: false}) transport: Transport | undefined;

  /** Where the session is remembered; `null` remembers nothing. */
  @property({attribute: false}) storage: SessionStorage | null | undefined;

  /** What goes with the next messages, such as the record that is open in the page; the user sees it, and can remove it. */
  @property({attribute: false}) context: ApplicationContext | undefined;

  /** What the agent may have this page do, by name: functions with the JSON Schema of their input. */
  @property({attribute: false}) tools = new Registry<PageTool>();

  /** Renderers of this chat; what they decline the shared ones draw. */
  @property({attribute: false}) renderers: RendererRegistry = new Registry<Renderer>(renderers);

  /** Extensions of Markdown for this chat; what they decline the shared ones draw. */
  @property({attribute: false}) markdown = new Markdown<MarkdownOutput>(markdown);

  /** Origins whose images are loaded without asking (`https://images.example`), between spaces. */
  @property({attribute: 'image-origins'}) imageOrigins = '';

  /**
   * Which HTML in answers is rendered: inline elements (`inline`), block elements such as lists and tables too
   * (`block`), or none (`escape`). Other HTML is displayed as text.
   */
  @property({attribute: 'raw-html'}) rawHtml: RawHtml = 'inline';

  /** Strings of the interface that replace the standard ones. */
  @property({attribute: false}) labels: LabelOverrides | undefined;

  /** What the user may want to ask first. */
  @property({attribute: false}) suggestions: readonly string[] = [];

  /** The source of an unknown name, and that name. */
  #unknown: {readonly name: string; readonly source: ProtocolSource} | undefined;
  #endOfListening: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    const look = (): void => {
      const {protocol} = this;
      const isKnown = typeof protocol === 'string' && protocols.get(protocol) !== undefined;
      if (isKnown && this.#unknown?.name === protocol) this.requestUpdate('protocol');
    };
    look();
    this.#endOfListening = protocols.onRegister(look);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#endOfListening?.();
  }

  /** The wire, or what fetches it. A name that is not registered gives one that fails; no name, the standard one. */
  protected get source(): ProtocolSource | undefined {
    const {protocol} = this;
    if (typeof protocol !== 'string') return protocol;
    if (protocol === '') return undefined;
    const known = protocols.get(protocol);
    if (known) return known;
    if (this.#unknown?.name !== protocol) {
      this.#unknown = {name: protocol, source: unknownProtocol(protocol, protocols.names())};
    }
    return this.#unknown.source;
  }

  /** What the controller is to know, where it has changed. */
  protected changedOptions(changed: PropertyValues<this>): Options | undefined {
    if (!connection.some(name => changed.has(name))) return undefined;
    const {source, getToken, headers, fetch, transport, storage, tools} = this;
    return {
      endpoint: this.endpoint || undefined,
      protocol: source,
      sessionId: this.sessionId || undefined,
      agentId: this.agentId || undefined,
      userId: this.userId || undefined,
      tokenEndpoint: this.tokenEndpoint || undefined,
      headers,
      getToken,
      fetch,
      transport,
      storage,
      tools,
    };
  }
}
