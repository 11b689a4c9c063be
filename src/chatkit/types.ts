import type {ApplicationContext} from '../core/protocol/types.js';
import type {AssistantMessage, EventInput} from '../core/protocol/aishu/accumulator.js';
import type {WebSearchQuery, WebSearchResult} from '../core/protocol/aishu/skills.js';

/** Who wrote a message. */
export const RoleType = {USER: 'User', ASSISTANT: 'Assistant'} as const;
export type RoleType = (typeof RoleType)[keyof typeof RoleType];

/** What a content block contains. */
export const BlockType = {
  TEXT: 'Text',
  MARKDOWN: 'Markdown',
  WEB_SEARCH: 'WebSearch',
  TOOL: 'Tool',
  JSON2PLOT: 'Json2Plot',
  WEB_PROCESSOR: 'WebProcessor',
} as const;
export type BlockType = (typeof BlockType)[keyof typeof BlockType];

export interface Role {
  readonly name: string;
  readonly type: RoleType;
  readonly avatar: string;
}

interface BaseBlock<T extends BlockType, C> {
  readonly type: T;
  readonly content: C;
  /** Seconds that the tool took, where the server measured them. */
  readonly consumeTime?: number;
}

/** The user's text, as typed. */
export type TextBlock = BaseBlock<typeof BlockType.TEXT, string>;
/** A part of the answer in Markdown. */
export type MarkdownBlock = BaseBlock<typeof BlockType.MARKDOWN, string>;
export type WebSearchBlock = BaseBlock<typeof BlockType.WEB_SEARCH, WebSearchQuery>;
export type ToolBlock = BaseBlock<typeof BlockType.TOOL, ToolCallData>;
export type Json2PlotBlock = BaseBlock<typeof BlockType.JSON2PLOT, ChartDataSchema>;
export type WebProcessorBlock = BaseBlock<typeof BlockType.WEB_PROCESSOR, WebPage>;

export type ContentBlock =
  TextBlock | MarkdownBlock | WebSearchBlock | ToolBlock | Json2PlotBlock | WebProcessorBlock;

export type {WebSearchQuery, WebSearchResult};

export interface ToolCallData {
  readonly name: string;
  readonly title: string;
  /** Arguments by name. */
  readonly input?: unknown;
  /** The result: a JSON value or text. */
  readonly output?: unknown;
}

/** A chart: rows of data and the columns to draw. */
export interface ChartDataSchema {
  /** `Line`, `Column`, `Pie` or `Circle`. */
  readonly chartType: string;
  readonly title?: string;
  readonly dimensions: readonly ChartColumn[];
  readonly measures: readonly ChartColumn[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

export interface ChartColumn {
  readonly name: string;
  readonly displayName: string;
  readonly dataType: 'string' | 'number' | 'boolean';
}

/** A page that a tool made, to be shown in a frame without rights. */
export interface WebPage {
  readonly url: string;
  readonly title?: string;
  /** Width and height in CSS pixels. */
  readonly size?: readonly [number, number];
}

/** A message as a list of blocks. */
export interface ChatMessage {
  readonly messageId: string;
  readonly role: Role;
  readonly content: readonly ContentBlock[];
  /** The application context of a user message; history keeps only its title. */
  readonly applicationContext?: ApplicationContext;
  /** Facts about a finished answer. */
  readonly messageContext?: {
    readonly relatedQuestions?: readonly string[];
    readonly elapsedSeconds?: number;
    readonly totalTokens?: number;
  };
}

export interface OnboardingInfo {
  /** The greeting; empty where the agent has none. */
  readonly prologue: string;
  readonly predefinedQuestions: readonly string[];
}

/** An entry of the list of conversations. */
export interface ConversationHistory {
  readonly conversationID: string;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly created_at: number;
  /** Milliseconds since the epoch. */
  readonly updated_at: number;
  readonly message_index?: number;
  readonly read_message_index?: number;
}

/** The methods that the AISHU ChatKitDataAgent note asks of an adapter, by the names of the note. */
export interface ChatKitInterface {
  getOnboardingInfo(): Promise<OnboardingInfo>;
  generateConversation(title?: string): Promise<string>;
  sendMessage(
    text: string,
    ctx?: ApplicationContext,
    conversationID?: string,
    regenerateMessageId?: string,
  ): Promise<ChatMessage>;
  reduceAssistantMessage(
    eventMessage: EventInput,
    prev: AssistantMessage,
    messageId?: string,
  ): AssistantMessage;
  shouldRefreshToken(status: number, error?: unknown): boolean;
  terminateConversation(conversationId: string): Promise<void>;
  getConversations(page?: number, size?: number): Promise<readonly ConversationHistory[]>;
  getConversationMessages(conversationId: string): Promise<readonly ChatMessage[]>;
  deleteConversation(conversationID: string): Promise<void>;
  getKnowledgeNetworksDetail(id: string): Promise<unknown>;
  getKnowledgeNetworkObjectTypes(id: string, offset?: number, limit?: number): Promise<unknown>;
  getMetricInfoByIds(ids: readonly string[]): Promise<unknown>;
}

export interface ChatKitDataAgentOptions {
  /**
   * The platform's address, such as `/` (the default) or `https://adp.example.com`; or the address of the API itself,
   * which ends with `/api/agent-factory/v1`.
   */
  readonly baseUrl?: string;
  /** Key of the agent. */
  readonly agentKey: string;
  /** A short-lived access token of the user. */
  readonly token?: string;
  /** Returns a new token after the server refused the last one with status 401. */
  readonly refreshToken?: () => Promise<string>;
  /** Sent as `x-business-domain`; `bd_public` by default. */
  readonly businessDomain?: string;
  /** `latest` (the default), `v0` for the unpublished draft, or `vN`. */
  readonly agentVersion?: string;
  /** `v2` (the default) or `v1`. */
  readonly executorVersion?: string;
  /** Called with the assistant message while it streams, at most once per animation frame. */
  readonly onMessage?: (message: ChatMessage) => void;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof fetch;
}
