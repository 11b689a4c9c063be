import type {
  CheckpointInfo,
  FileInfo,
  Onboarding,
  SessionInfo,
  SessionPage,
} from './session-types.js';
import type {Conversation, MessageItem, RequestAnswer, RequestItem} from '../model/item.js';
import type {Op} from '../model/op.js';
import type {Frame} from '../sse/frame.js';

/** Something that went wrong on the wire without stopping the run. `code` is stable and documented. */
export interface Diagnostic {
  readonly code: string;
  readonly message: string;
  readonly data?: unknown;
}

export interface DecoderContext {
  /** Prefix of every id of this run, and the id of its message. */
  readonly run: string;
  /** Takes what is odd about the stream. */
  readonly report: (diagnostic: Diagnostic) => void;
}

/** Turns the frames of one run into ops; remembers what must be remembered between frames. Never throws. */
export interface Decoder {
  /** `json` is the value of the frame's data, if the caller has parsed it. */
  decode(frame: Frame, json?: unknown): readonly Op[];
  /** The stream is over without a frame that said so; `stopped` when the user wanted it. */
  end(reason: 'lost' | 'stopped'): readonly Op[];
}

/** One part of a frame that was too big to send at once. */
export interface Piece {
  readonly group: string;
  readonly index: number;
  readonly total: number;
  readonly text: string;
  /** The frame that the joined text stands for. */
  readonly restore: (text: string) => Frame;
}

/** A wire: what arrives, and what can be asked. */
export interface Protocol {
  readonly name: string;
  createDecoder(context?: Partial<DecoderContext>): Decoder;
  /**
   * How the body of an answer that is no event stream is cut into frames: `lines`, one each (newline-delimited JSON), or
   * `text`, as it comes. Absent: an answer that is no event stream is read whole.
   */
  readonly framing?: 'lines' | 'text';
  /** Where a frame belongs in time, in microseconds since the epoch; `Infinity`: after all others. Absent: order of arrival. */
  readonly order?: (frame: Frame, json?: unknown) => number | undefined;
  /** The id or number that the wire gives a frame: of the frames of one time, one with the same identity is a duplicate. Absent, or `undefined`: every frame is new. */
  readonly identity?: (frame: Frame) => string | undefined;
  /** Whether a stream begins with this frame: where it comes again, all is told anew, and what came before it is void. */
  readonly begins?: (frame: Frame, json?: unknown) => boolean;
  /** The part that a frame is, if it is one. Absent: frames are never split. */
  readonly split?: (frame: Frame, json?: unknown) => Piece | undefined;
  /** What the body of a refused request says, in this wire's own shape of an error. */
  readonly fault?: (body: unknown) => WireFault | undefined;
  /** The request for a file that a tool made, which wants the user's sign-in; none for any other address. */
  readonly asset?: (address: string) => RequestShape | undefined;
  readonly operations: Operations;
}

/** A failure in the wire's words. `code` is the wire's; `text` and `advice` are for people. */
export interface WireFault {
  readonly code: string;
  readonly text?: string;
  readonly advice?: string;
}

/** A file that goes up: the platform's `File` or `Blob`. */
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

/** An answer that is not an event stream. `body` is parsed JSON where it is JSON, else text. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A description of a request and a reader of its answer; never a fetch. */
export interface Operation<In, Out> {
  request(input: In): RequestShape;
  read(answer: Answer): Out;
  /** Where to ask once more when there is nothing at the first place (404). */
  otherwise?(input: In): RequestShape;
}

/** What an answer that should have been a stream says of where the stream is. */
export interface Opened {
  readonly session?: string;
  readonly run?: string;
  /** Where the stream is said to be; used only on the endpoint's own origin. */
  readonly url?: string;
  /** The whole answer, when it came at once. */
  readonly message?: MessageItem;
}

/** An operation whose answer is a stream, or says where one is. */
export type StreamOperation<In> = Operation<In, Opened>;

/** Whom an operation addresses, for wires that name the agent in every request. */
export interface ToAgent {
  /** The agent's key, as the page was configured with it. */
  readonly agent?: string;
  /** The agent's own id, once `onboarding` has told it. */
  readonly agentId?: string;
}

export interface InSession extends ToAgent {
  readonly session: string;
}

export interface OfMessage extends InSession {
  /** The server's id of a message. */
  readonly message: string;
}

/** Something to answer a given message anew by. */
export interface Rewrite extends OfMessage, WithTools {
  /** Everything said so far, for wires that send it back. */
  readonly conversation?: Conversation;
}

/** What the page lays beside a message, such as the record that is open in it. */
export interface ApplicationContext {
  readonly title: string;
  readonly data: unknown;
}

/** A function of the page that the agent may have called; its calls are `tool` items with `runsIn: 'page'`. */
export interface OfferedTool {
  readonly name: string;
  /** What it is good for, for the model. */
  readonly description?: string;
  /** JSON Schema of its input, an object. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

/** What a page can do, for wires that let the agent use it. */
export interface WithTools {
  readonly tools?: readonly OfferedTool[];
}

export interface SendInput extends ToAgent, WithTools {
  readonly session?: string;
  readonly text: string;
  /** Ids of uploaded files that go with this message. */
  readonly files?: readonly string[];
  readonly context?: ApplicationContext;
  /** Everything said so far, for wires that send it back; with or without the message that is being sent. */
  readonly conversation: Conversation;
}

export interface ContinueInput extends ToAgent, WithTools {
  readonly session?: string;
  readonly conversation: Conversation;
}

export interface ReplyInput extends InSession {
  readonly request: RequestItem;
  readonly answer: RequestAnswer;
  readonly file?: FileLike;
  /** Ids of uploaded files that go with this answer. */
  readonly files?: readonly string[];
}

/** Sends a message. */
export interface SendOperation extends StreamOperation<SendInput> {
  /** Whether `context` goes with it; where it does not, nothing of it is shown. */
  readonly carriesContext?: boolean;
}

/** What a wire can do. Whatever is absent it cannot, and the view shows no button for it. */
export interface Operations {
  readonly send: SendOperation;
  /** Goes on with the last turn: one that was cut or paused, or whose tools the page has run. */
  readonly continue?: StreamOperation<ContinueInput>;
  /** Re-joins a run; the stream starts from the run's first event. */
  readonly attach?: StreamOperation<InSession & {readonly run?: string}>;
  readonly stop?: Operation<InSession & {readonly run?: string; readonly message?: string}, void>;
  /** Answers the agent's question by a request whose answer is a stream. */
  readonly reply?: StreamOperation<ReplyInput>;
  /** Answers a tool's question; the run goes on in the stream that is open. */
  readonly replyTool?: Operation<ReplyInput, void>;
  readonly create?: Operation<ToAgent & {readonly title?: string}, SessionInfo>;
  readonly history?: Operation<InSession, History>;
  readonly message?: Operation<OfMessage, MessageItem>;
  readonly sessions?: Operation<
    ToAgent & {readonly page: number; readonly limit: number},
    SessionPage
  >;
  /** Says that the user has seen the conversation as far as its last message. */
  readonly markRead?: Operation<InSession & {readonly last: number}, void>;
  readonly rename?: Operation<InSession & {readonly title: string}, void>;
  readonly remove?: Operation<InSession, void>;
  readonly edit?: StreamOperation<Rewrite & {readonly text: string}>;
  readonly regenerate?: StreamOperation<Rewrite>;
  readonly navigate?: Operation<OfMessage, void>;
  readonly checkpoints?: Operation<InSession, readonly CheckpointInfo[]>;
  readonly restore?: StreamOperation<
    InSession & {readonly checkpoint: string; readonly hint?: string}
  >;
  readonly upload?: Operation<InSession & {readonly file: FileLike}, FileInfo>;
  /** State of an uploaded file, asked until it is no longer `processing`. */
  readonly file?: Operation<{readonly file: string}, FileInfo>;
  readonly onboarding?: Operation<ToAgent, Onboarding>;
}

/** The messages of a session, oldest first, with the run that is still going, if one is. */
export interface History {
  readonly messages: readonly MessageItem[];
  readonly running?: {readonly run: string};
  /** The number of the last message, where the wire wants to hear what was seen. */
  readonly last?: number;
}
