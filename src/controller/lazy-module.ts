import {backoff} from '../core/sse/backoff.js';
import {delayUntilWake} from './delay.js';
import {defaultEnvironment, type Environment} from './environment.js';
import {reportToConsole} from './report-to-console.js';

/** Something that is updated when a module has loaded, such as an element. */
interface Updatable {
  requestUpdate(): void;
}

interface LazyModuleOptions {
  readonly environment?: Environment;
  /** Receives the first error of a series of failed attempts. Default: `reportError`. */
  readonly report?: (error: unknown) => void;
}

/** After this number of failed attempts, only a wake of the page causes another one. */
const maxTimedRetries = 5;

const loading = new Set<Promise<unknown>>();

/** Resolves when everything that is being loaded for the view has arrived or failed; `undefined` if nothing is. */
export const whenLoaded = (): Promise<unknown> | undefined =>
  loading.size > 0 ? Promise.allSettled(loading) : undefined;

/** The attempts that the current `renderWithMissing` waits for. */
let missing: Set<Promise<unknown>> | undefined;

/**
 * Calls a synchronous function that renders. Returns its result, and a promise that resolves when the modules that it lacked
 * have arrived or failed: `undefined` if it lacked none. Other modules do not count: a server renders for many pages.
 */
export function renderWithMissing<T>(render: () => T): [T, Promise<unknown> | undefined] {
  const attempts = (missing = new Set<Promise<unknown>>());
  try {
    const result = render();
    return [result, attempts.size > 0 ? Promise.allSettled(attempts) : undefined];
  } finally {
    missing = undefined;
  }
}

/**
 * A module that is loaded when it is first needed. After a failure it is requested again as long as a subscriber waits for
 * it: with increasing delays, and when the page is online, visible or restored again. The first failure is reported.
 */
export class LazyModule<T> {
  readonly #import: () => Promise<T>;
  readonly #environment: Environment;
  readonly #report: (error: unknown) => void;
  readonly #subscribers = new Set<Updatable>();
  #value: T | undefined;
  #attempt: Promise<T> | undefined;
  #failures = 0;
  /** Ends the pause before the next attempt. */
  #pause: AbortController | undefined;

  constructor(
    load: () => Promise<T>,
    {environment = defaultEnvironment, report = reportToConsole}: LazyModuleOptions = {},
  ) {
    this.#import = load;
    this.#environment = environment;
    this.#report = report;
  }

  /** The module, if it has loaded. */
  get value(): T | undefined {
    return this.#value;
  }

  /** The current attempt to load the module; `undefined` between attempts and afterwards. */
  get attempt(): Promise<T> | undefined {
    return this.#attempt;
  }

  /** The module; until it has loaded, `undefined`: then loading starts, and the subscriber is updated afterwards. */
  get(subscriber: Updatable = noSubscriber): T | undefined {
    if (this.#value === undefined) this.subscribe(subscriber);
    return this.#value;
  }

  /** Loads the module now, also between two timed attempts. Rejects if this attempt fails. */
  load(): Promise<T> {
    if (this.#value !== undefined) return Promise.resolve(this.#value);
    return this.#attempt ?? this.#start();
  }

  /**
   * Loads the module, with retries, and updates the subscriber when it has loaded; not if it had loaded before. Returns an
   * unsubscribe function.
   */
  subscribe(subscriber: Updatable): () => void {
    if (this.#value !== undefined) return () => undefined;
    this.#subscribers.add(subscriber);
    if (!this.#attempt && !this.#pause) {
      if (this.#failures === 0) this.#startInBackground();
      else void this.#retryLater();
    }
    if (this.#attempt) missing?.add(this.#attempt);
    return () => {
      this.#subscribers.delete(subscriber);
      if (this.#subscribers.size === 0) this.#endPause();
    };
  }

  #startInBackground(): void {
    this.#start().catch(() => undefined); // `#start` reports the error.
  }

  #start(): Promise<T> {
    this.#endPause();
    const attempt = this.#import();
    const end = (): void => {
      loading.delete(attempt);
      this.#attempt = undefined;
    };
    this.#attempt = attempt;
    loading.add(attempt);
    attempt.then(
      value => {
        end();
        this.#value = value;
        const subscribers = [...this.#subscribers];
        this.#subscribers.clear();
        for (const subscriber of subscribers) subscriber.requestUpdate();
      },
      (error: unknown) => {
        end();
        this.#failures += 1;
        if (this.#failures === 1) this.#report(error);
        if (this.#subscribers.size > 0) void this.#retryLater();
      },
    );
    return attempt;
  }

  async #retryLater(): Promise<void> {
    const {signal} = (this.#pause = new AbortController());
    const delayMs = backoff(this.#failures - 1, {random: this.#environment.random()});
    const isTimed = this.#failures <= maxTimedRetries;
    await delayUntilWake(isTimed ? delayMs : Infinity, signal, this.#environment);
    if (!signal.aborted) this.#startInBackground();
  }

  #endPause(): void {
    this.#pause?.abort();
    this.#pause = undefined;
  }
}

/** The subscriber of a module that no element waits for. */
const noSubscriber: Updatable = {requestUpdate: () => undefined};
