import type {Item, ItemKinds, Kind, RequestItem} from '../../core/model/item.js';
import {Registry} from '../../core/registry.js';
import type {Markdown} from '../../core/markdown/markdown.js';
import type {MarkdownOutput} from '../ubik-markdown/markdown-rendering.js';
import {markdown} from '../ubik-markdown/markdown-service.js';
import type {RawHtml} from '../shared/sanitize.js';
import {en, type Labels} from '../locales/en.js';

/** What a renderer may want to know beside the item. */
export interface RenderContext {
  readonly services: Services;
  /** The last child of its parent, by which a step knows that it holds the answer. */
  readonly last: boolean;
}

/**
 * Draws an item: gives a Lit template, a node or text, or declines by `undefined`. It is asked again whenever the item
 * is another object, and should then give the same node again if it gives a node. A string is the tag name of a custom
 * element, which gets the item as its property `item`.
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

/** Which actions the chat around an element offers; a button exists where the action does. */
export interface Abilities {
  readonly edit: boolean;
  readonly continue: boolean;
  readonly regenerate: boolean;
  readonly navigate: boolean;
  readonly restore: boolean;
  readonly feedback: boolean;
}

/** Short texts that survive a reload, by name. */
export interface Memory {
  recall(name: string): string | undefined;
  remember(name: string, text: string | undefined): void;
}

/** What a chat lends to the elements in it: services, never data. */
export interface Services {
  /** By `kind:name` (`tool:web_search`) or `kind`. */
  readonly renderers: RendererRegistry;
  readonly labels: Labels;
  /** Extensions of Markdown. */
  readonly markdown: Markdown<MarkdownOutput>;
  /** Origins whose images are loaded without asking, between spaces. */
  readonly imageOrigins: string;
  readonly rawHtml: RawHtml;
  readonly abilities: Abilities;
  /** The address that the chat speaks to, relative to the page. */
  readonly endpoint?: string;
  readonly memory?: Memory;
  /** Seconds since a question was asked, where the chat knows it. */
  readonly questionAge?: (question: RequestItem) => number;
}

/** By which elements ask for the services of the chat around them. */
export const servicesContext: symbol = Symbol.for('ubik-chat.services');

/** The renderers of the built-in kinds; `registerDefaultRenderers` fills it. */
export const defaultRenderers: RendererRegistry = new Registry<Renderer>();

/** The renderers that all chats of the page share, before the default ones. */
export const renderers: RendererRegistry = new Registry<Renderer>(defaultRenderers);

/** What an element alone on a page can do: show. */
export const noAbilities: Abilities = {
  edit: false,
  continue: false,
  regenerate: false,
  navigate: false,
  restore: false,
  feedback: false,
};

/** The services of elements that stand in no chat. */
export const sharedServices: Services = {
  renderers,
  labels: en,
  markdown,
  imageOrigins: '',
  rawHtml: 'inline',
  abilities: noAbilities,
};

const byLanguage = new WeakMap<Labels, Services>([[en, sharedServices]]);

/** The services of elements that stand in no chat, in a language; the same for the same. */
export function servicesIn(labels: Labels): Services {
  let services = byLanguage.get(labels);
  if (!services) byLanguage.set(labels, (services = {...sharedServices, labels}));
  return services;
}
