import {ChatError} from './http/errors.js';
import {LazyModule} from './lazy-module.js';
import {defaultProtocol, loadProtocol, loadedProtocol} from './protocol-source.js';
import type {Settings} from './settings.js';
import type {ErrorInfo, ProtocolSource} from './types.js';
import type {Protocol} from '../core/protocol/types.js';

interface LoaderParts {
  readonly settings: Settings;
  readonly onLoad: () => void;
  /** Loading has failed. `isKnown`: permanently, and this was reported before. */
  readonly onError: (error: ErrorInfo, isKnown: boolean) => void;
}

/** Loads the protocol of the options. After a temporary failure it retries: in the background, and on the next request. */
export class ProtocolLoader {
  readonly #parts: LoaderParts;
  #loading: {readonly source: ProtocolSource; readonly promise: Promise<void>} | undefined;
  #error: ChatError | undefined;
  /** The protocol whose error was reported last. */
  #reported: ProtocolSource | undefined;
  #cancelRetry: (() => void) | undefined;

  constructor(parts: LoaderParts) {
    this.#parts = parts;
  }

  get loaded(): Protocol | undefined {
    return loadedProtocol(this.#source);
  }

  /** The error of the last attempt, until the next request. */
  get error(): ChatError | undefined {
    return this.#error;
  }

  /** Resolves when the current attempt has ended. */
  get attempt(): Promise<void> | undefined {
    return this.#loading?.promise;
  }

  /** The protocol, if it has been loaded; otherwise starts to load it. */
  request(): Protocol | undefined {
    const source = this.#source;
    const protocol = loadedProtocol(source);
    this.#error = undefined;
    if (protocol) this.#loading = undefined;
    else if (this.#loading?.source !== source)
      this.#loading = {source, promise: this.#load(source)};
    return protocol;
  }

  /** The protocol is not needed any more. */
  cancel(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = this.#loading = undefined;
  }

  get #source(): ProtocolSource {
    return this.#parts.settings.options.protocol ?? defaultProtocol;
  }

  async #load(source: ProtocolSource): Promise<void> {
    this.#cancelRetry?.();
    const {settings, onLoad, onError} = this.#parts;
    const module = new LazyModule(() => loadProtocol(source), {
      environment: settings.environment,
      report: () => undefined, // Reported below.
    });
    try {
      await module.load();
      if (this.#loading?.source !== source) return;
      this.#loading = undefined;
      onLoad();
    } catch (reason) {
      if (this.#loading?.source !== source) return;
      this.#loading = undefined;
      const error = reason instanceof ChatError ? reason : notLoaded(reason);
      const {info} = error;
      this.#error = error;
      onError(info, !info.retryable && this.#reported === source);
      this.#reported = source;
      if (info.retryable) this.#cancelRetry = module.subscribe({requestUpdate: onLoad});
    }
  }
}

const notLoaded = (reason: unknown): ChatError =>
  new ChatError({code: 'not_loaded', received: String(reason), retryable: true}, {sent: false});
