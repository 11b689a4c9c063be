import type {CheckpointInfo, FileInfo, Onboarding, SessionOperations} from './session-types.js';
import type {Diagnostic} from './diagnostics.js';
import type {LocalSessionChat, LocalSessions, LocalSessionStore} from './local-session-types.js';
import type {
  Conversation,
  Item,
  MessageItem,
  RequestAnswer,
  RequestItem,
  ToolItem,
} from '../model/item.js';
import type {JsonRecord} from '../values.js';
import type {Op} from '../model/op.js';
import type {Frame} from '../sse/frame.js';

export interface DecoderContext {
  /** Prefix of every id of this run, and the id of its message. */
  readonly run: string;
  /** Receives anomalies of the stream. */
  readonly report: (diagnostic: Diagnostic) => void;
  /**
   * The message that the stream continues, for protocols with `continuesMessages`. It has the id `run`, is displayed
   * already, and the ops of the decoder are applied to it: new items need ids that it does not contain.
   */
  readonly message?: MessageItem | undefined;
  /** An id that the client has created for the message, for protocols whose `clientIds` include `message`. */
  readonly messageId?: string | undefined;
  /** The names of the tools that the page offers. A call of another tool is not for the page. */
  readonly tools?: readonly string[] | undefined;
}

/** Restores a saved state. Can be called repeatedly, until an older state has been restored. */
export type Restore = () => void;

/** Turns the frames of one run into ops; keeps the state between frames. Never throws. */
export interface Decoder {
  /** `json` is the value of the frame's data, if the caller has parsed it. */
  decode(frame: Frame, json?: unknown): readonly Op[];
  /**
   * The stream ended without a final frame; `stopped` if the user stopped it. `statusWithoutEnd` has the rule for
   * questions.
   */
  end(reason: 'lost' | 'stopped'): readonly Op[];
  /**
   * Saves the state, so that after a late frame only the frames after the state are decoded again. Without it, the run
   * is decoded again from its first frame.
   */
  save?(): Restore;
  /** The position of the last frame in its stream, for `attach` with `streams: 'suffix'` where frames have no id. */
  readonly position?: string | undefined;
}

/** A chunk of a frame that the server split. */
export interface FrameChunk {
  readonly group: string;
  readonly index: number;
  readonly total: number;
  readonly text: string;
  /** Creates the frame of the joined text. */
  readonly restore: (text: string) => Frame;
}

/** A protocol: a decoder of the stream, and the operations of the API. */
export interface Protocol {
  readonly name: string;
  createDecoder(context?: Partial<DecoderContext>): Decoder;
  /**
   * How the body of a response that is not declared as an event stream is split into frames: `lines`, one frame each
   * (newline-delimited JSON); `text`, one frame per received chunk, and one with the event `end` at the regular end.
   * Without it, a body that begins like an event stream is one, unless it is declared as JSON or HTML.
   */
  readonly framing?: 'lines' | 'text';
  /**
   * The sort key of a frame: its time in microseconds since the epoch, or `Infinity` to sort it after all others.
   * Without it, the order of arrival.
   */
  readonly order?: (frame: Frame, json?: unknown) => number | undefined;
  /**
   * The server's id or number of a frame. Of frames with the same time and the same identity, only the first counts.
   * Without it, or for `undefined`, no frame is a duplicate.
   */
  readonly identity?: (frame: Frame) => string | undefined;
  /** Whether a stream begins with this frame. When it arrives again, the run is replayed, and all earlier frames are discarded. */
  readonly begins?: (frame: Frame, json?: unknown) => boolean;
  /** Reads a frame as a chunk of a split frame. Without it, frames are never split. */
  readonly split?: (frame: Frame, json?: unknown) => FrameChunk | undefined;
  /**
   * The names of the events that end an answer, one of which every stream needs. They appear in messages for developers
   * about a stream without any of them.
   */
  readonly finalEvents?: readonly string[];
  /** Reads the error in the body of a rejected request. */
  readonly readError?: (body: unknown) => ServerError | undefined;
  /** The request for a file of a tool, which needs the user's token; `undefined` for any other address. */
  readonly asset?: (address: string) => RequestShape | undefined;
  /**
   * Whether a decoder can continue from a message that it has not written itself, `context.message`. A run that continues
   * an answer then gets the answer as it is displayed, also after a reload. Without it, an answer can be continued only
   * by the decoder that has written it.
   */
  readonly continuesMessages?: boolean;
  /**
   * Whether the requests have the earlier messages, because the server does not know them. A message is then sent only
   * after the messages of its session have been loaded.
   */
  readonly sendsConversation?: boolean;
  /**
   * The part of a message before one of its items, for `context.message`: where a server has stored a part of the run that
   * a stream repeats. Without it, `protocolData` is that of the whole message.
   */
  readonly cut?: (message: MessageItem, item: Item) => MessageItem;
  /**
   * Which ids the client creates. `session`: a new session gets a random id with its first request, and `create` is not
   * used. `message`: a message of the user gets a random `messageId` at once, so that it can be edited, and a decoder
   * gets one for the answer (`context.messageId`). `run`: each request gets a random id, `newRun`.
   */
  readonly clientIds?: readonly ('session' | 'message' | 'run')[];
  /**
   * Files of the user are not uploaded: they go with the message itself, as data URLs in `url` of its `file` items. A
   * greater file than `maxBytes` is refused as `too_large`.
   */
  readonly inlineFiles?: {readonly maxBytes: number};
  /**
   * Hosts of services that require a secret key, without their subdomains. An endpoint on one of them, or on a subdomain,
   * is refused as `unsafe_endpoint`, because the key would be in the page.
   */
  readonly keyedHosts?: readonly string[];
  /** The sessions that the client itself stores; see `withLocalSessions`. */
  readonly localSessions?: {
    readonly store: LocalSessionStore;
    /** Opens the sessions of a chat. */
    readonly open: (chat: LocalSessionChat) => LocalSessions;
  };
  readonly operations: Operations;
}

/** An error as the server reports it. `code` is the server's; `text` and `advice` are for people. */
export interface ServerError {
  readonly code: string;
  readonly text?: string;
  readonly advice?: string;
}

/** A file to upload: the platform's `File` or `Blob`. */
export interface FileLike {
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

export interface FormPart {
  readonly name: string;
  readonly value: string | FileLike;
}

/** A request, described. `path` is relative to the endpoint. */
export interface RequestShape {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: {readonly json: unknown} | {readonly form: readonly FormPart[]};
  readonly accept?: 'stream' | 'json';
}

/** A response that is not an event stream. `body` is the parsed JSON value, or text. */
export interface ResponseData {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Reports an entry of a list that cannot be read: what was expected, and the entry. */
export type ReportEntry = (expected: string, entry: unknown) => void;

/** Describes a request and reads its response; never sends it. */
export interface Operation<In, Out> {
  request(input: In): RequestShape;
  /**
   * Reads the response. Throws a `TypeError` with what was expected if it has another shape. `report` writes a line to the
   * console about an entry that is left out.
   */
  read(response: ResponseData, report?: ReportEntry): Out;
  /** The request to send if the response to the first one has the status 400 or 404; `undefined` if there is no other. */
  otherwise?(input: In): RequestShape | undefined;
}

/** What a response that is not a stream contains about the stream. */
export interface Opened {
  readonly session?: string;
  readonly run?: string;
  /** The address of the stream; used only on the endpoint's own origin. */
  readonly url?: string;
  /** The complete message, if the response contains it. */
  readonly message?: MessageItem;
  /** The frames of the stream, if the response contains all of it, because the server does not stream. */
  readonly frames?: readonly Frame[];
}

/** An operation whose response is a stream, or contains its address. */
export type StreamOperation<In> = Operation<In, Opened>;

/** What the input of every operation has: ids, for protocols that need them in every request. */
export interface AgentInput {
  /** The agent's key, as the page was configured with it. */
  readonly agent?: string;
  /** The agent's own id, once `onboarding` has returned it. */
  readonly agentId?: string;
  /** An id that the client has created for the run that a request starts, for protocols whose `clientIds` include `run`. */
  readonly newRun?: string;
}

export interface InSession extends AgentInput {
  readonly session: string;
}

export interface OfMessage extends InSession {
  /** The server's id of a message. */
  readonly message: string;
}

/** The input of operations that answer a given message again. */
export interface Rewrite extends OfMessage, WithTools {
  /** The context that the last message of the user was sent with, while it is known. */
  readonly context?: ApplicationContext;
  /** The conversation so far, for protocols that send it in each request. */
  readonly conversation?: Conversation;
}

/** Data of the page that is sent with a message, such as the record that is open in it. */
export interface ApplicationContext {
  readonly title: string;
  readonly data: unknown;
}

/** A function of the page that the agent may call; its calls are `tool` items with `runsIn: 'page'`. */
export interface OfferedTool {
  readonly name: string;
  /** The purpose of the tool, for the model. */
  readonly description?: string;
  /** JSON Schema of its input, an object. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

/** The functions of the page, for protocols that let the agent call them. */
export interface WithTools {
  readonly tools?: readonly OfferedTool[];
}

export interface SendInput extends AgentInput, WithTools {
  readonly session?: string;
  readonly text: string;
  /** Ids of the uploaded files of this message. */
  readonly files?: readonly string[];
  readonly context?: ApplicationContext;
  /** The conversation so far, for protocols that send it in each request; with or without the message that is being sent. */
  readonly conversation: Conversation;
}

export interface ContinueInput extends AgentInput, WithTools {
  readonly session?: string;
  /** The context that the last message of the user was sent with, while it is known. */
  readonly context?: ApplicationContext;
  readonly conversation: Conversation;
}

export interface AttachInput extends InSession {
  readonly run?: string | undefined;
  /** The id or position of the last frame that was received, if `streams` is `suffix`. */
  readonly lastEventId?: string | undefined;
}

export interface ReplyInput extends InSession {
  readonly request: RequestItem;
  readonly answer: RequestAnswer;
  readonly file?: FileLike;
  /** Ids of the uploaded files of this answer. */
  readonly files?: readonly string[];
}

/** A request for more time to answer a question with a deadline. */
export interface ExtendInput extends InSession {
  readonly request: RequestItem;
}

/** A request of the app of a tool call. */
export interface AppInput extends InSession {
  /** The call that the app displays. */
  readonly tool: ToolItem;
}

/** The result of `resources/read` of the Model Context Protocol. */
export interface ResourceResult {
  readonly contents: readonly JsonRecord[];
  /** The tools of the server (`tools/list`), if its route returns them: who may call them is then checked in the page too. */
  readonly tools?: readonly JsonRecord[];
}

/** Sends a message. */
export interface SendOperation extends StreamOperation<SendInput> {
  /** Whether `context` is sent with it; if not, it is not displayed either. */
  readonly carriesContext?: boolean;
}

/** Continues the last turn. */
export interface ContinueOperation extends StreamOperation<ContinueInput> {
  /** Whether a message that the user types can answer a question. By default it can; if not, the question stays open. */
  readonly takesText?: (request: RequestItem) => boolean;
}

/** Replaces a message of the user and answers it. */
export interface EditOperation extends StreamOperation<Rewrite & {readonly text: string}> {
  /** Whether the new message keeps the id of the old one. Otherwise the server, or the client, creates another. */
  readonly keepsId?: boolean;
  /** Whether the request has the files of the old message, so that the new message displays them. */
  readonly keepsFiles?: boolean;
}

/** Joins a run in progress. The response 204 means that nothing is running. */
export interface AttachOperation extends StreamOperation<AttachInput> {
  /**
   * What the stream contains. `replay` (the default): the run from its first frame; with `continuesMessages`, that is
   * everything after `context.message`. `suffix`: only what the client does not have yet. A suffix is folded onto the
   * displayed message: by the same decoder after a lost connection, and after a reload by one that gets the message as
   * `context.message`.
   */
  readonly streams?: 'replay' | 'suffix';
  /**
   * Whether nothing else says that a run is in progress. The operation is then carried out each time a session is
   * opened; an error, the status 204 or a stream without frames mean that nothing is running.
   */
  readonly probes?: boolean;
  /** Whether the request needs `run`. A run that the server has not named then cannot be joined. */
  readonly needsRun?: boolean;
}

/** Answers the agent's question. */
export interface ReplyOperation extends StreamOperation<ReplyInput> {
  /**
   * What a stream contains if neither it nor the stream of the question names its run. `replay` (the default): the run of
   * the question from its first frame. `next`: only what follows the answer, as the next message.
   */
  readonly streams?: 'replay' | 'next';
}

/** Stops a run. */
export interface StopOperation extends Operation<
  InSession & {readonly run?: string; readonly message?: string},
  void
> {
  /** Whether the request needs `run`. It is then sent as soon as the stream has named the run. */
  readonly needsRun?: boolean;
}

/** The operations of a protocol. If one is absent, its button is hidden. */
export interface Operations extends SessionOperations {
  readonly send: SendOperation;
  /**
   * Continues the last turn: one that was cut or paused, whose tools the page has run, or whose questions the user has
   * answered. The results and answers are in the items of `conversation`.
   */
  readonly continue?: ContinueOperation;
  readonly attach?: AttachOperation;
  readonly stop?: StopOperation;
  /**
   * Answers the agent's question by a request whose response is a stream. Without it, `continue` sends the answers: once
   * all questions of the message are answered and all of its calls for the page have run, together in one request.
   */
  readonly reply?: ReplyOperation;
  /** Answers a tool's question; the run continues in the open stream. */
  readonly replyTool?: Operation<ReplyInput, void>;
  /** Gives the user more time to answer a question with a `timeout`. Returns the seconds left from the response on. */
  readonly extend?: Operation<ExtendInput, number>;
  readonly message?: Operation<OfMessage, MessageItem>;
  readonly edit?: EditOperation;
  readonly regenerate?: StreamOperation<Rewrite>;
  readonly navigate?: Operation<OfMessage, void>;
  readonly checkpoints?: Operation<InSession, readonly CheckpointInfo[]>;
  readonly restore?: StreamOperation<
    InSession & {readonly checkpoint: string; readonly hint?: string}
  >;
  readonly upload?: Operation<InSession & {readonly file: FileLike}, FileInfo>;
  /** State of an uploaded file, asked until it is no longer `processing`. */
  readonly file?: Operation<{readonly file: string}, FileInfo>;
  readonly onboarding?: Operation<AgentInput, Onboarding>;
  /** Reads a resource (`ui://…`) of the server of a tool, such as the document of its app. */
  readonly readResource?: Operation<AppInput & {readonly uri: string}, ResourceResult>;
  /** Calls a tool of the same server for the app of a tool call. Returns its `CallToolResult`. */
  readonly callTool?: Operation<
    AppInput & {readonly name: string; readonly arguments: JsonRecord},
    JsonRecord
  >;
}

/** The messages of a session, oldest first, and the run that is still active, if there is one. */
export interface History {
  readonly messages: readonly MessageItem[];
  readonly running?: {readonly run: string};
  /** The number of the last message, for `markRead`. */
  readonly last?: number;
}
