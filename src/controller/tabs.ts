/** What one tab tells the others of a session: its run has begun, has its answer, or is over. */
export type News = 'started' | 'answered' | 'ended';

/**
 * The other tabs with the same chat. They need not take turns: the server takes one message at a time, and refuses a
 * second one as a conflict. So they only tell each other when there is something to see.
 */
export class Tabs {
  readonly #channel: BroadcastChannel | undefined;
  readonly #session: () => string | undefined;

  /** `name` is the same for tabs that share a chat; `onNews` hears what concerns the session that is on screen. */
  constructor(name: string, session: () => string | undefined, onNews: (news: News) => void) {
    this.#session = session;
    if (typeof BroadcastChannel !== 'function') return;
    const channel: BroadcastChannel & {unref?: () => void} = new BroadcastChannel(name);
    channel.onmessage = ({data}: MessageEvent<unknown>) => {
      const [of, news] = Array.isArray(data) ? (data as unknown[]) : [];
      if (of === session() && isNews(news)) onNews(news);
    };
    // Node would wait for news for ever.
    channel.unref?.();
    this.#channel = channel;
  }

  /** Tells the other tabs. */
  tell(news: News): void {
    const session = this.#session();
    if (session !== undefined) this.#channel?.postMessage([session, news]);
  }

  close(): void {
    this.#channel?.close();
  }
}

const isNews = (news: unknown): news is News =>
  news === 'started' || news === 'answered' || news === 'ended';
