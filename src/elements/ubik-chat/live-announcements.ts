import type {ReactiveControllerHost} from 'lit';
import {narration} from '../base/lazy-parts.js';
import type * as Narration from './narration.js';

/** Who finds the words, and who says them at a pace that can be followed. */
interface Teller {
  readonly narrator: Narration.Narrator;
  readonly announcer: Narration.Announcer;
}

/** What a chat tells assistive technology. Who tells it is fetched; what happened meanwhile is told then, in its order. */
export class LiveAnnouncements {
  readonly #host: ReactiveControllerHost;
  readonly #speak: (text: string) => void;
  #teller: Teller | undefined;
  #untold: ((teller: Teller) => void)[] = [];

  /** @param speak Puts a text into the live region. */
  constructor(host: ReactiveControllerHost, speak: (text: string) => void) {
    this.#host = host;
    this.#speak = speak;
  }

  /** Tells something, now or when there is somebody to tell it. */
  tell(act: (teller: Teller) => void): void {
    this.#untold.push(act);
    this.reach();
  }

  /** Says something that answers what the user has just done. */
  say(words: string): void {
    this.tell(({announcer}) => announcer.say(words, true));
  }

  /** Tells what is left to tell. Where nothing is, somebody is fetched only if it is `wanted`. */
  reach(wanted = true): Teller | undefined {
    const part = wanted || this.#untold.length > 0 ? narration.get(this.#host) : undefined;
    if (part && !this.#teller) {
      const announcer = new part.Announcer(this.#speak);
      this.#teller = {announcer, narrator: new part.Narrator(announcer)};
    }
    if (this.#teller) for (const act of this.#untold.splice(0)) act(this.#teller);
    return this.#teller;
  }

  /** Forgets what has not been said yet. */
  stop(): void {
    this.#untold = [];
    this.#teller?.announcer.stop();
  }
}
