import type {RunCoordinator} from '../run/run-coordinator.js';
import type {RunsChat} from '../run/runs-chat.js';
import type {PendingWork} from './pending-work.js';
import type {Turns} from './turns.js';
import type {FileUploads} from './uploads.js';

/** The parts of a chat that turns and answers use. */
export interface TurnsChat extends RunsChat {
  readonly runs: RunCoordinator;
  readonly work: PendingWork;
  readonly turns: Turns;
  readonly uploads: FileUploads;
  /** Stops the run. Resolves when it has ended. */
  stop(): Promise<void>;
}
