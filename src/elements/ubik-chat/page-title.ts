import type {ReactiveController, ReactiveControllerHost} from 'lit';

const separator = ' · ';

/** Writes a notice in front of the title of the page while the host is in the page. */
export class PageTitle implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #notice = '';
  #isConnected = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** @param notice The notice; empty for none. */
  show(notice: string): void {
    if (notice === this.#notice || !this.#isConnected) return;
    // The notice of another chat may be in front of it.
    const parts = document.title.split(separator);
    const at = parts.indexOf(this.#notice);
    if (this.#notice && at >= 0) parts.splice(at, 1);
    this.#notice = notice;
    document.title = [notice, ...parts].filter(Boolean).join(separator);
  }

  hostConnected(): void {
    this.#isConnected = true;
    this.#host.requestUpdate(); // The host shows its notice when it is updated.
  }

  hostDisconnected(): void {
    this.show('');
    this.#isConnected = false;
  }
}
