// What an element reports or requests by itself, such as a text that was copied.
import type {ApplicationContext} from '../../core/protocol/types.js';
import {ActionRequestEvent, ResultRequestEvent, UbikElementEvent} from './event.js';

/** The user opens or closes a part. If canceled, it stays as it is. */
export class UbikToggleRequestEvent extends ActionRequestEvent {
  /** Whether it will be open. */
  readonly open: boolean;

  constructor(open: boolean) {
    super('ubik-toggle-request');
    this.open = open;
  }
}

/** The run of a message has ended, and its work is about to be folded into one line. If canceled, it stays displayed. */
export class UbikFoldRequestEvent extends ActionRequestEvent {
  constructor() {
    super('ubik-fold-request');
  }
}

/** An element needs a file that may require the user's access token, such as an image that a tool created. */
export class UbikAssetRequestEvent extends ResultRequestEvent<Blob> {
  readonly url: string;

  constructor(url: string) {
    super('ubik-asset-request');
    this.url = url;
  }
}

/** The inspector displays a recording that was opened from a file. */
export class UbikRecordingOpenEvent extends UbikElementEvent {
  constructor() {
    super('ubik-recording-open');
  }
}

/** A text was copied to the clipboard. */
export class UbikCopiedEvent extends UbikElementEvent {
  readonly text: string;

  constructor(text: string) {
    super('ubik-copied');
    this.text = text;
  }
}

/** The text of the composer has changed. */
export class UbikDraftChangeEvent extends UbikElementEvent {
  readonly text: string;

  constructor(text: string) {
    super('ubik-draft-change');
    this.text = text;
  }
}

/**
 * An app of a tool writes a draft of the next message, or adds data to it. The user sees both, and sends or removes them.
 * The result is whether it was accepted: a draft never replaces a text of the user, and data never those of the page.
 * A context whose data are `undefined` withdraws what the app has added.
 */
export class UbikDraftRequestEvent extends ResultRequestEvent<boolean> {
  readonly text: string | undefined;
  readonly context: ApplicationContext | undefined;

  constructor({text, context}: {text?: string; context?: ApplicationContext}) {
    super('ubik-draft-request');
    this.text = text;
    this.context = context;
  }
}

/** The user chose, dropped or pasted files. If canceled, they are not uploaded. */
export class UbikAttachRequestEvent extends ActionRequestEvent {
  readonly files: readonly File[];

  constructor(files: readonly File[]) {
    super('ubik-attach-request');
    this.files = files;
  }
}

/** The user removes an attached file. If canceled, it stays. */
export class UbikDetachRequestEvent extends ActionRequestEvent {
  /** Key of the attachment. */
  readonly attachment: string;

  constructor(attachment: string) {
    super('ubik-detach-request');
    this.attachment = attachment;
  }
}

/** The user follows a link of the conversation. If canceled, it does not open. */
export class UbikLinkRequestEvent extends ActionRequestEvent {
  readonly url: string;

  constructor(url: string) {
    super('ubik-link-request');
    this.url = url;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'ubik-toggle-request': UbikToggleRequestEvent;
    'ubik-fold-request': UbikFoldRequestEvent;
    'ubik-asset-request': UbikAssetRequestEvent;
    'ubik-recording-open': UbikRecordingOpenEvent;
    'ubik-copied': UbikCopiedEvent;
    'ubik-draft-change': UbikDraftChangeEvent;
    'ubik-draft-request': UbikDraftRequestEvent;
    'ubik-attach-request': UbikAttachRequestEvent;
    'ubik-detach-request': UbikDetachRequestEvent;
    'ubik-link-request': UbikLinkRequestEvent;
  }
}
