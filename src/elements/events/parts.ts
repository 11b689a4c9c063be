import {UbikEvent} from './event.js';

/** A part is about to open or close by the user's wish. Cancelable: a canceled part stays as it is. */
export class UbikToggleEvent extends UbikEvent {
  /** Whether it will be open. */
  readonly open: boolean;

  constructor(open: boolean) {
    super('ubik-toggle', {cancelable: true});
    this.open = open;
  }
}

/** A part wants a file that may need the user's sign-in, such as an image of a tool. Whoever has it sets `outcome`. */
export class UbikAssetEvent extends UbikEvent {
  readonly url: string;
  outcome: Promise<Blob> | undefined;

  constructor(url: string) {
    super('ubik-asset');
    this.url = url;
  }
}

/** Something was copied to the clipboard. */
export class UbikCopyEvent extends UbikEvent {
  readonly text: string;

  constructor(text: string) {
    super('ubik-copy');
    this.text = text;
  }
}

/** What stands in the composer has changed. */
export class UbikDraftEvent extends UbikEvent {
  readonly text: string;

  constructor(text: string) {
    super('ubik-draft');
    this.text = text;
  }
}

/** The user chose, dropped or pasted files. */
export class UbikAttachEvent extends UbikEvent {
  readonly files: readonly File[];

  constructor(files: readonly File[]) {
    super('ubik-attach');
    this.files = files;
  }
}

/** The user removes an attached file. */
export class UbikDetachEvent extends UbikEvent {
  /** Key of the attachment. */
  readonly attachment: string;

  constructor(attachment: string) {
    super('ubik-detach');
    this.attachment = attachment;
  }
}
