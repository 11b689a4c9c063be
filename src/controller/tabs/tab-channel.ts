/** A message between tabs that display the same session: its kind and its values. */
export type TabMessage = readonly [kind: string, ...rest: unknown[]];

/**
 * Messages between the tabs with the same chat. Tabs need no lock: the server takes one message at a time and refuses a
 * second one as a conflict. So the messages only report changes to display.
 */
export class TabChannel {
  #channel: BroadcastChannel | undefined;
  readonly #session: () => string | undefined;
  readonly #listeners = new Set<(...message: TabMessage) => void>();

  /** `name` is the same for tabs that share a chat. Messages about another session than the displayed one are ignored. */
  constructor(name: string, session: () => string | undefined) {
    this.#session = session;
    if (typeof BroadcastChannel !== 'function') return;
    let channel: BroadcastChannel & {unref?: () => void};
    try {
      channel = new BroadcastChannel(name);
    } catch {
      return; // Firefox refuses it where it blocks storage.
    }
    channel.onmessage = ({data}: MessageEvent<readonly [unknown, ...TabMessage]>) => {
      const [of, ...message] = data;
      if (of === undefined || of === session())
        for (const listener of [...this.#listeners]) listener(...message);
    };
    // Otherwise the channel would keep a Node process alive.
    channel.unref?.();
    this.#channel = channel;
  }

  /** Whether messages can be received. */
  get isOpen(): boolean {
    return this.#channel !== undefined && this.#session() !== undefined;
  }

  /** Sends a message to the tabs with this session. */
  post(...message: TabMessage): void {
    if (this.isOpen) this.#channel?.postMessage([this.#session(), ...message]);
  }

  /** Sends a message to all tabs with this chat, whatever session they display. */
  broadcast(...message: TabMessage): void {
    this.#channel?.postMessage([undefined, ...message]);
  }

  /** Returns an unsubscribe function. */
  subscribe(listener: (...message: TabMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#channel?.close();
    this.#channel = undefined;
  }
}

/** The channels of targets that may be collected. */
const channels = new FinalizationRegistry<TabChannel>(channel => channel.close());

/**
 * Calls back when the user logs out in another tab, without keeping the target in memory: `logOut` must not refer to it
 * otherwise (decision 125).
 *
 * @param key The key of the store of the chat, which the tabs share.
 */
export function onLogOut<T extends object>(
  key: string,
  target: T,
  logOut: (target: T) => void,
): TabChannel {
  const tabs = new TabChannel(key, () => undefined);
  const reference = new WeakRef(target);
  tabs.subscribe(kind => {
    const kept = reference.deref();
    if (kept && kind === 'shutdown') logOut(kept);
  });
  channels.register(target, tabs);
  return tabs;
}
