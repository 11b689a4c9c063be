import type {Reply} from '../../controller/types.js';
import {UbikEvent} from './event.js';

/** The user sends a message. Cancelable: a canceled message is not sent and stays in the composer. */
export class UbikSendEvent extends UbikEvent {
  readonly text: string;
  /** Ids of uploaded files that go with it. */
  readonly files: readonly string[];

  constructor(text: string, files: readonly string[] = []) {
    super('ubik-send', {cancelable: true});
    this.text = text;
    this.files = files;
  }
}

/** The user wants the run to stop. */
export class UbikStopEvent extends UbikEvent {
  constructor() {
    super('ubik-stop');
  }
}

/** The user answers a question. Whoever acts on it sets `outcome`, and the form waits for that. */
export class UbikReplyEvent extends UbikEvent {
  /** Id of the request item. */
  readonly request: string;
  readonly reply: Reply;
  /** Resolves when the answer has reached the server, rejects when it has not. */
  outcome: Promise<void> | undefined;

  constructor(request: string, reply: Reply) {
    super('ubik-reply');
    this.request = request;
    this.reply = reply;
  }
}

/** The user wants to try again what failed or was lost. */
export class UbikRetryEvent extends UbikEvent {
  constructor() {
    super('ubik-retry');
  }
}

/** The user wants an answer to go on that was cut or paused. */
export class UbikContinueEvent extends UbikEvent {
  constructor() {
    super('ubik-continue');
  }
}

/** The user sends another wording of a message. Cancelable: a canceled one is not sent, and its form stays open. */
export class UbikEditEvent extends UbikEvent {
  /** The server's id of the message. */
  readonly message: string;
  readonly text: string;

  constructor(message: string, text: string) {
    super('ubik-edit', {cancelable: true});
    this.message = message;
    this.text = text;
  }
}

/** The user wants another answer in the place of this one. */
export class UbikRegenerateEvent extends UbikEvent {
  /** The server's id of the message. */
  readonly message: string;

  constructor(message: string) {
    super('ubik-regenerate');
    this.message = message;
  }
}

/** The user wants to see another branch. */
export class UbikNavigateEvent extends UbikEvent {
  /** The server's id of the message to show. */
  readonly message: string;

  constructor(message: string) {
    super('ubik-navigate');
    this.message = message;
  }
}

/** The user wants to go back to a checkpoint. Cancelable: the form of a canceled one stays open. */
export class UbikRestoreEvent extends UbikEvent {
  readonly checkpoint: string;
  /** What should go differently this time. */
  readonly hint: string | undefined;

  constructor(checkpoint: string, hint?: string) {
    super('ubik-restore', {cancelable: true});
    this.checkpoint = checkpoint;
    this.hint = hint;
  }
}

/** The user rates an answer. Cancelable: a canceled rating is not shown as given. */
export class UbikFeedbackEvent extends UbikEvent {
  /** The server's id of the message, or the item's where the server gave none. */
  readonly message: string;
  readonly rating: 'up' | 'down';
  /** Why, in a second event, if the user says so. */
  readonly reason: string | undefined;

  constructor(message: string, rating: 'up' | 'down', reason?: string) {
    super('ubik-feedback', {cancelable: true});
    this.message = message;
    this.rating = rating;
    this.reason = reason;
  }
}

/** The user follows a link of the conversation. Cancelable: a canceled link does not open. */
export class UbikLinkEvent extends UbikEvent {
  readonly url: string;

  constructor(url: string) {
    super('ubik-link', {cancelable: true});
    this.url = url;
  }
}
