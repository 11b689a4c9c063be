import {AnnouncementTexts} from './announcement-texts.js';
import {Announcer} from './announcer.js';

/** Announces what happens in a chat: `texts` turns events and changes of state into sentences, `announcer` paces them. */
export class LiveAnnouncements {
  readonly #announcer: Announcer;
  readonly texts: AnnouncementTexts;

  /** @param display Puts a text into the live region. */
  constructor(display: (text: string) => void) {
    this.#announcer = new Announcer(display);
    this.texts = new AnnouncementTexts(this.#announcer);
  }

  /** Announces a text in response to an action of the user. */
  announce(text: string): void {
    this.#announcer.announce(text, true);
  }

  /** Discards everything that has not been announced yet. */
  clear(): void {
    this.#announcer.clear();
  }
}
