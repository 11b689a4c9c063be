import {chatMessageOf} from './chat-message.js';
import type {
  ChatKitDataAgentOptions,
  ChatKitInterface,
  ChatMessage,
  ConversationHistory,
  OnboardingInfo,
} from './types.js';
import {ChatController} from '../controller/chat-controller.js';
import {ChatError} from '../controller/http/errors.js';
import type {ErrorInfo, ChatOptions} from '../controller/types.js';
import {ProtocolClient} from '../controller/http/protocol-client.js';
import {Settings} from '../controller/settings.js';
import {createAishu} from '../core/protocol/aishu/index.js';
import type {ResponseData, ApplicationContext, RequestShape} from '../core/protocol/types.js';
import {
  type AssistantMessage,
  type EventInput,
  reduce,
} from '../core/protocol/aishu/accumulator.js';
import type {MessageItem} from '../core/model/item.js';
import type {Onboarding} from '../core/protocol/session-types.js';
import {AishuRequests} from '../core/protocol/aishu/requests.js';
import {isoOf} from '../core/protocol/aishu/steps.js';
import {pathPart} from '../core/protocol/operations/ids.js';
import {defined, asNumber, asRecord, asRecords, asText} from '../core/values.js';

/** Where the platform serves the agents' API. */
const runPrefix = '/api/agent-factory/v1';

/**
 * The AISHU Data Agent by the method names of the ChatKitDataAgent note: a thin layer over `ChatController` (messages,
 * with resume and token refresh) and over the `aishu` protocol (everything else). It renders nothing; to display the
 * conversation, put `<ubik-chat protocol="aishu">` on the page.
 *
 * Methods reject with a `ChatError`, whose `info.code` says why, unless their description says otherwise.
 */
export class ChatKitDataAgent implements ChatKitInterface {
  /** The access token that the next request sends. */
  token: string | undefined;
  readonly #options: ChatKitDataAgentOptions;
  readonly #chat: ChatOptions;
  readonly #requests: AishuRequests;
  readonly #client: ProtocolClient;
  readonly #life = new AbortController();
  #controller: ChatController | undefined;
  #introduction: Promise<Onboarding> | undefined;

  constructor(options: ChatKitDataAgentOptions) {
    const {agentKey, baseUrl = '/', refreshToken} = options;
    const {businessDomain, agentVersion, executorVersion} = options;
    const addressing = defined({businessDomain, agentVersion, executorVersion});
    const protocol = createAishu(addressing);
    this.token = options.token;
    this.#options = options;
    this.#requests = new AishuRequests(addressing);
    this.#chat = {
      protocol,
      endpoint: endpointOf(baseUrl),
      agentId: agentKey,
      storage: null,
      getToken: async ({reason}) => {
        if (reason !== 'initial' && refreshToken) this.token = await refreshToken();
        return this.token;
      },
      ...(options.fetch && {fetch: options.fetch}),
    };
    this.#client = new ProtocolClient({
      settings: new Settings(this.#chat),
      protocol,
      signal: this.#life.signal,
    });
  }

  /** The controller that sends the messages, for a page that also wants status, stop, retry or the conversation. */
  get controller(): ChatController {
    return (this.#controller ??= new ChatController(undefined, this.#chat));
  }

  /** Id of the conversation that the last message belongs to. */
  get conversationID(): string | undefined {
    return this.#controller?.session?.id;
  }

  /** The greeting and the preset questions. Never rejects: an agent that cannot be read has neither. */
  async getOnboardingInfo(): Promise<OnboardingInfo> {
    const empty: Onboarding = {questions: []};
    const {greeting = '', questions} = await this.#introduce().catch(() => empty);
    return {prologue: greeting, predefinedQuestions: questions};
  }

  /** Creates a conversation and resolves with its id. */
  async generateConversation(title = ''): Promise<string> {
    await this.#introduce().catch(() => undefined);
    const {create} = this.#client.operations;
    return (await this.#client.request(create, {title})).id;
  }

  /**
   * Sends a message and resolves with the finished assistant message. Without `conversationID` the server starts a new
   * conversation, whose id is then `conversationID`. With `regenerateMessageId` the given message is answered again and
   * `text` is not sent. Rejects when the answer failed; what had arrived stays in `controller.conversation`.
   */
  async sendMessage(
    text: string,
    ctx?: ApplicationContext,
    conversationID?: string,
    regenerateMessageId?: string,
  ): Promise<ChatMessage> {
    const {controller} = this;
    await controller.ready;
    if (conversationID === undefined) await controller.newSession();
    else if (controller.session?.id !== conversationID)
      await controller.loadSession(conversationID);
    const off = controller.subscribe(() => this.#report());
    try {
      if (regenerateMessageId !== undefined) await controller.regenerate(regenerateMessageId);
      else await controller.send(text, ctx && ctx.title !== '' ? {context: ctx} : {});
    } finally {
      off();
    }
    const answer = lastAnswer(controller);
    const info = controller.lastError ?? errorInfoIn(answer);
    if (info || !answer) throw errorOf(info ?? {code: 'lost', retryable: true});
    return chatMessageOf(answer);
  }

  /**
   * Applies one event of the stream to an assistant message and returns the next one. Pure: `prev` is not changed. An
   * event that cannot be read returns `prev`.
   */
  reduceAssistantMessage(
    eventMessage: EventInput,
    prev: AssistantMessage,
    messageId?: string,
  ): AssistantMessage;
  reduceAssistantMessage(eventMessage: EventInput, prev: AssistantMessage): AssistantMessage {
    return reduce(prev, eventMessage);
  }

  /** Whether a response with this status means that the token has to be refreshed: 401. Requests do so by themselves. */
  shouldRefreshToken(status: number, error?: unknown): boolean;
  shouldRefreshToken(status: number): boolean {
    return status === 401;
  }

  /** Stops the run of a conversation on the server. */
  async terminateConversation(conversationId: string): Promise<void> {
    const controller = this.#controller;
    if (controller?.session?.id === conversationId && controller.status !== 'idle') {
      await controller.stop();
    } else {
      const {stop} = this.#client.operations;
      await this.#client.request(stop, {session: conversationId});
    }
  }

  /** A page of the user's conversations, from page 1. */
  async getConversations(page = 1, size = 10): Promise<readonly ConversationHistory[]> {
    const {sessions} = this.#client.operations;
    const operation = sessions && {...sessions, read: asReceived};
    const {body} = await this.#client.request(operation, {page, limit: size});
    return asRecords(asRecord(body)['entries']).map(entry => ({
      conversationID: asText(entry['id']) ?? '',
      title: asText(entry['title']) ?? '',
      created_at: millisecondsOf(entry['create_time']),
      updated_at: millisecondsOf(entry['update_time']),
      ...defined({
        message_index: asNumber(entry['message_index']),
        read_message_index: asNumber(entry['read_message_index']),
      }),
    }));
  }

  /** The messages of a conversation, oldest first. */
  async getConversationMessages(conversationId: string): Promise<readonly ChatMessage[]> {
    const {history} = this.#client.operations;
    const {messages} = await this.#client.request(history, {session: conversationId});
    return messages.map(chatMessageOf);
  }

  /** Deletes a conversation on the server. */
  async deleteConversation(conversationID: string): Promise<void> {
    const {remove} = this.#client.operations;
    await this.#client.request(remove, {session: conversationID});
  }

  /** A knowledge network, as the server describes it (JSON). */
  async getKnowledgeNetworksDetail(id: string): Promise<unknown> {
    return this.#platform(`/ontology-manager/v1/knowledge-networks/${pathPart(id)}`);
  }

  /** The object types of a knowledge network (JSON); `limit` -1 means all. */
  async getKnowledgeNetworkObjectTypes(id: string, offset = 0, limit = -1): Promise<unknown> {
    const path = `/ontology-manager/v1/knowledge-networks/${pathPart(id)}/object-types`;
    return this.#platform(path, {offset, limit});
  }

  /** Metric models by their ids (JSON). */
  async getMetricInfoByIds(ids: readonly string[]): Promise<unknown> {
    return this.#platform(`/mdl-data-model/v1/metric-models/${ids.map(pathPart).join(',')}`);
  }

  /** Cancels all requests and ends the controller. Runs continue on the server. */
  dispose(): void {
    this.#life.abort();
    this.#controller?.dispose();
  }

  /** Loads the introduction of the agent once: chat requests need its id. An error is tried again later. */
  #introduce(): Promise<Onboarding> {
    const {onboarding} = this.#client.operations;
    this.#introduction ??= this.#client.request(onboarding, {}).then(
      known => {
        this.#client.knowAgent(known.agent);
        return known;
      },
      (error: unknown) => {
        this.#introduction = undefined;
        throw error;
      },
    );
    return this.#introduction;
  }

  async #platform(path: string, query: RequestShape['query'] = {}): Promise<unknown> {
    const request = this.#requests.service('GET', path, {query});
    const {body} = await this.#client.request({request: () => request, read: asReceived}, {});
    return body;
  }

  #report(): void {
    const answer = lastAnswer(this.controller);
    if (answer) this.#options.onMessage?.(chatMessageOf(answer));
  }
}

const asReceived = (response: ResponseData): ResponseData => response;

function endpointOf(baseUrl: string): string {
  const address = baseUrl.replace(/\/{1,9}$/, '');
  return /\/agent-factory\/v\d{1,3}$/.test(address) ? address : `${address}${runPrefix}`;
}

function lastAnswer({conversation}: ChatController): MessageItem | undefined {
  const last = conversation.children.at(-1);
  return last?.kind === 'message' && last.role === 'assistant' ? last : undefined;
}

function errorInfoIn(message: MessageItem | undefined): ErrorInfo | undefined {
  const error = message?.status === 'failed' && message.children.find(({kind}) => kind === 'error');
  if (!error || error.kind !== 'error') return undefined;
  const {code, text, advice} = error;
  return {code, retryable: true, ...defined({detail: text, advice})};
}

/** The server's own codes are passed on, although the controller's list does not have them. */
function errorOf(info: ErrorInfo): ChatError {
  return new ChatError(info as ConstructorParameters<typeof ChatError>[0]);
}

function millisecondsOf(time: unknown): number {
  return Date.parse(isoOf(time) ?? '') || 0;
}
