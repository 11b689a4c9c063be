import {LazyModule} from '../../controller/lazy-module.js';
import type {ChatEvent} from '../../controller/types.js';
import type {Labels} from '../locales/en.js';
import type {AnnouncedState, AnnouncementTexts, Narration} from './announcement-texts.js';
import type {Announcer} from './announcer.js';

export type {Narration};

const announcing = new LazyModule(() => import('./announcing.js'));

interface Loaded {
  readonly announcer: Announcer;
  readonly texts: AnnouncementTexts;
}

/** The element that announces. */
interface Host {
  readonly narration: Narration;
  requestUpdate(): void;
}

/**
 * Announces what happens in a chat: `texts` turns events and changes of state into sentences, `announcer` paces them. Both
 * are loaded before the first answer; what happens until then is announced afterwards.
 */
export class LiveAnnouncements {
  readonly #host: Host;
  readonly #region: () => HTMLElement | null;
  #loaded: Loaded | undefined;
  #pending: ((loaded: Loaded) => void)[] = [];
  #network: AbortController | undefined;

  /**
   * @param host Updated when the code has loaded; it then calls `onState` again.
   * @param region Returns the live region.
   */
  constructor(host: Host, region: () => HTMLElement | null) {
    this.#host = host;
    this.#region = region;
  }

  /**
   * Announces from now on when the browser goes offline and online.
   *
   * @param textOf Returns what is announced; empty for nothing.
   */
  connect(textOf: (event: 'offline' | 'online') => string): void {
    this.#network = new AbortController();
    const {signal} = this.#network;
    for (const type of ['offline', 'online'] as const) {
      addEventListener(type, () => this.announce(textOf(type)), {signal});
    }
  }

  /** Discards everything that has not been announced yet. */
  disconnect(): void {
    this.#network?.abort();
    this.#pending = [];
    this.#loaded?.announcer.clear();
  }

  /** Loads the code, unless nothing is announced. */
  preload(): void {
    this.#load();
  }

  /** Announces a text before all others, for example in response to an action of the user. */
  announce(text: string): void {
    this.#run(({announcer}) => announcer.announce(text, true));
  }

  /** Announces what has changed in the state. */
  onState(state: AnnouncedState, labels: Labels): void {
    this.#load()?.texts.onState(state, labels);
  }

  onEvent(event: ChatEvent, state: AnnouncedState, labels: Labels): void {
    this.#run(({texts}) => texts.onEvent(event, state, labels));
  }

  #run(act: (loaded: Loaded) => void): void {
    if (this.#host.narration === 'off') return;
    const loaded = this.#load();
    if (loaded) act(loaded);
    else this.#pending.push(act);
  }

  #load(): Loaded | undefined {
    if (this.#host.narration === 'off') return undefined;
    const module = this.#loaded ? undefined : announcing.get(this.#host);
    if (module) {
      this.#loaded = module.createAnnouncements(this.#region, () => this.#host.narration);
      for (const act of this.#pending.splice(0)) act(this.#loaded);
    }
    return this.#loaded;
  }
}
