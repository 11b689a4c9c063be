import type {QuestionTimes} from './question-times.js';
import type {StreamReader} from './stream-reader.js';
import type {Connection, ProtocolClient} from '../http/protocol-client.js';
import type {SessionStore} from '../sessions/session-store.js';
import type {Sessions} from '../sessions/sessions.js';
import type {Settings} from '../settings.js';
import type {State} from '../state.js';
import type {TabChannel} from '../tabs/tab-channel.js';
import type {MessageItem} from '../../core/model/item.js';

/** What the runs use of their chat. */
export interface RunsChat {
  readonly state: State;
  readonly client: ProtocolClient;
  readonly sessions: Sessions;
  readonly store: SessionStore;
  readonly tabs: TabChannel;
  readonly times: QuestionTimes;
  readonly settings: Settings;
  /** Aborted when the chat changes its endpoint or ends. */
  readonly signal: AbortSignal;
}

/** An open connection, and how to close it. */
export interface OpenConnection {
  readonly connection: Connection;
  readonly abort: AbortController;
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
