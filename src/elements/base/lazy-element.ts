import type {ReactiveControllerHost} from 'lit';

/** How long after a failure nothing is fetched again, unless the page comes back online: milliseconds. */
const patience = 5000;

const loading = new Set<Promise<unknown>>();

/** Counts a request among those that `whenLoaded` waits for. */
export function trackLoading(request: Promise<unknown>): void {
  const forget = (): unknown => loading.delete(request);
  loading.add(request);
  void request.then(forget, forget);
}

/** Resolves when everything that is being loaded for the view has arrived or failed; `undefined` if nothing is. */
export const whenLoaded = (): Promise<unknown> | undefined =>
  loading.size > 0 ? Promise.allSettled(loading) : undefined;

/** A part of the view that is fetched when something is first drawn by it, and again where it could not be fetched. */
export class LazyModule<T> {
  readonly #fetch: () => Promise<T>;
  readonly #hosts = new Set<ReactiveControllerHost>();
  #part: T | undefined;
  #coming: Promise<void> | undefined;
  #failedAt = -Infinity;

  constructor(fetch: () => Promise<T>) {
    this.#fetch = fetch;
  }

  /** It, or `undefined` while it is not there; then it is asked for, and the host is drawn once more when it is. */
  get(host?: ReactiveControllerHost): T | undefined {
    if (this.#part !== undefined) return this.#part;
    if (host) this.#hosts.add(host);
    void this.load();
    return undefined;
  }

  /** Resolves when it is there, or could not be fetched; nothing where it is there, or failed a moment ago. */
  load(): Promise<void> | undefined {
    return performance.now() - this.#failedAt > patience ? this.#load() : undefined;
  }

  #load(): Promise<void> | undefined {
    if (this.#part !== undefined) return undefined;
    if (!this.#coming) trackLoading((this.#coming = this.#begin()));
    return this.#coming;
  }

  async #begin(): Promise<void> {
    try {
      this.#part = await this.#fetch();
      for (const host of this.#hosts) host.requestUpdate();
      this.#hosts.clear();
    } catch (error) {
      // The page hears of it once, however often this fails.
      if (this.#failedAt < 0) addEventListener('online', () => void this.#load());
      this.#failedAt = performance.now();
      reportError(error);
    } finally {
      this.#coming = undefined;
    }
  }
}

/**
 * An element that is fetched when something is first drawn by it. Until it is there, and where it cannot be fetched, the
 * words between its tags are what is read.
 *
 * @param load Fetches what registers it.
 * @returns What asks for it, each time something is drawn by it, and tells whether it is there.
 */
export function lazyElement(load: () => Promise<unknown>): () => boolean {
  const part = new LazyModule(load);
  return () => part.get() !== undefined;
}
