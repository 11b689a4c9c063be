/** Types of what protocols report besides the conversation: sessions, checkpoints, files, the agent's introduction. */

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
