import type {ReactiveControllerHost} from 'lit';
import {LazyModule} from '../base/lazy-element.js';
import type {AnnouncementTexts} from './announcement-texts.js';
import type {Announcer} from './announcer.js';

/** Loaded when a chat is first visible. */
const announcements = new LazyModule(() => import('./announcements.js'));

interface Speech {
  readonly announcer: Announcer;
  readonly texts: AnnouncementTexts;
}

/** Announces what happens in a chat. The code is loaded lazily; actions that precede it are run in order once it is there. */
export class LiveAnnouncements {
  readonly #host: ReactiveControllerHost;
  readonly #display: (text: string) => void;
  #speech: Speech | undefined;
  #pending: ((speech: Speech) => void)[] = [];

  /** @param display Puts a text into the live region. */
  constructor(host: ReactiveControllerHost, display: (text: string) => void) {
    this.#host = host;
    this.#display = display;
  }

  /** Runs an action now, or as soon as the code is loaded. */
  enqueue(action: (speech: Speech) => void): void {
    this.#pending.push(action);
    this.flush();
  }

  /** Announces a text in response to an action of the user. */
  announce(text: string): void {
    this.enqueue(({announcer}) => announcer.announce(text, true));
  }

  /**
   * Runs pending actions.
   *
   * @param load Whether to load the code even if no action is pending.
   */
  flush(load = true): Speech | undefined {
    const isNeeded = load || this.#pending.length > 0;
    const module = isNeeded ? announcements.get(this.#host) : undefined;
    if (module && !this.#speech) {
      const announcer = new module.Announcer(this.#display);
      this.#speech = {announcer, texts: new module.AnnouncementTexts(announcer)};
    }
    if (this.#speech) for (const action of this.#pending.splice(0)) action(this.#speech);
    return this.#speech;
  }

  /** Discards everything that has not been announced yet. */
  clear(): void {
    this.#pending = [];
    this.#speech?.announcer.clear();
  }
}
