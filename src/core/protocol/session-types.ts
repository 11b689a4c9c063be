import type {AgentInput, History, InSession, Operation} from './types.js';

/** Types of what protocols report besides the conversation: sessions, checkpoints, files, the introduction of the agent. */

export interface SessionInfo {
  readonly id: string;
  readonly title?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly status?: string;
}

export interface SessionPage {
  readonly sessions: readonly SessionInfo[];
  readonly more: boolean;
}

export interface CheckpointInfo {
  readonly name: string;
  readonly run?: string;
  readonly createdAt?: string;
}

export interface FileInfo {
  readonly id: string;
  readonly name: string;
  readonly status: 'processing' | 'ready' | 'failed';
  readonly error?: string;
  readonly mediaType?: string;
  /** Size in bytes. */
  readonly size?: number;
  /** The file as a data URL, if it goes with the message itself. */
  readonly url?: string;
}

export interface Onboarding {
  readonly greeting?: string;
  readonly questions: readonly string[];
  /** The agent's own id, if requests need it besides the key. */
  readonly agent?: string;
}

/** The operations on the sessions that the server stores. `withLocalSessions` replaces them by those of the browser. */
export interface SessionOperations {
  readonly create?: Operation<AgentInput & {readonly title?: string}, SessionInfo>;
  readonly history?: Operation<InSession, History>;
  readonly sessions?: Operation<
    AgentInput & {readonly page: number; readonly limit: number},
    SessionPage
  >;
  /** Reports that the user has read the conversation up to its last message. */
  readonly markRead?: Operation<InSession & {readonly last: number}, void>;
  readonly rename?: Operation<InSession & {readonly title: string}, void>;
  readonly remove?: Operation<InSession, void>;
}
