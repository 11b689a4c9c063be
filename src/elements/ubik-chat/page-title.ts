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
    const {title} = document;
    const shown = this.#notice;
    const own = shown !== '' && title.startsWith(shown) ? title.slice(shown.length) : title;
    this.#notice = notice;
    const rest = own.startsWith(separator) ? own.slice(separator.length) : own;
    document.title = [notice, rest].filter(Boolean).join(separator);
  }

  hostDisconnected(): void {
    this.show('');
  }
}
