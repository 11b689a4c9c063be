import type {Author, Item, ItemKinds, Kind, RequestItem} from '../../core/model/item.js';
import type {StoredTextName} from '../../controller/sessions/session-store.js';
import type {ResourceRequest, ToolRequest} from '../../controller/types.js';
import type {JsonRecord} from '../../core/values.js';
import type {Operations, ResourceResult} from '../../core/protocol/types.js';
import {Registry} from '../../core/registry.js';
import type {Markdown} from '../../core/markdown/markdown.js';
import {type Highlighting, type MarkdownOutput, markdown} from './markdown-service.js';
import type {RawHtml} from '../shared/html/sanitize.js';
import {en, type Labels} from '../locales/en.js';
import type {SharedConversation} from '../conversation/shared-conversation.js';

/** What a renderer receives besides the item. */
export interface RenderContext {
  readonly services: Services;
  /** Whether the item is the last child of its parent. */
  readonly last: boolean;
  /** Whether a step hides its header and its work, because the work of its run is folded. */
  readonly flush?: boolean;
}

/** Whether the work of a finished run is folded into one line, or stays displayed. */
export type Steps = 'fold' | 'open';

/**
 * Renders an item: returns a Lit template, a node or text, or declines with `undefined`. It is called again whenever
 * the item is another object, and should then return the same node if it returns a node. A string is the tag name of a
 * custom element, which receives the item as its property `item`.
 */
export type Renderer = string | ((item: Item, context: RenderContext) => unknown);

/** A renderer of the items of one kind. */
export type KindRenderer<K extends Kind> =
  string | ((item: ItemKinds[K], context: RenderContext) => unknown);

/**
 * Renderers by `kind:name` (`tool:web_search`), by `kind`, or by `*` for every other kind. A renderer that is
 * registered for a kind receives items of that kind only.
 */
export interface RendererRegistry extends Registry<Renderer> {
  /** Registers a renderer before those that the name already has. Returns the function that undoes this registration. */
  register<K extends Kind>(name: K | `${K}:${string}`, renderer: KindRenderer<K>): () => void;
  register(name: string, renderer: Renderer): () => void;
}

/** Short texts by name, stored over a reload. */
export interface Memory {
  recall(name: StoredTextName): string | undefined;
  remember(name: StoredTextName, text: string | undefined): void;
}

/** What a page knows about the app of a tool, on protocols that do not send it. */
export interface AppDeclaration {
  /** The address of the app's document at its server: `ui://…`. */
  readonly resourceUri: string;
  /** The name of the server, for people. */
  readonly server?: string;
  /** Who may call the tool: `model`, `app`. Without `app`, its app may not call it. Both by default. */
  readonly visibility?: readonly ('model' | 'app')[];
}

/** Functions and data of the page for apps of tools (MCP Apps). */
export interface AppHost {
  /** Reads a resource of the server; replaces the operation of the protocol. */
  readonly readResource?: (request: ResourceRequest) => Promise<ResourceResult>;
  /** Calls a tool after the user has allowed it; replaces the operation of the protocol. */
  readonly callTool?: (request: ToolRequest) => Promise<JsonRecord>;
  /** The apps of tools by the name of the tool. */
  readonly tools?: Readonly<Record<string, AppDeclaration>>;
  /** Features of the browser that an app may use if it declares them. None by default. */
  readonly permissions?: readonly ('camera' | 'microphone' | 'geolocation' | 'clipboardWrite')[];
}

/** What apps of tools get from the chat: its settings for apps, and requests to the server. */
export interface AppServices extends AppHost {
  /** Whether apps open at once (`show`), when the user opens them (`ask`), or never (`off`). */
  readonly mode: 'ask' | 'show' | 'off';
  /** The address of the shell page; without one, no app is displayed. */
  readonly shell: string;
  /** Whether data of an app can be sent with the next message. */
  readonly sendsContext: boolean;
}

/** Elements of the page by the kind of author; each message contains a copy. */
export type Avatars = Readonly<Partial<Record<Author['kind'], Element>>>;

/** What a chat provides to the elements inside it by context: services, never data. */
export interface Services {
  /** By `kind:name` (`tool:web_search`) or `kind`. */
  readonly renderers: RendererRegistry;
  readonly labels: Labels;
  /** Extensions of Markdown. */
  readonly markdown: Markdown<MarkdownOutput>;
  /** The name of the engine that parses Markdown; by default, that of the extensions. */
  readonly markdownEngine?: string | undefined;
  /** Origins whose images load without confirmation, separated by spaces. */
  readonly imageOrigins: string;
  readonly rawHtml: RawHtml;
  readonly highlighting: Highlighting;
  /** How the work of a finished run is displayed; `fold` by default. */
  readonly steps?: Steps;
  /** The operations of the chat around an element; it displays a button if the operation exists. */
  readonly operations: Partial<Operations>;
  /** Whether answers have buttons for rating them. */
  readonly feedback: boolean;
  /** Base URL of the agent's API, relative to the page. */
  readonly endpoint?: string;
  readonly memory?: Memory;
  readonly apps?: AppServices;
  /** Pictures of authors without one of their own. */
  readonly avatars?: Avatars | undefined;
  /** Seconds since a question was asked, if known. */
  readonly questionAge?: (question: RequestItem) => number;
  /** The conversation that the parts inside follow. */
  readonly conversation?: SharedConversation;
}

/** The context key of the services. */
export const servicesContext: symbol = Symbol.for('ubik-chat.services');

/** The renderers of the built-in kinds; `registerDefaultRenderers` fills it. */
export const defaultRenderers: RendererRegistry = new Registry<Renderer>();

/** The renderers that all chats of the page share, before the default ones. */
export const renderers: RendererRegistry = new Registry<Renderer>(defaultRenderers);

/** The services of elements outside of a chat, which can only display. */
export const sharedServices: Services = {
  renderers,
  labels: en,
  markdown,
  imageOrigins: '',
  rawHtml: 'inline',
  highlighting: 'closed',
  operations: {},
  feedback: false,
};

/** The services that come from the controller of a conversation. */
export const controllerServices = (
  conversation: SharedConversation,
): Required<Pick<Services, 'memory' | 'questionAge' | 'conversation' | 'operations'>> => {
  const {controller} = conversation;
  return {
    conversation,
    memory: controller,
    questionAge: controller.questionAge,
    operations: controller.operations,
  };
};

const byLanguage = new WeakMap<Labels, Services>([[en, sharedServices]]);

/** The services of elements outside of a chat, in a language; one object per language. */
export function servicesIn(labels: Labels): Services {
  let services = byLanguage.get(labels);
  if (!services) byLanguage.set(labels, (services = {...sharedServices, labels}));
  return services;
}
