import type {CheckpointInfo, SessionPage} from '../../core/protocol/session-types.js';
import {UbikEvent} from './event.js';

/** The user wants to see a page of the sessions. Whoever has it sets `outcome`. */
export class UbikSessionsEvent extends UbikEvent {
  /** From 1. */
  readonly page: number;
  outcome: Promise<SessionPage> | undefined;

  constructor(page: number) {
    super('ubik-sessions');
    this.page = page;
  }
}

/** Something is to happen to a session. Whoever acts on it sets `outcome`, and the list waits for that. */
abstract class SessionEvent extends UbikEvent {
  readonly session: string;
  /** Resolves when it is done, rejects when it could not be. */
  outcome: Promise<void> | undefined;

  constructor(type: `ubik-session-${string}`, session: string) {
    super(type);
    this.session = session;
  }
}

/** The user wants to see another session. */
export class UbikSessionOpenEvent extends SessionEvent {
  constructor(session: string) {
    super('ubik-session-open', session);
  }
}

/** The user gives a session another title. */
export class UbikSessionRenameEvent extends SessionEvent {
  readonly title: string;

  constructor(session: string, title: string) {
    super('ubik-session-rename', session);
    this.title = title;
  }
}

/** The user removes a session, and has been asked whether it is meant so. */
export class UbikSessionRemoveEvent extends SessionEvent {
  constructor(session: string) {
    super('ubik-session-remove', session);
  }
}

/** Somebody began, renamed or removed a session, here or in another tab: a list of them is out of date. */
export class UbikSessionsChangeEvent extends UbikEvent {
  constructor() {
    super('ubik-sessions-change');
  }
}

/** The user wants to see the points of this session that can be returned to. Whoever has them sets `outcome`. */
export class UbikCheckpointsEvent extends UbikEvent {
  outcome: Promise<readonly CheckpointInfo[]> | undefined;

  constructor() {
    super('ubik-checkpoints');
  }
}
