import {
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import {Execution} from '../../controller/run/execution.js';
import type {GetToken} from '../../controller/types.js';
import type {ToolItem} from '../../core/model/item.js';
import type {Labels} from '../locales/en.js';
import {faultWords} from '../locales/labels.js';
import {html} from '../base/html.js';

/** What says which execution is to be followed. */
interface Host extends ReactiveControllerHost, HTMLElement {
  readonly executionId: string;
  readonly endpoint: string;
  readonly tokenEndpoint: string;
  readonly getToken: GetToken | undefined;
}

/**
 * Follows the execution that its host names while the host is on the page, and answers the questions in it.
 */
export class Follower implements ReactiveController {
  readonly #host: Host;
  #place = '';
  #execution: Execution | undefined;

  constructor(host: Host) {
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
        if (!event.defaultPrevented) this.#begin(); // All listeners of the host have been called.
      });
    });
  }

  /** The call as far as it has come. */
  get item(): ToolItem | undefined {
    return this.#execution?.item;
  }

  /** Whether it could not be followed. */
  get failed(): boolean {
    return this.#execution?.fault !== undefined;
  }

  hostUpdate(): void {
    const {executionId, endpoint} = this.#host;
    const place = executionId && endpoint ? `${endpoint} ${executionId}` : '';
    if (place === this.#place) return;
    this.#place = place;
    this.#begin();
  }

  hostConnected(): void {
    if (this.#place) this.#begin();
  }

  hostDisconnected(): void {
    this.#execution?.leave();
  }

  /** Why it could not be followed, and a button that tries again. */
  renderFault(labels: Labels): TemplateResult | typeof nothing {
    const fault = this.#execution?.fault;
    if (!fault) return nothing;
    return html`<ubik-notice kind="error" ?retryable=${fault.retryable}
      >${faultWords(fault, labels)}</ubik-notice
    >`;
  }

  #begin(): void {
    this.#execution?.leave();
    this.#execution = undefined;
    if (this.#place) void this.#follow(this.#place).catch(reportError);
  }

  async #follow(place: string): Promise<void> {
    const {executionId, endpoint, tokenEndpoint, getToken} = this.#host;
    const {ubikExecution} = await import('../../core/protocol/ubik/index.js');
    if (place !== this.#place || !this.#host.isConnected) return;
    const settings = {endpoint, ...(tokenEndpoint && {tokenEndpoint}), ...(getToken && {getToken})};
    const execution = new Execution(ubikExecution(executionId), settings, () =>
      this.#host.requestUpdate(),
    );
    this.#execution = execution;
    await execution.follow();
  }
}
