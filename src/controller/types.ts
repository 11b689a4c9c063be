import type {Diagnostic} from '../core/protocol/diagnostics.js';
import type {
  ApplicationContext,
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
import type {ProtocolSource} from './protocol-source.js';

/**
 * The status of a chat. `idle`: no run is in progress (the `status` of the last message says how it ended); `waiting`: a
 * question is open; `reconnecting`: the stream was lost and is joined again; `lost`: given up until `retry()`.
 */
export type ChatStatus =
  'idle' | 'connecting' | 'streaming' | 'waiting' | 'stopping' | 'reconnecting' | 'lost';

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
}

/** An event of a chat. Each is fired once, after the state has changed. */
export type ChatEvent =
  | {readonly type: 'ready'}
  | {readonly type: 'turn-start'; readonly message: MessageItem}
  | {readonly type: 'turn-end'; readonly message: MessageItem}
  | {readonly type: 'step'; readonly item: StepItem}
  | {readonly type: 'tool'; readonly item: ToolItem}
  | {readonly type: 'input-required'; readonly item: RequestItem}
  | {readonly type: 'checkpoint'; readonly item: CheckpointItem}
  /** Data of the application has arrived, or was replaced. */
  | {readonly type: 'data'; readonly item: DataItem}
  | {readonly type: 'session-change'; readonly session: string | undefined}
  /** A session was created, renamed or removed, here or in another tab. */
  | {readonly type: 'sessions-change'}
  /** The user has logged out, here or in another tab. */
  | {readonly type: 'shutdown'}
  | {readonly type: 'error'; readonly error: ErrorInfo; readonly item?: ErrorItem}
  | {readonly type: 'diagnostic'; readonly diagnostic: Diagnostic};

/** Identifies the stream of a frame. The same object for one connection; a reconnect replays the run under a new one. */
export interface FrameSource {
  readonly protocol: Protocol;
  /** Id of the message item that the run writes. */
  readonly item: string;
  /** The message that the stream continues, as it was displayed before; see `DecoderContext`. */
  readonly message?: MessageItem;
  /** The id of the message, if the client has created it. */
  readonly messageId?: string;
}

/** Receives each frame before it is applied. */
export type FrameObserver = (frame: Frame, source: FrameSource) => void;

export type TokenReason = 'initial' | 'expiring' | 'unauthorized';

/** Returns a short-lived token for the `Authorization: Bearer` header. */
export type GetToken = (request: {
  readonly reason: TokenReason;
  readonly signal: AbortSignal;
}) => Promise<string | undefined> | string | undefined;

/** Sends a request and yields the frames of the answer. The default speaks HTTP; a replay or an in-page agent are others. */
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
  /**
   * `ask` (the default): the user allows each call, or all of them; `allow`: for tools that only read, or that ask by
   * themselves.
   */
  readonly permission?: 'ask' | 'allow';
  /** Returns the result: text, or any JSON value. The agent receives an exception as an error. */
  readonly run: (input: Readonly<Record<string, unknown>>, call: PageToolCall) => unknown;
}

export interface ChatOptions {
  /** Base URL of the agent's API, absolute or relative to the page. */
  readonly endpoint?: string;
  /** The protocol, or a function that loads it. The default is the Ubik Agent API. */
  readonly protocol?: ProtocolSource;
  readonly sessionId?: string;
  readonly agentId?: string;
  /** An id of the user, chosen by the site. Each user has a separate record in `storage`. */
  readonly userId?: string;
  /** More headers for every request, such as the `X-End-User-ID` of a proxy. Never secrets: use `getToken`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly getToken?: GetToken;
  /** A URL of the site's own back end that answers `{access_token, expires_in?}` to a POST. */
  readonly tokenEndpoint?: string;
  readonly fetch?: typeof fetch;
  /** Replaces HTTP for streams. */
  readonly transport?: Transport;
  /** `null` stores nothing. */
  readonly storage?: SessionStorage | null;
  /** Functions of the page that the agent may call, by name. */
  readonly tools?: Registry<PageTool>;
  readonly onEvent?: (event: ChatEvent) => void;
}

/** Options to change; `undefined` removes one. */
export type ChatSettings = {readonly [K in keyof ChatOptions]?: ChatOptions[K] | undefined};

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

/** The state of a chat. */
export interface ChatState {
  readonly status: ChatStatus;
  /** While `connecting`: whether the run was in progress before, such as after a reload. */
  readonly resuming: boolean;
  readonly conversation: Conversation;
  readonly session: SessionInfo | undefined;
  readonly lastError: ErrorInfo | undefined;
  /** The agent's introduction, if the protocol has one. */
  readonly onboarding: Onboarding | undefined;
  /** The available operations; the view displays a button if its operation exists. */
  readonly operations: Partial<Operations>;
  /** Whether files can be attached to a message. */
  readonly acceptsFiles: boolean;
}
