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
 * One step of a run, with what it produced. Works alone, from attributes and its slot, on a page without a chat.
 *
 * @element ubik-step
 * @slot - What the step produced, where there is no item.
 * @fires {UbikToggleRequestEvent} ubik-toggle-request - Before the user opens or closes it; cancelable.
 * @csspart header - The button that opens and closes the step.
 * @csspart heading - Its title.
 * @csspart note - What it is doing now.
 * @csspart time - The time it took.
 * @csspart progress - The bar of its progress.
 * @csspart content - What it produced.
 */
export class UbikStep extends Disclosure {
  static override styles: CSSResultGroup = styles;

  /** The step to show; the attributes stand in where there is none. */
  @property({attribute: false}) item: StepItem | undefined;

  /** Whether it is the last of its run: the last step holds the answer and stays open. */
  @property({type: Boolean}) last = false;

  /** Its title, without an item. */
  @property() heading = '';

  /** Its number, without an item. */
  @property({type: Number}) number: number | undefined;

  /** How far it has come, without an item. */
  @property() status: Status = 'done';

  /** 0 to 100, without an item. */
  @property({type: Number}) progress: number | undefined;

  /** Seconds it took, without an item. */
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

  /** Closed and never opened, a step draws nothing: a long history costs no nodes. */
  #renderChildren(item: StepItem): unknown {
    this.#wasOpen ||= this.open;
    return this.#wasOpen ? renderItems(item.children, this.services) : nothing;
  }

  #wasOpen = false;
}
