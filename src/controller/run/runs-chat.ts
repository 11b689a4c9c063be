import type {QuestionTimes} from './question-times.js';
import type {StreamReader} from './stream-reader.js';
import type {Connection} from '../http/protocol-client.js';
import type {Sessions, SessionsChat} from '../sessions/sessions.js';
import type {Answers} from '../../core/model/answers.js';
import type {MessageItem} from '../../core/model/item.js';

export interface RunsChat extends SessionsChat {
  readonly sessions: Sessions;
  /** How long ago questions were asked. */
  readonly times: QuestionTimes;
  /** The answers that the user gave to questions of this session. */
  readonly answers: Answers;
}

/** An open connection, and how to close it. */
export interface OpenConnection {
  readonly connection: Connection;
  readonly abort: AbortController;
}

/** The request that a run begins with. */
export interface RunRequest {
  /** Whether it replaces messages, which are restored if the request fails. */
  readonly replaces: boolean;
  /** Whether it was sent, whether or not it has arrived. */
  readonly isSent?: boolean;
}

/** A run to start or resume. */
export interface ResumePoint {
  /** The id of the displayed message that the run writes. By default, it writes a new one. */
  readonly item?: string | undefined;
  /** The server's id of the run. */
  readonly run?: string | undefined;
  /** The reader of the displayed message, for a run that continues it. */
  readonly reader?: StreamReader | undefined;
  /** The message that the run continues, for protocols whose decoders continue from a message. */
  readonly message?: MessageItem | undefined;
}
