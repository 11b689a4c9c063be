import {type CSSResultGroup, type TemplateResult, nothing} from 'lit';
import {property} from 'lit/decorators.js';
import type {Status, StepItem} from '../../core/model/item.js';
import {Disclosure} from '../shared/disclosure.js';
import {formatDuration} from '../shared/format.js';
import {html} from '../base/html.js';
import {Stopwatch} from '../shared/stopwatch.js';
import {renderItems} from '../base/render-item.js';
import {styles} from './ubik-step.styles.js';

/**
 * One step of a run with its output. Also works without a chat, from attributes and its slot.
 *
 * @element ubik-step
 * @slot - The output of the step, without an item.
 * @fires {UbikToggleRequestEvent} ubik-toggle-request - Before the user opens or closes it; cancelable.
 * @csspart header - The button that opens and closes the step.
 * @csspart heading - The title.
 * @csspart note - What it is doing now.
 * @csspart time - The duration.
 * @csspart progress - The progress bar.
 * @csspart content - The output.
 */
export class UbikStep extends Disclosure {
  static override styles: CSSResultGroup = styles;

  /** The step to render; without it, the attributes are used. */
  @property({attribute: false}) item: StepItem | undefined;

  /** Whether it is the last step of its run, which contains the answer and stays open. */
  @property({type: Boolean}) last = false;

  /** The title, without an item. */
  @property() heading = '';

  /** The number, without an item. */
  @property({type: Number}) number: number | undefined;

  /** The status, without an item. */
  @property() status: Status = 'done';

  /** The progress in percent, without an item. */
  @property({type: Number}) progress: number | undefined;

  /** The duration in seconds, without an item. */
  @property({type: Number}) duration: number | undefined;

  readonly #stopwatch = new Stopwatch(this);

  protected override get defaultOpen(): boolean | undefined {
    if (!this.item) return undefined;
    const {status, children} = this.item;
    const answers = this.last && children.some(child => child.kind === 'text');
    return status !== 'done' || answers || children.some(child => child.status === 'waiting');
  }

  protected override render(): TemplateResult {
    if (this.item?.single) {
      return html`<div id="content" class="bare" part="content">
        ${renderItems(this.item.children, this.services)}
      </div>`;
    }
    const {item} = this;
    const status = item?.status ?? this.status;
    return html`
      ${this.renderHeader({
        status,
        title: this.#renderTitle(),
        note: status === 'streaming' ? item?.note : undefined,
        time: this.#time,
      })}
      ${this.#renderProgress(status)}
      <div id="content" class="content" part="content" ?hidden=${!this.open}>
        ${item ? this.#renderChildren(item) : html`<slot></slot>`}
      </div>
    `;
  }

  get #title(): string {
    return (this.item ? this.item.title : this.heading) || this.strings.step.untitled;
  }

  get #time(): string | undefined {
    const seconds = this.item ? this.#stopwatch.read(this.item) : this.duration;
    if (seconds === undefined || (seconds < 1 && this.item?.status === 'streaming'))
      return undefined;
    return formatDuration(seconds, this.strings.locale);
  }

  #renderTitle(): TemplateResult {
    const number = this.item ? this.item.number : this.number;
    return number === undefined
      ? html`${this.#title}`
      : html`<span class="number">${`${this.strings.step.number(number)} `}</span>${this.#title}`;
  }

  #renderProgress(status: Status): TemplateResult | typeof nothing {
    const progress = this.item ? this.item.progress : this.progress;
    if (status !== 'streaming' || progress === undefined) return nothing;
    return html`<progress
      part="progress"
      max="100"
      .value=${progress}
      aria-label=${this.strings.step.progress(this.#title)}
    ></progress>`;
  }

  /** Renders nothing until the step is first opened, so that a long history needs few nodes. */
  #renderChildren(item: StepItem): unknown {
    this.#wasOpened ||= this.open;
    return this.#wasOpened ? renderItems(item.children, this.services) : nothing;
  }

  #wasOpened = false;
}
