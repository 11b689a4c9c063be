/** What one tab says to the others about the session that both show: a word, and what belongs to it. */
export type TabMessage = readonly [kind: string, ...rest: unknown[]];

/**
 * The other tabs with the same chat. They need not take turns: the server takes one message at a time, and refuses a
 * second one as a conflict. So they only tell each other what there is to see.
 */
export class TabChannel {
  #channel: BroadcastChannel | undefined;
  readonly #session: () => string | undefined;
  readonly #listeners = new Set<(...word: TabMessage) => void>();

  /** `name` is the same for tabs that share a chat; of what concerns one session, only what concerns the one on screen is heard. */
  constructor(name: string, session: () => string | undefined) {
    this.#session = session;
    if (typeof BroadcastChannel !== 'function') return;
    const channel: BroadcastChannel & {unref?: () => void} = new BroadcastChannel(name);
    channel.onmessage = ({data}: MessageEvent<readonly [unknown, ...TabMessage]>) => {
      const [of, ...word] = data;
      if (of === undefined || of === session())
        for (const listener of [...this.#listeners]) listener(...word);
    };
    // Node would wait for words for ever.
    channel.unref?.();
    this.#channel = channel;
  }

  /** Whether other tabs could be heard. */
  get open(): boolean {
    return this.#channel !== undefined && this.#session() !== undefined;
  }

  /** Tells the other tabs. */
  post(...word: TabMessage): void {
    if (this.open) this.#channel?.postMessage([this.#session(), ...word]);
  }

  /** Tells all other tabs with this chat, whatever session they show. */
  broadcast(...word: TabMessage): void {
    this.#channel?.postMessage([undefined, ...word]);
  }

  /** Hears the other tabs; gives back how to end it. */
  subscribe(listener: (...word: TabMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#channel?.close();
    this.#channel = undefined;
  }
}
