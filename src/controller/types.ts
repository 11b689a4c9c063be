import type {
  ApplicationContext,
  Diagnostic,
  FileLike,
  OfferedTool,
  Operations,
  Protocol,
  RequestShape,
} from '../core/protocol/types.js';
import type {
  CheckpointItem,
  Conversation,
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
import type {ProtocolSource} from './protocol-source.js';

/**
 * Where a chat stands. `idle`: nothing runs (how the last turn ended is its message's `status`); `waiting`: the agent
 * waits for an answer; `reconnecting`: the stream was lost and is being re-joined; `lost`: given up, `retry()` tries again.
 */
export type ChatStatus =
  'idle' | 'connecting' | 'streaming' | 'waiting' | 'stopping' | 'reconnecting' | 'lost';

/** A failure, for people and for programs. `code` is stable: a `FaultCode`, or the code of an `error` item. */
export interface ChatFault {
  readonly code: string;
  /** HTTP status, where there was one. */
  readonly status?: number;
  /** What the server said, cleaned; never a traceback. */
  readonly detail?: string;
  /** What to do about it, in the server's words. */
  readonly advice?: string;
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfter?: number;
  /** Whether `retry()` can help. */
  readonly retryable: boolean;
}

/** What happened, told once each, after the state says so. */
export type ChatEvent =
  | {readonly type: 'ready'}
  | {readonly type: 'turn-start'; readonly message: MessageItem}
  | {readonly type: 'turn-end'; readonly message: MessageItem}
  | {readonly type: 'step'; readonly item: StepItem}
  | {readonly type: 'tool'; readonly item: ToolItem}
  | {readonly type: 'input-required'; readonly item: RequestItem}
  | {readonly type: 'checkpoint'; readonly item: CheckpointItem}
  | {readonly type: 'session-change'; readonly session: string | undefined}
  /** Somebody began, renamed or removed a session, here or in another tab. */
  | {readonly type: 'sessions-change'}
  /** The user has left, here or in another tab. */
  | {readonly type: 'shutdown'}
  | {readonly type: 'error'; readonly fault: ChatFault; readonly item?: ErrorItem}
  | {readonly type: 'diagnostic'; readonly diagnostic: Diagnostic};

/** Where a frame belongs. The same object as long as one telling of a run goes on; a connection that re-joins the run tells anew. */
export interface FrameSource {
  readonly protocol: Protocol;
  /** Id of the message item that the run writes. */
  readonly item: string;
}

/** Hears each frame as it comes, before it is folded. */
export type FrameObserver = (frame: Frame, told: FrameSource) => void;

export type TokenReason = 'initial' | 'expiring' | 'unauthorized';

/** Gives a short-lived token for the `Authorization: Bearer` header. */
export type GetToken = (request: {
  readonly reason: TokenReason;
  readonly signal: AbortSignal;
}) => Promise<string | undefined> | string | undefined;

/** Sends a request and yields the frames of the answer. The default speaks HTTP; a replay or an in-page agent are others. */
export type Transport = (
  request: RequestShape,
  options: {readonly signal: AbortSignal},
) => AsyncIterable<Frame>;

/** Where a session is remembered over a reload: the platform's `Storage` fits. */
export interface SessionStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Lit's small controller interface, so that anything can be a host. */
export interface ChatHost {
  addController(controller: {hostConnected?(): void; hostDisconnected?(): void}): void;
  requestUpdate(): void;
}

/** What a tool may ask of the chat while it runs. */
export interface PageToolCall {
  /** Aborted when the user stops the run, or turns away. */
  readonly signal: AbortSignal;
  /** Puts a question to the user, in the conversation; resolves with the answer. */
  readonly ask: (question: PageQuestion) => Promise<RequestAnswer>;
}

/** A question of a tool of the page. */
export type PageQuestion = Pick<RequestItem, 'prompt'> &
  Partial<Pick<RequestItem, 'inputTypes' | 'schema' | 'choices'>>;

/** A function of the page that the agent may call, on protocols that have such tools. */
export interface PageTool extends Omit<OfferedTool, 'name'> {
  /** `ask` (the default): the user allows every call, or all that follow; `allow`: it only reads, or asks by itself. */
  readonly permission?: 'ask' | 'allow';
  /** Gives the result: text, or any JSON value. What it throws is told to the agent as an error. */
  readonly run: (input: Readonly<Record<string, unknown>>, call: PageToolCall) => unknown;
}

export interface ChatOptions {
  /** Base URL of the agent's API, absolute or relative to the page. */
  readonly endpoint?: string;
  /** The protocol, or what fetches it. Without, that of the Ubik Agent API. */
  readonly protocol?: ProtocolSource;
  readonly sessionId?: string;
  readonly agentId?: string;
  /** Whose chat this is, in the site's own words: keeps apart what is remembered for each. */
  readonly userId?: string;
  /** More headers for every request, such as the `X-End-User-ID` of a proxy. Never secrets: use `getToken`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly getToken?: GetToken;
  /** A URL of the site's own back end that answers `{access_token, expires_in?}` to a POST. */
  readonly tokenEndpoint?: string;
  readonly fetch?: typeof fetch;
  /** Replaces HTTP for streams. */
  readonly transport?: Transport;
  /** `null` remembers nothing. */
  readonly storage?: SessionStorage | null;
  /** What the agent may have the page do, by name. */
  readonly tools?: Registry<PageTool>;
  readonly onEvent?: (event: ChatEvent) => void;
}

/** Options to change; `undefined` takes one away. */
export type ChatSettings = {readonly [K in keyof ChatOptions]?: ChatOptions[K] | undefined};

/** What goes with a message. */
export interface SendOptions {
  /** Ids of files that were uploaded to the session. */
  readonly files?: readonly string[];
  /** What the page lays beside it, on protocols that carry that; its title is shown. */
  readonly context?: ApplicationContext;
}

export interface Reply extends RequestAnswer {
  /** The answer to a question that asks for a file. */
  readonly file?: FileLike;
  /** Ids of files that were uploaded to the session, on protocols that carry them with an answer. */
  readonly files?: readonly string[];
}

/** What the view reads. */
export interface ChatState {
  readonly status: ChatStatus;
  /** While `connecting`: whether this connects to a run that was going on already, such as after a reload. */
  readonly resuming: boolean;
  readonly conversation: Conversation;
  readonly session: SessionInfo | undefined;
  readonly lastError: ChatFault | undefined;
  /** How the agent introduces itself, where the protocol has it. */
  readonly onboarding: Onboarding | undefined;
  /** What the protocol can do; the view shows a button when the operation exists. */
  readonly operations: Partial<Operations>;
}
