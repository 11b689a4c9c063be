/** How far an item has come. `waiting` is waiting for a person. */
export type Status = 'streaming' | 'waiting' | 'done' | 'failed' | 'stopped' | 'interrupted';

/**
 * What every item has. Ids are unique within a conversation and stable when a stream is replayed.
 * Items are never changed in place: another state is another object, the same object the same state.
 */
export interface ItemBase<K extends string> {
  readonly id: string;
  readonly kind: K;
  readonly status: Status;
  readonly children: readonly Item[];
}

/** One contribution of the user, or one run of the agent with everything it produced as children. */
export interface MessageItem extends ItemBase<'message'> {
  readonly role: 'user' | 'assistant';
  /** The server's id of this message, once known. `id` stays what it was when the message was opened. */
  readonly messageId?: string;
  /** The message that this one answers or follows, if the protocol keeps a tree. */
  readonly parentId?: string;
  /** Server ids of all messages that share this one's parent, this one included, oldest first. */
  readonly branches?: readonly string[];
  /** ISO 8601. */
  readonly createdAt?: string;
  /** The session that the stream named, where it names one. */
  readonly sessionId?: string;
  /** The run (Ubik: task, AISHU: agent run) that produces this message: what `attach` and `stop` want. */
  readonly runId?: string;
  /** Progress of the whole run, 0 to 100. */
  readonly progress?: number;
  readonly totalSteps?: number;
  /** What the run is doing now, in the server's words. */
  readonly note?: string;
  /** Why the turn ended, in the protocol's term (`end_turn`, `max_tokens`, `refusal` …). */
  readonly stopReason?: string;
  readonly model?: string;
  readonly usage?: Usage;
  /** Seconds, where the server measured them. */
  readonly duration?: number;
  /** Suggested follow-up questions. */
  readonly suggestions?: readonly string[];
  /** Title of the application context that went with a user message. */
  readonly context?: string;
  /** The protocol's own record of this message, JSON-serialisable, for protocols whose next request returns it unchanged. */
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
  /** 0 to 100. */
  readonly progress?: number;
  /** What the step is doing now, in the server's words. */
  readonly note?: string;
  /** The only step of a single-step agent: its header says nothing that the answer does not. */
  readonly single?: boolean;
  /** ISO 8601, by the server's clock. */
  readonly startedAt?: string;
  readonly endedAt?: string;
}

/** Markdown that the agent, or the user, wrote. */
export interface TextItem extends ItemBase<'text'> {
  readonly text: string;
  /** Where sources are cited, as offsets in UTF-16 code units into `text`. */
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
 * One call of a tool. Streamed values are text as it came; selectors read its meaning, so that half a JSON document
 * is not a special state.
 */
export interface ToolItem extends ItemBase<'tool'> {
  readonly name: string;
  /** The server's id of the call. */
  readonly executionId?: string;
  /** A title for people, if the server sends one; otherwise the view derives it from `name`. */
  readonly title?: string;
  /** JSON text, perhaps unfinished. */
  readonly input: string;
  /** The result: JSON text or plain text. */
  readonly output: string;
  /** Live output under the default key; any other key `k` has a field of its own, `log:k`. Read by `toolLogs`. */
  readonly log: string;
  readonly [log: `log:${string}`]: string;
  /** What the tool went through, in order. */
  readonly phases?: readonly Phase[];
  readonly error?: string;
  /** Who runs it: the server (the default), or the page. */
  readonly runsIn?: 'server' | 'page';
  readonly startedAt?: string;
  readonly endedAt?: string;
}

/** One phase of a tool's work, with what it reported (counts, queries, sources). */
export interface Phase {
  readonly name: string;
  readonly status: 'started' | 'completed' | 'failed';
  readonly message?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A point of the run that can be returned to. */
export interface CheckpointItem extends ItemBase<'checkpoint'> {
  readonly name: string;
  readonly createdAt?: string;
}

/** A question to the user. `waiting` until answered; `interrupted` when it can no longer be answered. */
export interface RequestItem extends ItemBase<'request'> {
  readonly prompt: string;
  /** `text`, `json`, `file`, `confirm`, `choice` …; unknown types are answered by text. */
  readonly inputTypes: readonly string[];
  /** JSON Schema of the answer, if the server sends one. */
  readonly schema?: unknown;
  readonly choices?: readonly string[];
  /** The labels for yes and no, if the server sends them. */
  readonly confirmLabels?: readonly [yes: string, no: string];
  /** Set for a question of the agent. */
  readonly checkpoint?: string;
  /** Set for a question of a tool: answered by `replyTool`. */
  readonly executionId?: string;
  readonly toolName?: string;
  /** Seconds the server waits, where it says so. */
  readonly timeout?: number;
  readonly createdAt?: string;
  readonly answer?: RequestAnswer;
  /** What must go back to the server untouched. */
  readonly handle?: unknown;
}

export interface RequestAnswer {
  readonly input: unknown;
  readonly type: string;
}

/** Something the answer rests on. */
export interface SourceItem extends ItemBase<'source'> {
  readonly number: number;
  readonly title: string;
  readonly url?: string;
  readonly documentId?: string;
  /** The words that are quoted from it. */
  readonly snippet?: string;
  /** The pages of the document that contain the quote, counted from 1. */
  readonly firstPage?: number;
  readonly lastPage?: number;
  /** The characters of the document that are quoted, counted from 0; the last one is exclusive. */
  readonly firstCharacter?: number;
  readonly lastCharacter?: number;
}

/** A file of the conversation: attached by the user, or made by a tool. */
export interface FileItem extends ItemBase<'file'> {
  readonly name: string;
  readonly mediaType?: string;
  /** Bytes. */
  readonly size?: number;
  readonly url?: string;
  readonly documentId?: string;
}

/** Information for the user that is not part of the answer. `code` selects a label; `text` is the fallback. */
export interface NoticeItem extends ItemBase<'notice'> {
  readonly code: string;
  readonly text?: string;
}

/** A failure. `code` is looked up in the labels; `text` is what the server said, cleaned of tracebacks. */
export interface ErrorItem extends ItemBase<'error'> {
  readonly code: string;
  readonly text?: string;
  /** What to do about it, in the server's words. */
  readonly advice?: string;
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfter?: number;
}

/** Every kind of item by name. Others may add kinds by declaration merging. */
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
  notice: NoticeItem;
  error: ErrorItem;
}

export type Kind = keyof ItemKinds;
export type Item = ItemKinds[Kind];

/** Everything that was said, JSON-serialisable. */
export interface Conversation {
  readonly version: 1;
  readonly children: readonly Item[];
}

export const emptyConversation: Conversation = Object.freeze({
  version: 1,
  children: Object.freeze([]),
});
