import type {PropertyValues, ReactiveController, ReactiveControllerHost} from 'lit';
import {loadProtocol, loadedProtocol, unknownProtocol} from '../../controller/protocol-source.js';
import {ContextProvider} from '../base/context.js';
import {LanguageController} from '../base/language.js';
import {hasSameValues} from '../base/same-values.js';
import {
  type AppServices,
  controllerServices,
  type Services,
  servicesContext,
  sharedServices,
} from '../base/services.js';
import {protocols} from '../../controller/protocols.js';
import type {ChatOptions, ProtocolSource} from '../../controller/types.js';
import {localSessionsOf} from './local-sessions.js';
import {mergeLabels} from '../locales/labels.js';
import type {ConversationElement} from './conversation-element.js';
import type {SharedConversation} from './shared-conversation.js';

/** Options of the `ChatController` that are properties of the chat. */
const sameOptions = [
  'endpoint',
  'sessionId',
  'agentId',
  'userId',
  'tokenEndpoint',
  'headers',
  'getToken',
  'tracing',
  'fetch',
  'transport',
  'tools',
] as const satisfies readonly (keyof ChatOptions)[];

/** Options that are derived from properties; `null` as `storage` is a value. */
const derivedOptions = ['protocol', 'localSessions', 'storage'] as const;

/** Services that are properties of the chat. */
const sameServices = [
  'renderers',
  'markdown',
  'markdownEngine',
  'imageOrigins',
  'rawHtml',
  'highlighting',
  'steps',
  'endpoint',
  'feedback',
  'avatars',
] as const satisfies readonly (keyof Services)[];

/** Properties from which the other services are derived. */
const derivedServices = ['labels', 'apps', 'appShell', 'appHost'] as const;

/** What the chat sets: the compiler reports an option that is not listed above. */
type EveryOption = Required<Omit<ChatOptions, 'onEvent'>>;

type ConnectionProperty = (typeof sameOptions | typeof derivedOptions)[number];
type ServiceProperty = (typeof sameServices | typeof derivedServices)[number];

type SettingsHost = ReactiveControllerHost &
  HTMLElement &
  Pick<ConversationElement, ConnectionProperty | ServiceProperty | 'requestUpdate' | 'isAllowed'>;

/** Whether a property leaves its option unset: it has its default, or its attribute was removed (`null`). */
const isUnset = (value: unknown): boolean => value === '' || value === false || value === null;

/** The values of these properties, or what `read` makes of them. */
function pick<Name extends ConnectionProperty | ServiceProperty>(
  host: SettingsHost,
  names: readonly Name[],
  read: (value: unknown, name: Name) => unknown,
): Pick<SettingsHost, Name> {
  const entries = names.map(name => [name, read(host[name], name)]);
  return Object.fromEntries(entries) as Pick<SettingsHost, Name>;
}

/**
 * Derives two things from the properties of a chat: the options of its `ChatController`, and the services of the
 * elements inside it, which get them by context. Both are updated only when something they depend on has changed.
 *
 * A protocol may be named before it is registered. Until then the chat has a protocol that fails with
 * `unknown_protocol`; registering the name replaces it.
 */
export class SettingsController implements ReactiveController {
  readonly #host: SettingsHost;
  readonly #conversation: SharedConversation;
  readonly #language: LanguageController;
  readonly #context: ContextProvider<Services>;
  #services = sharedServices;
  #servicesInput: readonly unknown[] = [];
  #wasAllowed = true;
  #unknown: {readonly name: string; readonly source: ProtocolSource} | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(host: SettingsHost, conversation: SharedConversation) {
    this.#host = host;
    this.#conversation = conversation;
    this.#language = new LanguageController(host);
    this.#context = new ContextProvider(host, servicesContext, sharedServices);
    host.addController(this);
  }

  /** The services of the elements inside the chat. */
  get services(): Services {
    return this.#services;
  }

  /** Resolves when the protocol is loaded; `undefined` if it already is. */
  loadProtocol(): Promise<unknown> | undefined {
    const source = this.#protocolSource;
    return source && !loadedProtocol(source) ? loadProtocol(source) : undefined;
  }

  /** The protocol, or a function that loads it; `undefined`, the default protocol, if the name is empty. */
  get #protocolSource(): ProtocolSource | undefined {
    const source = this.#chosenProtocol;
    return source && this.#host.localSessions ? localSessionsOf(source) : source;
  }

  get #chosenProtocol(): ProtocolSource | undefined {
    const {protocol} = this.#host;
    if (typeof protocol !== 'string') return protocol;
    if (protocol === '') return undefined;
    const registered = protocols.get(protocol);
    if (registered) return registered;
    if (this.#unknown?.name !== protocol) {
      this.#unknown = {name: protocol, source: unknownProtocol(protocol, protocols.names())};
    }
    return this.#unknown.source;
  }

  hostConnected(): void {
    this.#retryUnknown();
    this.#unsubscribe = protocols.onRegister(() => this.#retryUnknown());
  }

  hostDisconnected(): void {
    this.#unsubscribe?.();
  }

  /** Applies changed properties; for `willUpdate` of the host, which a server calls too. */
  update(changed: PropertyValues<ConversationElement>): void {
    const isAllowed = this.#host.isAllowed();
    const isChanged = [...sameOptions, ...derivedOptions].some(name => changed.has(name));
    if (isChanged || isAllowed !== this.#wasAllowed) this.#configure(isAllowed);
    this.#wasAllowed = isAllowed;
    this.#updateServices();
  }

  #configure(isAllowed: boolean): void {
    const host = this.#host;
    const options = {
      ...pick(host, sameOptions, value => (isUnset(value) ? undefined : value)),
      protocol: this.#protocolSource,
      storage: host.storage,
      consent: isAllowed ? undefined : false,
    } satisfies EveryOption;
    this.#conversation.controller.configure(options);
  }

  #retryUnknown(): void {
    const {protocol} = this.#host;
    const isRegistered = typeof protocol === 'string' && protocols.get(protocol) !== undefined;
    if (isRegistered && this.#unknown?.name === protocol) this.#host.requestUpdate('protocol');
  }

  /** The settings for apps; the functions of the page come before the operations of the protocol. */
  get #appServices(): AppServices {
    const {apps: mode, appShell: shell, appHost} = this.#host;
    const {controller} = this.#conversation;
    const {readResource, callTool, send} = controller.operations;
    return {
      ...(readResource && {readResource: request => controller.readResource(request)}),
      ...(callTool && {callTool: request => controller.callTool(request)}),
      ...appHost,
      mode,
      shell,
      sendsContext: send?.carriesContext === true,
    };
  }

  /** Elements compare services by identity, so the object is replaced only if one of its inputs is another one. */
  #updateServices(): void {
    const host = this.#host;
    const {operations} = this.#conversation.controller;
    const table = this.#language.labels;
    const properties = [...sameServices, ...derivedServices].map(name => host[name]);
    const input = [...properties, operations, table];
    if (hasSameValues(input, this.#servicesInput)) return;
    this.#servicesInput = input;
    this.#services = {
      ...pick(host, sameServices, (value, name) => value ?? sharedServices[name]),
      labels: mergeLabels(table, host.labels),
      apps: this.#appServices,
      ...controllerServices(this.#conversation),
    };
    this.#context.setValue(this.#services);
  }
}
