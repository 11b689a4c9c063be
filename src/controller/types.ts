import type {Diagnostic} from '../core/protocol/diagnostics.js';
import type {JsonRecord} from '../core/values.js';
import type {
  ApplicationContext,
  DecoderContext,
  FileLike,
  OfferedTool,
  Operations,
  Protocol,
  RequestShape,
} from '../core/protocol/types.js';
import type {
  CheckpointItem,
  Conversation,
  DataItem,
  ErrorItem,
  MessageItem,
  RequestAnswer,
  RequestItem,
  StepItem,
  ToolItem,
} from '../core/model/item.js';
import type {Frame} from '../core/sse/frame.js';
import type {Onboarding, SessionInfo} from '../core/protocol/session-types.js';
import type {Registry} from '../core/registry.js';
import type {ErrorCode} from './error-codes.js';

/**
 * The status of a chat. `idle`: no run is in progress (the `status` of the last message says how it ended); `waiting`: a
 * question is open; `reconnecting`: the stream was lost and is joined again; `lost`: given up until `retry()`.
 */
export type ChatStatus =
  'idle' | 'connecting' | 'streaming' | 'waiting' | 'stopping' | 'reconnecting' | 'lost';

/** A protocol, or a function that loads it. */
export type ProtocolSource = Protocol | (() => Promise<Protocol>);

/** An error as data. */
export interface ErrorInfo {
  /** A code of this library, or of the server. */
  readonly code: ErrorCode | (string & {});
  /** HTTP status, if there was a response. */
  readonly status?: number;
  /** The server's message, cleaned; never a traceback. */
  readonly detail?: string;
  /** Advice on what to do, from the server. */
  readonly advice?: string;
  /** Seconds after which the server accepts another request. */
  readonly retryAfter?: number;
  /** Whether `retry()` can help. */
  readonly retryable: boolean;
  /** The trace id of the request, if the server states one or `tracing` is set. */
  readonly traceId?: string;
  /** The method of the request that failed. */
  readonly method?: string;
  /** The address of the request that failed, without its query. */
  readonly url?: string;
  /** The `Content-Type` of the response. */
  readonly contentType?: string;
  /** For developers, in English: what the response should have been. */
  readonly expected?: string;
  /** For developers, in English: what arrived. The beginning of a text, or the names of the fields of an object. */
  readonly received?: string;
}

/**
 * How a turn ended. `done`: the answer is complete; `waiting`: a question of the agent is open; `stopped`: the user
 * stopped the run; `failed`: the agent reported an error; `interrupted`: the stream was lost; `not-sent`: the request
 * failed, or, without an `error`, the user stopped it before it was sent; `canceled`: a listener prevented the message, or
 * another session was opened in the meantime.
 */
export interface TurnOutcome {
  readonly status:
    'done' | 'waiting' | 'stopped' | 'failed' | 'interrupted' | 'not-sent' | 'canceled';
  /** The answer, as far as it arrived. */
  readonly message?: MessageItem;
  /** Why the turn failed. */
  readonly error?: ErrorInfo;
}

/** An event of a chat. Each is fired once, after the state has changed. */
export type ChatEvent =
  | {readonly type: 'ready'}
  | {readonly type: 'turn-start'; readonly message: MessageItem}
  /** Not fired for an answer that is left before its end, for another session or because the chat ends. */
  | {readonly type: 'turn-end'; readonly message: MessageItem}
  | {readonly type: 'step'; readonly item: StepItem}
  | {readonly type: 'tool'; readonly item: ToolItem}
  | {readonly type: 'input-required'; readonly item: RequestItem}
  | {readonly type: 'checkpoint'; readonly item: CheckpointItem}
  /** Data of the application has arrived, or was replaced. */
  | {readonly type: 'data'; readonly item: DataItem}
  | {
      readonly type: 'session-change';
      readonly session: string | undefined;
      /** The session before it; `undefined` if a new conversation gets its session. */
      readonly before: string | undefined;
    }
  /** A session was created, renamed or removed, here or in another tab. */
  | {readonly type: 'sessions-change'}
  /** Nothing is displayed any more, because the user, agent, endpoint or protocol is another one, or the user has logged out. */
  | {readonly type: 'leave'}
  /** The user has logged out, here or in another tab. */
  | {readonly type: 'shutdown'}
  | {
      readonly type: 'error';
      readonly error: ErrorInfo;
      /** The error in the conversation. */
      readonly item?: ErrorItem;
      /** What failed, if it is not part of a turn. */
      readonly failed?: 'history' | 'upload';
      /** The name of the file that could not be uploaded. */
      readonly file?: string;
    }
  | {readonly type: 'diagnostic'; readonly diagnostic: Diagnostic};

/** Identifies the stream of a frame. The same object for one connection; a reconnect replays the run under a new one. */
export interface FrameSource extends Pick<DecoderContext, 'message' | 'messageId' | 'tools'> {
  readonly protocol: Protocol;
  /** Id of the message item that the run writes. */
  readonly item: string;
}

/** Receives each frame before it is applied. */
export type FrameObserver = (frame: Frame, source: FrameSource) => void;

export type TokenReason = 'initial' | 'expiring' | 'unauthorized';

/** Returns a short-lived token for the `Authorization: Bearer` header. */
export type GetToken = (request: {
  readonly reason: TokenReason;
  readonly signal: AbortSignal;
}) => Promise<string | undefined> | string | undefined;

/** Sends a request and yields the frames of the response. The default speaks HTTP; a replay or an in-page agent are others. */
export type Transport = (
  request: RequestShape,
  options: {readonly signal: AbortSignal},
) => AsyncIterable<Frame>;

/** Stores the session over a reload; compatible with `Storage` of browsers. */
export interface SessionStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The host of a controller, compatible with Lit, but implementable by anything. */
export interface ChatHost {
  addController(controller: {hostConnected?(): void; hostDisconnected?(): void}): void;
  requestUpdate(): void;
}

/** The context of a running tool. */
export interface PageToolCall {
  /** Aborted when the user stops the run or opens another session. */
  readonly signal: AbortSignal;
  /** Asks the user a question in the conversation. Resolves with the answer. */
  readonly ask: (question: PageQuestion) => Promise<RequestAnswer>;
}

/** A question of a tool of the page. */
export type PageQuestion = Pick<RequestItem, 'prompt'> &
  Partial<Pick<RequestItem, 'inputTypes' | 'schema' | 'choices'>>;

/** A function of the page that the agent may call, if the protocol supports such tools. */
export interface PageTool extends Omit<OfferedTool, 'name'> {
  /** The name of the tool for users; by default derived from its name. */
  readonly title?: string;
  /**
   * What the tool does, in the language of the page, to complete "Allow this tool to …": `change the colours of this
   * page`. Without it the description is displayed.
   */
  readonly purpose?: string;
  /**
   * `ask` (the default): the user allows each call, or all of them; `allow`: for tools that only read, or that ask by
   * themselves.
   */
  readonly permission?: 'ask' | 'allow';
  /**
   * Returns the result: text, or any JSON value. The agent receives an `Error` that is returned or thrown as an error; one that
   * is thrown is also written to the console.
   */
  readonly run: (input: Readonly<Record<string, unknown>>, call: PageToolCall) => unknown;
}

/** A resource that the app of a tool call needs. */
export interface ResourceRequest {
  /** The call that the app displays. */
  readonly tool: ToolItem;
  /** `ui://…` */
  readonly uri: string;
  /** Aborted when the app is closed. */
  readonly signal: AbortSignal;
}

/** A call of a tool by the app of another call of the same server. */
export interface ToolRequest extends Omit<ResourceRequest, 'uri'> {
  readonly name: string;
  readonly arguments: JsonRecord;
}

/** The options of a chat. One that is `undefined` is unset. */
export interface ChatOptions {
  /** Base URL of the agent's API, absolute or relative to the page. */
  readonly endpoint?: string | undefined;
  /** The protocol, or a function that loads it. The default is the Ubik Agent API. */
  readonly protocol?: ProtocolSource | undefined;
  /** The session to display. With it, none is stored. */
  readonly sessionId?: string | undefined;
  readonly agentId?: string | undefined;
  /** An id of the user, chosen by the site. Each user has a separate record in `storage`. */
  readonly userId?: string | undefined;
  /** More headers for every request, such as the `X-End-User-ID` of a proxy. Never secrets: use `getToken`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly getToken?: GetToken | undefined;
  /**
   * Sends a `traceparent` header (W3C Trace Context) with every request to the endpoint: `true` for random ids, or a
   * function that returns the value, such as that of the page's own span. An endpoint of another origin must allow the
   * header.
   */
  readonly tracing?: boolean | (() => string | undefined) | undefined;
  /** A URL of the site's own back end that answers `{access_token, expires_in?}` to a POST. */
  readonly tokenEndpoint?: string | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** Replaces HTTP for streams. */
  readonly transport?: Transport | undefined;
  /** Whether the user has agreed. While it is `false`, nothing is requested, stored or read from `storage`. */
  readonly consent?: boolean | undefined;
  /** `null` stores nothing. */
  readonly storage?: SessionStorage | null | undefined;
  /** Functions of the page that the agent may call, by name. */
  readonly tools?: Registry<PageTool> | undefined;
  readonly onEvent?: ((event: ChatEvent) => void) | undefined;
}

/** What is sent with a message. */
export interface SendOptions {
  /** Ids of uploaded files. */
  readonly files?: readonly string[];
  /** Context of the page, on protocols that support it; its title is displayed. */
  readonly context?: ApplicationContext;
}

export interface Reply extends RequestAnswer {
  /** The answer to a question that asks for a file. */
  readonly file?: FileLike;
  /** Ids of uploaded files, on protocols that accept them with an answer. */
  readonly files?: readonly string[];
}

/** An action on the sessions of the user. */
export type SessionAction = 'list' | 'rename' | 'remove';

/** The state of a chat. */
export interface ChatState {
  readonly status: ChatStatus;
  /** While `connecting`: whether the run was in progress before, such as after a reload. */
  readonly resuming: boolean;
  /** Whether the messages of the session that was opened have not been loaded yet, or have not failed to load. */
  readonly loading: boolean;
  readonly conversation: Conversation;
  readonly session: SessionInfo | undefined;
  readonly lastError: ErrorInfo | undefined;
  /** The agent's introduction, if the protocol has one. */
  readonly onboarding: Onboarding | undefined;
  /** The available operations; the view displays a button if its operation exists. */
  readonly operations: Partial<Operations>;
  /** Whether files can be attached to a message. */
  readonly acceptsFiles: boolean;
  /** What the user can do with sessions, on the server or in the browser. */
  readonly sessionActions: readonly SessionAction[];
}
