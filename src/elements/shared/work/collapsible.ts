import {type PropertyValues, type TemplateResult, nothing} from 'lit';
import {ifDefined} from '../../base/if-defined.js';
import {property} from 'lit/decorators.js';
import {html} from '../../base/html.js';
import type {Item, Status} from '../../../core/model/item.js';
import {UbikToggleRequestEvent} from '../../events.js';
import {ItemPart} from '../../conversation/item-part.js';
import {icon} from '../icons/icons.js';
import {statusIcon} from '../icons/status-icon.js';

/** The parts of the header. */
interface Header {
  readonly status: Status;
  /** The status in words, if they are not those of `status`. */
  readonly label?: string | undefined;
  readonly title: unknown;
  /** The name in the protocol, as a tooltip. */
  readonly rawName?: string | undefined;
  /** What the item is doing now, displayed beside the title. */
  readonly note?: unknown;
  readonly time?: string | undefined;
  /** Whether there is nothing to open, so that the header is no button. */
  readonly fixed?: boolean;
}

/** An element with a header that expands and collapses it. It does so automatically until the user or the page does. */
export abstract class Collapsible<I extends Item> extends ItemPart<I> {
  protected static override keepsFocus = true;

  /** Whether the content is displayed. */
  @property({type: Boolean, reflect: true}) open = false;

  /** Whether the user or the page has opened or closed it. */
  #isSetExplicitly = false;
  #lastDefault: boolean | undefined;

  /** Whether it is open without interaction; `undefined` leaves it unchanged. */
  protected abstract get defaultOpen(): boolean | undefined;

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#isSetExplicitly ||= changed.has('open') && (this.open || this.hasUpdated);
    const {defaultOpen} = this;
    if (defaultOpen === this.#lastDefault) return;
    this.#lastDefault = defaultOpen;
    if (defaultOpen !== undefined && !this.#isSetExplicitly) this.open = defaultOpen;
  }

  protected override reset(): void {
    this.#isSetExplicitly = false;
    this.#lastDefault = undefined;
  }

  readonly #onClick = () => {
    if (this.dispatchEvent(new UbikToggleRequestEvent(!this.open))) this.open = !this.open;
  };

  protected renderHeader({
    status,
    label = this.strings.status[status],
    title,
    rawName,
    note,
    time,
    fixed = false,
  }: Header): TemplateResult {
    const content = html`${statusIcon(status)}
      <span class="line">
        <span class="heading" part="heading" title=${ifDefined(rawName)}>${title}</span>
        <span class="visually-hidden">${label}</span>
        ${note ? html`<span class="note" part="note" dir="auto">${note}</span>` : nothing}
      </span>
      ${time ? html`<span class="time" part="time">${time}</span>` : nothing}`;
    if (fixed) return html`<div class="header" part="header">${content}</div>`;
    return html`<button
      class="header"
      part="header"
      type="button"
      aria-expanded=${this.open ? 'true' : 'false'}
      aria-controls="content"
      @click=${this.#onClick}
    >
      ${content}
      <span class="chevron">${icon('chevron', 16)}</span>
    </button>`;
  }
}
