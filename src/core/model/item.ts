/** The status of an item. `waiting` means waiting for the user. */
export type Status = 'streaming' | 'waiting' | 'done' | 'failed' | 'stopped' | 'interrupted';

/**
 * The properties of every item. Ids are unique within a conversation, and stay the same when a stream is replayed.
 * Items are immutable: an item object always has the same state.
 */
export interface ItemBase<K extends string> {
  readonly id: string;
  readonly kind: K;
  readonly status: Status;
  readonly children: readonly Item[];
}

/** The author of a message or a text. */
export interface Author {
  /** `assistant`: the assistant itself; `agent`: an AI agent with a name of its own; `person`: a human. */
  readonly kind: 'assistant' | 'agent' | 'person';
  /** Empty for the assistant itself, for which the view has a label. */
  readonly name: string;
  /** The address of a picture on the origin of the page. The view refuses any other address. */
  readonly avatar?: string;
}

/** One contribution of the user, or one run of the agent with everything it produced as children. */
export interface MessageItem extends ItemBase<'message'> {
  readonly role: 'user' | 'assistant';
  /** The author. Without it, the user of the page or the assistant, depending on `role`. */
  readonly author?: Author;
  /** Whether the current author is typing. */
  readonly typing?: boolean;
  /** The server's id of this message, once known. `id` does not change. */
  readonly messageId?: string;
  /** The message that this one answers or follows, if the protocol keeps a tree. */
  readonly parentId?: string;
  /** Server ids of all messages that share this one's parent, this one included, oldest first. */
  readonly branches?: readonly string[];
  /** Time of creation (ISO 8601). Of a live message whose protocol has no times, the time of the page. */
  readonly createdAt?: string;
  /** The session named by the stream, if any. */
  readonly sessionId?: string;
  /**
   * The server's id of the run that produces this message (Ubik: task, AISHU: agent run); needed by `attach` and
   * `stop`.
   */
  readonly runId?: string;
  /** The trace id of the last request for this message (W3C Trace Context, or the server's own). */
  readonly traceId?: string;
  /** Progress of the whole run, 0 to 100. */
  readonly progress?: number;
  readonly totalSteps?: number;
  /** The current activity of the run, as the server describes it. */
  readonly note?: string;
  /** Why the turn ended, as the protocol names it (`end_turn`, `max_tokens`, `refusal` …). */
  readonly stopReason?: string;
  readonly model?: string;
  readonly usage?: Usage;
  /** Duration in seconds, if the server measured it. */
  readonly duration?: number;
  /** Suggested follow-up questions. */
  readonly suggestions?: readonly string[];
  /** Title of the application context that was sent with a user message. */
  readonly context?: string;
  /** The protocol's own record of this message, JSON-serializable, for protocols that must send it back unchanged. */
  readonly protocolData?: unknown;
}

export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly totalTokens?: number;
}

/** One step of a run. */
export interface StepItem extends ItemBase<'step'> {
  readonly number?: number;
  readonly title: string;
  /** Progress from 0 to 100. */
  readonly progress?: number;
  /** The current activity of the step, as the server describes it. */
  readonly note?: string;
  /** Whether it is the only step of a single-step agent; its header is then not displayed. */
  readonly single?: boolean;
  /** Start time by the server's clock (ISO 8601). */
  readonly startedAt?: string;
  readonly endedAt?: string;
}

/** Markdown written by the agent or the user. */
export interface TextItem extends ItemBase<'text'> {
  readonly text: string;
  /** The author, if it is another one than that of the message. */
  readonly author?: Author;
  /** Citations, as offsets in UTF-16 code units into `text`. */
  readonly marks?: readonly Mark[];
}

/** A citation: `source` is the id of a `source` item of the same message. */
export interface Mark {
  readonly offset: number;
  readonly source: string;
  readonly label: string;
}

/** Reasoning. Plain text, not part of the answer. */
export interface ThinkingItem extends ItemBase<'thinking'> {
  readonly text: string;
  /** The text is hidden by the server. */
  readonly redacted?: boolean;
  readonly startedAt?: string;
  readonly endedAt?: string;
}

/**
 * One tool call. Streamed values are stored as the text received so far; selectors parse it, so that incomplete JSON
 * needs no special state.
 */
export interface ToolItem extends ItemBase<'tool'> {
  readonly name: string;
  /** The server's id of the call. */
  readonly executionId?: string;
  /** A title for people, if the server sends one; otherwise the view derives it from `name`. */
  readonly title?: string;
  /** JSON text, possibly incomplete. */
  readonly input: string;
  /** The result: JSON text or plain text. */
  readonly output: string;
  /** Live output of the default key. The output of another key `k` is in the field `log:k`. See `toolLogs`. */
  readonly log: string;
  readonly [log: `log:${string}`]: string;
  /** The phases of the call, in order. */
  readonly phases?: readonly Phase[];
  readonly error?: string;
  /** Whether the user or a rule refused the call, so that it was not run. */
  readonly denied?: boolean;
  /** Whether the tool runs on the server (the default) or in the page. */
  readonly runsIn?: 'server' | 'page';
  /** The app that displays the call, if its server provides one. */
  readonly app?: ToolApp;
  readonly startedAt?: string;
  readonly endedAt?: string;
}

/** An app (MCP Apps) that the server of a tool provides to display its calls. */
export interface ToolApp {
  /** The address of the app's document at its server: `ui://…`. */
  readonly resourceUri: string;
  /** The name of the server, for people. */
  readonly server?: string;
  /** Who may call the tool: `model`, `app`. Without it, both. */
  readonly visibility?: readonly string[];
  /** The result of the call (`CallToolResult`), if `output` contains only its text. */
  readonly result?: unknown;
  /** State of the server that requests of the app must send back unchanged. */
  readonly handle?: unknown;
}

/** One phase of a tool call, with the data that it reported (counts, queries, sources). */
export interface Phase {
  readonly name: string;
  readonly status: 'started' | 'completed' | 'failed';
  readonly message?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A point of the run that the user can restore. */
export interface CheckpointItem extends ItemBase<'checkpoint'> {
  readonly name: string;
  readonly createdAt?: string;
}

/** A question to the user. `waiting` until answered; `interrupted` when it can no longer be answered. */
export interface RequestItem extends ItemBase<'request'> {
  /** The question as Markdown; empty if it is whether the tool may be called. */
  readonly prompt: string;
  /** `text`, `json`, `file`, `confirm`, `choice` …; unknown types are answered with text. */
  readonly inputTypes: readonly string[];
  /** JSON Schema of the answer, if the server sends one. */
  readonly schema?: unknown;
  readonly choices?: readonly string[];
  /** The labels for yes and no, if the server sends them. */
  readonly confirmLabels?: readonly [yes: string, no: string];
  /** Whether the user can refuse to answer, which is a no of the type `confirm`. */
  readonly refusable?: boolean;
  /** The name of the checkpoint, for a question of the agent. */
  readonly checkpoint?: string;
  /** The execution id, for a question of a tool, answered by `replyTool`. */
  readonly executionId?: string;
  readonly toolName?: string;
  /** The id of the call that the question is about, if the question is beside it. */
  readonly callId?: string;
  /** The name of the tool for users, if it has one. */
  readonly toolTitle?: string;
  /** What a permission allows, to complete "Allow this tool to …". */
  readonly purpose?: string;
  /** The arguments of the call that the question is about. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** Seconds that the server waits for the answer, if it reports them. */
  readonly timeout?: number;
  readonly createdAt?: string;
  readonly answer?: RequestAnswer;
  /** State of the server that must be sent back unchanged. */
  readonly handle?: unknown;
}

export interface RequestAnswer {
  readonly input: unknown;
  readonly type: string;
}

/** A source of the answer. */
export interface SourceItem extends ItemBase<'source'> {
  readonly number: number;
  readonly title: string;
  readonly url?: string;
  readonly documentId?: string;
  /** The quoted text. */
  readonly snippet?: string;
  /** The pages of the document that contain the quote, counted from 1. */
  readonly firstPage?: number;
  readonly lastPage?: number;
  /** The characters of the document that are quoted, counted from 0; the last one is exclusive. */
  readonly firstCharacter?: number;
  readonly lastCharacter?: number;
}

/** A file of the conversation: attached by the user, or created by a tool. */
export interface FileItem extends ItemBase<'file'> {
  readonly name: string;
  readonly mediaType?: string;
  /** Size in bytes. */
  readonly size?: number;
  readonly url?: string;
  readonly documentId?: string;
}

/**
 * Data of the application, which the agent or its server sends with an answer. Nothing is displayed unless the page
 * registers a renderer for `data:NAME`.
 */
export interface DataItem extends ItemBase<'data'> {
  readonly name: string;
  /** Any JSON value; its shape is known to the application alone. */
  readonly data: unknown;
  /** Whether the data is for this moment only: it is not part of the message and is not sent back. */
  readonly transient?: boolean;
}

/** Information for the user that is not part of the answer. `code` selects a label; `text` is the fallback. */
export interface NoticeItem extends ItemBase<'notice'> {
  readonly code: string;
  /** Who joined (`person_joined`) or left (`person_left`) the conversation. */
  readonly author?: Author;
  readonly text?: string;
}

/** An error. `code` selects a label; `text` is the message of the server, without tracebacks. */
export interface ErrorItem extends ItemBase<'error'> {
  readonly code: string;
  readonly text?: string;
  /** Advice on what to do, from the server. */
  readonly advice?: string;
  /** Seconds after which the server accepts another request. */
  readonly retryAfter?: number;
  /** Whether a retry can help; assumed if it is absent. */
  readonly retryable?: boolean;
  /** Whether the user's message was not sent. */
  readonly unsent?: boolean;
}

/** All kinds of items by name. Packages can add kinds by declaration merging. */
export interface ItemKinds {
  message: MessageItem;
  step: StepItem;
  text: TextItem;
  thinking: ThinkingItem;
  tool: ToolItem;
  checkpoint: CheckpointItem;
  request: RequestItem;
  source: SourceItem;
  file: FileItem;
  data: DataItem;
  notice: NoticeItem;
  error: ErrorItem;
}

export type Kind = keyof ItemKinds;
export type Item = ItemKinds[Kind];

/** The items of a conversation, JSON-serializable. */
export interface Conversation {
  readonly version: 1;
  readonly children: readonly Item[];
}

export const emptyConversation: Conversation = Object.freeze({
  version: 1,
  children: Object.freeze([]),
});
