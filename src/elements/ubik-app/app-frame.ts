import {isRecord, type JsonRecord} from '../../core/values.js';

interface FrameOptions {
  /** The address of the shell page. */
  readonly shell: string;
  /** The document of the app, with its policy. */
  readonly html: string;
  readonly title: string;
  /** The language of the title. */
  readonly lang: string;
  /** The value of the attribute `allow` of both frames. */
  readonly allow: string;
  /** What was granted to the app (`csp`, `permissions`), for shells that apply it. */
  readonly granted: JsonRecord;
  readonly onMessage: (message: unknown) => void;
  /** The frame has another document than the app. */
  readonly onLeft: () => void;
  /** The shell did not start. */
  readonly onSilent: () => void;
}

/** From the address of the shell to its first message. */
const shellTimeoutMs = 10_000;

const prefix = 'ui/notifications/sandbox-';

/** The flags of both frames. */
const sandbox = 'allow-scripts allow-forms';

/**
 * The frame of an app. It contains the shell, a page without an origin, and the shell contains the app in a frame of its
 * own. Messages count only if they come from the shell's window, which relays those of the app. Names that begin with
 * `ui/notifications/sandbox-` belong to the shell: it never relays them.
 */
export class AppFrame {
  readonly element: HTMLIFrameElement;
  readonly #options: FrameOptions;
  readonly #timer: ReturnType<typeof setTimeout>;
  #isReady = false;
  #loads = 0;

  constructor(options: FrameOptions) {
    const {shell, title, allow} = options;
    const element = document.createElement('iframe');
    this.#options = options;
    this.element = element;
    element.setAttribute('sandbox', sandbox);
    element.setAttribute('part', 'frame');
    element.setAttribute('allow', allow);
    element.referrerPolicy = 'no-referrer';
    element.title = title;
    element.addEventListener('load', this.#onLoad);
    // A message that is posted before a listener exists is lost.
    addEventListener('message', this.#onMessage);
    this.#timer = setTimeout(() => options.onSilent(), shellTimeoutMs);
    element.src = shell;
  }

  post(message: JsonRecord): void {
    // A frame without an origin cannot be named as a target.
    this.element.contentWindow?.postMessage(message, '*');
  }

  close(): void {
    clearTimeout(this.#timer);
    removeEventListener('message', this.#onMessage);
    this.element.removeEventListener('load', this.#onLoad);
    this.element.remove();
  }

  /** The shell loads once. */
  readonly #onLoad = (): void => {
    this.#loads += 1;
    if (this.#loads > 1) this.#options.onLeft();
  };

  readonly #onMessage = ({source, origin, data}: MessageEvent<unknown>): void => {
    const {contentWindow} = this.element;
    if (!contentWindow || source !== contentWindow || origin !== 'null') return;
    const method = isRecord(data) ? data['method'] : undefined;
    if (typeof method === 'string' && method.startsWith(prefix)) {
      this.#onShell(method.slice(prefix.length));
    } else if (this.#isReady) this.#options.onMessage(data);
  };

  #onShell(name: string): void {
    if (name === 'left') this.#options.onLeft();
    if (name !== 'proxy-ready' || this.#isReady) return;
    this.#isReady = true;
    clearTimeout(this.#timer);
    const {html, title, lang, allow, granted} = this.#options;
    const params = {html, title, lang, allow, sandbox, ...granted};
    this.post({jsonrpc: '2.0', method: `${prefix}resource-ready`, params});
  }
}
