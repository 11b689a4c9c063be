import type {ReactiveController, ReactiveControllerHost} from 'lit';

const separator = ' · ';

/** Writes a notice in front of the title of the page, and removes it again. */
export class PageTitle implements ReactiveController {
  #notice = '';

  constructor(host: ReactiveControllerHost) {
    host.addController(this);
  }

  /** @param notice The notice; empty for none. */
  show(notice: string): void {
    if (notice === this.#notice) return;
    // The notice of another chat may be in front of it.
    const parts = document.title.split(separator);
    const at = parts.indexOf(this.#notice);
    if (this.#notice && at >= 0) parts.splice(at, 1);
    this.#notice = notice;
    document.title = [notice, ...parts].filter(Boolean).join(separator);
  }

  hostDisconnected(): void {
    this.show('');
  }
}
