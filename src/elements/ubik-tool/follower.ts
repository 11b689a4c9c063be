import {
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import {ubikModule} from '../../controller/protocol-source.js';
import {Execution} from '../../controller/run/execution.js';
import type {GetToken} from '../../controller/types.js';
import type {ToolItem} from '../../core/model/item.js';
import type {Labels} from '../locales/en.js';
import {errorText} from '../locales/labels.js';
import {html} from '../base/html.js';
import {reportToConsole} from '../../controller/report-to-console.js';

/** The host names the execution to follow. */
interface ExecutionHost extends ReactiveControllerHost, HTMLElement {
  readonly executionId: string;
  readonly endpoint: string;
  readonly tokenEndpoint: string;
  readonly getToken: GetToken | undefined;
}

/**
 * Follows the execution that its host names while the host is connected, and sends the answers to its questions.
 */
export class ExecutionFollower implements ReactiveController {
  readonly #host: ExecutionHost;
  #target = '';
  #execution: Execution | undefined;

  constructor(host: ExecutionHost) {
    this.#host = host;
    host.addController(this);
    host.addEventListener('ubik-reply-request', event => {
      const request = this.item?.children.find(({id}) => id === event.request);
      if (request?.kind !== 'request') return;
      event.stopPropagation();
      const execution = this.#execution;
      if (execution) event.setDefaultAction(() => execution.reply(request, event.reply));
    });
    host.addEventListener('ubik-retry-request', event => {
      if (!this.#execution) return;
      event.stopPropagation();
      queueMicrotask(() => {
        if (!event.defaultPrevented) this.#start(); // All listeners of the host have been called.
      });
    });
  }

  /** The tool call as received so far. */
  get item(): ToolItem | undefined {
    return this.#execution?.item;
  }

  /** Whether following failed. */
  get failed(): boolean {
    return this.#execution?.error !== undefined;
  }

  hostUpdate(): void {
    const {executionId, endpoint} = this.#host;
    const place = executionId && endpoint ? `${endpoint} ${executionId}` : '';
    if (place === this.#target) return;
    this.#target = place;
    this.#start();
  }

  hostConnected(): void {
    if (this.#target) this.#start();
  }

  hostDisconnected(): void {
    this.#execution?.leave();
  }

  /** The error with a retry button, if following failed. */
  renderError(labels: Labels): TemplateResult | typeof nothing {
    const error = this.#execution?.error;
    if (!error) return nothing;
    return html`<ubik-notice kind="error" ?retryable=${error.retryable}
      >${errorText(error, labels)}</ubik-notice
    >`;
  }

  #start(): void {
    this.#execution?.leave();
    this.#execution = undefined;
    if (this.#target) void this.#follow(this.#target).catch(reportToConsole);
  }

  async #follow(place: string): Promise<void> {
    const {executionId, endpoint, tokenEndpoint, getToken} = this.#host;
    const {ubikExecution} = await ubikModule.load();
    if (place !== this.#target || !this.#host.isConnected) return;
    const settings = {endpoint, ...(tokenEndpoint && {tokenEndpoint}), ...(getToken && {getToken})};
    const execution = new Execution(ubikExecution(executionId), settings, () =>
      this.#host.requestUpdate(),
    );
    this.#execution = execution;
    await execution.follow();
  }
}
