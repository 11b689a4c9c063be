import type {PropertyValues, ReactiveController, ReactiveControllerHost} from 'lit';
import type {ChatController} from '../../controller/chat-controller.js';
import {
  type ProtocolSource,
  loadProtocol,
  loadedProtocol,
  unknownProtocol,
} from '../../controller/protocol-source.js';
import {ContextProvider} from '../base/context.js';
import {LanguageController} from '../base/language.js';
import {type Services, servicesContext, sharedServices} from '../base/services.js';
import {protocols} from '../protocols.js';
import {mergeLabels} from '../locales/labels.js';
import type {UbikChat} from './ubik-chat.js';

/** The properties from which the options of the `ChatController` are derived. */
const connectionProperties = [
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

type ConnectionProperty = (typeof connectionProperties)[number];
type ServiceProperty =
  'renderers' | 'markdown' | 'imageOrigins' | 'rawHtml' | 'endpoint' | 'labels' | 'feedback';

type SettingsHost = ReactiveControllerHost &
  HTMLElement &
  Pick<UbikChat, ConnectionProperty | ServiceProperty | 'requestUpdate'>;

/**
 * Derives two things from the properties of a chat: the options of its `ChatController`, and the services of the
 * elements inside it, which get them by context. Both are updated only when something they depend on has changed.
 *
 * A protocol may be named before it is registered. Until then the chat has a protocol that fails with
 * `unknown_protocol`; registering the name replaces it.
 */
export class SettingsController implements ReactiveController {
  readonly #host: SettingsHost;
  readonly #controller: ChatController;
  readonly #language: LanguageController;
  readonly #context: ContextProvider<Services>;
  #services = sharedServices;
  #servicesInput: readonly unknown[] = [];
  #unknown: {readonly name: string; readonly source: ProtocolSource} | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(host: SettingsHost, controller: ChatController) {
    this.#host = host;
    this.#controller = controller;
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
  update(changed: PropertyValues<UbikChat>): void {
    if (connectionProperties.some(name => changed.has(name))) this.#configure();
    this.#updateServices();
  }

  #configure(): void {
    const {endpoint, sessionId, agentId, userId, tokenEndpoint} = this.#host;
    const {headers, getToken, fetch, transport, storage, tools} = this.#host;
    this.#controller.configure({
      endpoint: endpoint || undefined,
      protocol: this.#protocolSource,
      sessionId: sessionId || undefined,
      agentId: agentId || undefined,
      userId: userId || undefined,
      tokenEndpoint: tokenEndpoint || undefined,
      headers,
      getToken,
      fetch,
      transport,
      storage,
      tools,
    });
  }

  #retryUnknown(): void {
    const {protocol} = this.#host;
    const isRegistered = typeof protocol === 'string' && protocols.get(protocol) !== undefined;
    if (isRegistered && this.#unknown?.name === protocol) this.#host.requestUpdate('protocol');
  }

  /** Elements compare services by identity, so the object is replaced only if one of its inputs is another one. */
  #updateServices(): void {
    const {renderers, markdown, imageOrigins, rawHtml, endpoint, labels, feedback} = this.#host;
    const {operations} = this.#controller;
    const table = this.#language.labels;
    const input = [
      ...[renderers, markdown, imageOrigins, rawHtml, endpoint, labels, feedback],
      ...[operations, table],
    ];
    if (input.every((value, index) => value === this.#servicesInput[index])) return;
    this.#servicesInput = input;
    this.#services = {
      renderers,
      markdown,
      imageOrigins,
      rawHtml,
      endpoint,
      labels: mergeLabels(table, labels),
      memory: this.#controller,
      questionAge: this.#controller.questionAge,
      abilities: {
        edit: operations.edit !== undefined,
        continue: operations.continue !== undefined,
        regenerate: operations.regenerate !== undefined,
        navigate: operations.navigate !== undefined,
        restore: operations.restore !== undefined,
        feedback,
      },
    };
    this.#context.setValue(this.#services);
  }
}
