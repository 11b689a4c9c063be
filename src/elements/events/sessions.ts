// What the list of conversations reports and requests.
import type {SessionPage} from '../../core/protocol/session-types.js';
import {type EventName, ResultRequestEvent, UbikElementEvent} from './event.js';

/** The list of sessions needs a page. */
export class UbikSessionListRequestEvent extends ResultRequestEvent<SessionPage> {
  /** Counted from 1. */
  readonly page: number;

  constructor(page: number) {
    super('ubik-session-list-request');
    this.page = page;
  }
}

/** The user acts on a session. The list waits for the result. */
abstract class SessionRequestEvent extends ResultRequestEvent<void> {
  readonly session: string;

  constructor(type: EventName & `ubik-session-${string}-request`, session: string) {
    super(type);
    this.session = session;
  }
}

/** The user opens another session. */
export class UbikSessionOpenRequestEvent extends SessionRequestEvent {
  constructor(session: string) {
    super('ubik-session-open-request', session);
  }
}

/** The user renames a session. */
export class UbikSessionRenameRequestEvent extends SessionRequestEvent {
  readonly title: string;

  constructor(session: string, title: string) {
    super('ubik-session-rename-request', session);
    this.title = title;
  }
}

/** The user removes a session, after having confirmed it. */
export class UbikSessionRemoveRequestEvent extends SessionRequestEvent {
  constructor(session: string) {
    super('ubik-session-remove-request', session);
  }
}

/** A session was created, renamed or removed, here or in another tab: a list of them is out of date. */
export class UbikSessionListChangeEvent extends UbikElementEvent {
  constructor() {
    super('ubik-session-list-change');
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'ubik-session-list-request': UbikSessionListRequestEvent;
    'ubik-session-open-request': UbikSessionOpenRequestEvent;
    'ubik-session-rename-request': UbikSessionRenameRequestEvent;
    'ubik-session-remove-request': UbikSessionRemoveRequestEvent;
    'ubik-session-list-change': UbikSessionListChangeEvent;
  }
}
