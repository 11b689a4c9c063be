import type {ReactiveControllerHost} from 'lit';

/** The minimum time between two attempts, unless the page comes back online. */
const retryDelayMs = 5000;

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

/** A module that is loaded when it is first needed. A failed load is retried the next time it is needed. */
export class LazyModule<T> {
  readonly #fetch: () => Promise<T>;
  readonly #hosts = new Set<ReactiveControllerHost>();
  #module: T | undefined;
  #loading: Promise<void> | undefined;
  #failedAt = -Infinity;

  constructor(fetch: () => Promise<T>) {
    this.#fetch = fetch;
  }

  /** The module; until it is loaded, `undefined`: then loading starts, and the host is updated once it has finished. */
  get(host?: ReactiveControllerHost): T | undefined {
    if (this.#module !== undefined) return this.#module;
    if (host) this.#hosts.add(host);
    void this.load();
    return undefined;
  }

  /** Resolves when loading has succeeded or failed; `undefined` if the module is loaded, or has failed just now. */
  load(): Promise<void> | undefined {
    return performance.now() - this.#failedAt > retryDelayMs ? this.#load() : undefined;
  }

  #load(): Promise<void> | undefined {
    if (this.#module !== undefined) return undefined;
    if (!this.#loading) trackLoading((this.#loading = this.#begin()));
    return this.#loading;
  }

  async #begin(): Promise<void> {
    try {
      this.#module = await this.#fetch();
      for (const host of this.#hosts) host.requestUpdate();
      this.#hosts.clear();
    } catch (error) {
      // Retry when the page is online again; one listener is enough.
      if (this.#failedAt < 0) addEventListener('online', () => void this.#load());
      this.#failedAt = performance.now();
      reportError(error);
    } finally {
      this.#loading = undefined;
    }
  }
}

/**
 * An element that is loaded when it is first rendered. Until then, and if loading fails, the content between its tags is
 * displayed.
 *
 * @param load Imports the file that registers the element.
 * @returns A function to call with each render: starts loading, and returns whether the element is registered.
 */
export function lazyElement(load: () => Promise<unknown>): () => boolean {
  const part = new LazyModule(load);
  return () => part.get() !== undefined;
}
