import {type CSSResultGroup, type TemplateResult, nothing} from 'lit';
import {property} from 'lit/decorators.js';
import type {Item, Status, StepItem} from '../../core/model/item.js';
import {Collapsible} from '../shared/work/collapsible.js';
import {formatNotable} from '../shared/text/format.js';
import {html} from '../base/html.js';
import {Stopwatch} from '../shared/work/stopwatch.js';
import {isUnanswered} from '../shared/work/work.js';
import {WorkRows} from '../shared/work/work-rows.js';
import {styles} from './ubik-step.styles.js';

/**
 * One step of a run with its output: the given one, or the newest one of a conversation. Also works without a chat, from
 * attributes and its slot.
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
 * @csspart work - A line that opens a group of tool calls.
 */
export class UbikStep extends Collapsible<StepItem> {
  static override styles: CSSResultGroup = styles;

  /** The step to render; without it, the attributes are used. */
  @property({attribute: false}) item: StepItem | undefined;

  /** Selects the newest step of the conversation with this number; without it, the newest step. */
  @property({type: Number}) step: number | undefined;

  /** Without header and work, while the work of its run is folded: only the texts and the results are displayed. */
  @property({type: Boolean, reflect: true}) flush = false;

  /** The title, without an item. */
  @property() heading = '';

  /** The number, without an item. */
  @property({type: Number}) number: number | undefined;

  /** The status, without an item. */
  @property({useDefault: true}) status: Status = 'done';

  /** The progress in percent, without an item. */
  @property({type: Number}) progress: number | undefined;

  /** The duration in seconds, without an item. */
  @property({type: Number}) duration: number | undefined;

  readonly #stopwatch = new Stopwatch(this);
  readonly #rows = new WorkRows(this);
  #wasOpened = false;

  protected override isDescribed(): boolean {
    return Boolean(this.heading) || this.number != null; // `null` without the attribute.
  }

  protected override selects(item: Item): item is StepItem {
    return item.kind === 'step' && (this.step == null || item.number === this.step);
  }

  protected override get defaultOpen(): boolean | undefined {
    const {shown} = this;
    if (!shown) return undefined;
    const {status, children} = shown;
    // What the user reads stays visible.
    const isRead = children.some(({kind}) => kind === 'text');
    return status !== 'done' || isRead || children.some(isUnanswered);
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.isEmpty) return nothing;
    if (this.shown?.single) {
      return html`<div id="content" class="bare" part="content">
        ${this.#renderRows(this.shown)}
      </div>`;
    }
    const {shown: item} = this;
    const status = item?.status ?? this.status;
    const isWaiting = item !== undefined && isUnanswered(item);
    const isBare = item !== undefined && status !== 'streaming' && item.children.length === 0;
    return html`
      ${this.renderHeader({
        status: isWaiting ? 'waiting' : status,
        title: this.#renderTitle(),
        note: status === 'streaming' ? item?.note : undefined,
        time: this.#time(isWaiting),
        fixed: isBare,
      })}
      ${this.#renderProgress(status)}
      <div
        id="content"
        class="content"
        part="content"
        ?hidden=${isBare || (!this.open && !this.flush)}
      >
        ${item ? this.#renderChildren(item) : html`<slot></slot>`}
      </div>
    `;
  }

  get #title(): string {
    const {step} = this.strings;
    const title = this.shown ? this.shown.title : this.heading;
    return title || (this.#number === undefined ? step.untitled : step.number(this.#number));
  }

  get #number(): number | undefined {
    return (this.shown ? this.shown.number : this.number) ?? undefined;
  }

  #time(isWaiting: boolean): string | undefined {
    const seconds = this.shown ? this.#stopwatch.read(this.shown, isWaiting) : this.duration;
    return formatNotable(seconds, this.strings.locale);
  }

  /** The number is visible by the place of the step; who does not see it hears it. */
  #renderTitle(): TemplateResult {
    const number = this.#number === undefined ? '' : this.strings.step.number(this.#number);
    return number === '' || number === this.#title
      ? html`${this.#title}`
      : html`<span class="visually-hidden">${`${number} `}</span>${this.#title}`;
  }

  #renderProgress(status: Status): TemplateResult | typeof nothing {
    const progress = this.shown ? this.shown.progress : this.progress;
    if (status !== 'streaming' || progress == null) return nothing;
    return html`<progress
      part="progress"
      max="100"
      .value=${progress}
      aria-label=${this.strings.step.progress(this.#title)}
    ></progress>`;
  }

  /** Renders nothing until the step is first opened, so that a long history needs few nodes. */
  #renderChildren(item: StepItem): unknown {
    this.#wasOpened ||= this.open || this.flush;
    return this.#wasOpened ? this.#renderRows(item) : nothing;
  }

  #renderRows({children, status}: StepItem): unknown {
    const view = {fold: this.flush ? 'flush' : 'none', isRunning: status === 'streaming'} as const;
    return this.#rows.render(children, this.services, view);
  }

  /** @internal Opens the group that contains a child: the first item of a path to a descendant. */
  showChild([child]: readonly Item[]): void {
    this.#rows.reveal(this.shown?.children ?? [], child?.id, true);
  }

  protected override reset(): void {
    super.reset();
    this.#rows.reset();
  }
}
