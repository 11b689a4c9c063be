// What the user requests from the chat by a button. `chat-requests.ts` carries them out.
import type {Reply} from '../../controller/types.js';
import {ActionRequestEvent, ResultRequestEvent} from './event.js';

/** The user sends a message. If canceled, it stays in the composer. */
export class UbikSendRequestEvent extends ActionRequestEvent {
  readonly text: string;
  /** Ids of the uploaded files that are sent with it. */
  readonly files: readonly string[];

  constructor(text: string, files: readonly string[] = []) {
    super('ubik-send-request');
    this.text = text;
    this.files = files;
  }
}

/** The user stops the run. */
export class UbikStopRequestEvent extends ActionRequestEvent {
  constructor() {
    super('ubik-stop-request');
  }
}

/** The user answers a question. The form waits for the result: it resolves when the answer has reached the server. */
export class UbikReplyRequestEvent extends ResultRequestEvent<void> {
  /** Id of the request item. */
  readonly request: string;
  readonly reply: Reply;

  constructor(request: string, reply: Reply) {
    super('ubik-reply-request');
    this.request = request;
    this.reply = reply;
  }
}

/** The user asks for more time to answer a question. The question waits for the result: it resolves when the server agrees. */
export class UbikExtendRequestEvent extends ResultRequestEvent<void> {
  /** Id of the request item. */
  readonly request: string;

  constructor(request: string) {
    super('ubik-extend-request');
    this.request = request;
  }
}

/** The user retries what failed, or reconnects. */
export class UbikRetryRequestEvent extends ActionRequestEvent {
  constructor() {
    super('ubik-retry-request');
  }
}

/** The user withdraws a message that was not sent. Its text and its files return to the composer. */
export class UbikWithdrawRequestEvent extends ActionRequestEvent {
  constructor() {
    super('ubik-withdraw-request');
  }
}

/** The user continues an answer that was cut or paused. */
export class UbikContinueRequestEvent extends ActionRequestEvent {
  constructor() {
    super('ubik-continue-request');
  }
}

/** The user edits a message. If canceled, the form stays open. */
export class UbikEditRequestEvent extends ActionRequestEvent {
  /** The server's id of the message. */
  readonly message: string;
  readonly text: string;

  constructor(message: string, text: string) {
    super('ubik-edit-request');
    this.message = message;
    this.text = text;
  }
}

/** The user asks for another answer to the same message. */
export class UbikRegenerateRequestEvent extends ActionRequestEvent {
  /** The server's id of the message. */
  readonly message: string;

  constructor(message: string) {
    super('ubik-regenerate-request');
    this.message = message;
  }
}

/** The user switches to another branch. */
export class UbikNavigateRequestEvent extends ActionRequestEvent {
  /** The server's id of the message to show. */
  readonly message: string;

  constructor(message: string) {
    super('ubik-navigate-request');
    this.message = message;
  }
}

/** The user restores a checkpoint. If canceled, the form stays open. */
export class UbikRestoreRequestEvent extends ActionRequestEvent {
  readonly checkpoint: string;
  /** An instruction for this attempt. */
  readonly hint: string | undefined;

  constructor(checkpoint: string, hint?: string) {
    super('ubik-restore-request');
    this.checkpoint = checkpoint;
    this.hint = hint;
  }
}

/** The user rates an answer; the page stores the rating. If canceled, the rating is not displayed as given. */
export class UbikFeedbackRequestEvent extends ActionRequestEvent {
  /** The server's id of the message, or the item's where the server gave none. */
  readonly message: string;
  readonly rating: 'up' | 'down';
  /** The user's reason, if given; it comes with a second event. */
  readonly reason: string | undefined;
  /** The trace id of the answer, if the server states one or `tracing` is set. */
  readonly traceId: string | undefined;

  constructor(
    message: string,
    rating: 'up' | 'down',
    {reason, traceId}: {reason?: string; traceId?: string | undefined} = {},
  ) {
    super('ubik-feedback-request');
    this.message = message;
    this.rating = rating;
    this.reason = reason;
    this.traceId = traceId;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'ubik-send-request': UbikSendRequestEvent;
    'ubik-stop-request': UbikStopRequestEvent;
    'ubik-reply-request': UbikReplyRequestEvent;
    'ubik-extend-request': UbikExtendRequestEvent;
    'ubik-retry-request': UbikRetryRequestEvent;
    'ubik-withdraw-request': UbikWithdrawRequestEvent;
    'ubik-continue-request': UbikContinueRequestEvent;
    'ubik-edit-request': UbikEditRequestEvent;
    'ubik-regenerate-request': UbikRegenerateRequestEvent;
    'ubik-navigate-request': UbikNavigateRequestEvent;
    'ubik-restore-request': UbikRestoreRequestEvent;
    'ubik-feedback-request': UbikFeedbackRequestEvent;
  }
}

/** The names of these events. The default export, because `events.ts` exports everything else to pages. */
const requests = [
  'ubik-send-request',
  'ubik-stop-request',
  'ubik-reply-request',
  'ubik-extend-request',
  'ubik-retry-request',
  'ubik-withdraw-request',
  'ubik-continue-request',
  'ubik-edit-request',
  'ubik-regenerate-request',
  'ubik-navigate-request',
  'ubik-restore-request',
  'ubik-feedback-request',
] as const satisfies readonly (keyof GlobalEventHandlersEventMap)[];

export default requests;
