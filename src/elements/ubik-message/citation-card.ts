import {nothing, type ReactiveController, type TemplateResult} from 'lit';
import {LazyModule} from '../../controller/lazy-module.js';
import {html} from '../base/html.js';
import {reportFailure} from '../base/report-failure.js';
import type {Item, SourceItem} from '../../core/model/item.js';
import type {Labels} from '../locales/en.js';
import type {UbikElement} from '../base/element.js';
import {requestLinkOnClick} from '../shared/links.js';
import {placeBeside} from '../shared/pop-up.js';

const content = new LazyModule(() => import('./cited-source.js'));

/** Delay before the card opens under a resting pointer, and before it closes when the pointer leaves: milliseconds. */
const hoverDelayMs = 200;

const isCitation = (node: EventTarget | undefined): node is HTMLElement =>
  node instanceof HTMLElement && node.dataset['source'] !== undefined;

const citationOf = (event: Event): HTMLElement | undefined => event.composedPath().find(isCitation);

/**
 * The card with the source of a citation, beside the citation. Opens when the pointer rests on the citation or when it is
 * pressed; after a press the link in the card has the focus, and Escape returns it.
 */
export class CitationCard implements ReactiveController {
  readonly #host: UbikElement;
  #source: string | undefined;
  #citation: HTMLElement | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: UbikElement) {
    this.#host = host;
    host.addController(this);
    host.addEventListener('click', event => {
      const mark = citationOf(event);
      if (mark) this.#openAndFocus(mark).catch(reportFailure(host));
      else if (this.#contains(event)) requestLinkOnClick.call(host, event);
    });
    host.addEventListener('pointerover', event => this.#onPointer(event));
    host.addEventListener('pointerleave', ({pointerType}) => {
      // A finger leaves whenever it is lifted.
      if (pointerType !== 'touch') this.#schedule(() => this.#hideUnlessFocused());
    });
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  /** @param items The items of the answer. */
  render(
    sources: readonly SourceItem[],
    items: readonly Item[],
    labels: Labels,
  ): TemplateResult | typeof nothing {
    const source = sources.find(({id}) => id === this.#source);
    const {value} = content;
    return source && value
      ? html`<div
          class="citation-card"
          part="citation-card"
          popover
          tabindex="-1"
          role="group"
          aria-label=${this.#citation?.ariaLabel ?? ''}
          @beforetoggle=${this.#onToggle}
        >
          ${value.renderCitedSource(source, items, labels)}
        </div>`
      : nothing;
  }

  get #card(): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>('.citation-card');
  }

  #contains(event: Event): boolean {
    return this.#card !== null && event.composedPath().includes(this.#card);
  }

  /** Returns the focus explicitly: browsers differ in whether they do so across shadow trees. */
  readonly #onToggle = ({newState}: ToggleEvent): void => {
    if (newState === 'closed' && this.#card?.matches(':focus-within')) this.#citation?.focus();
  };

  #onPointer(event: PointerEvent): void {
    if (event.pointerType === 'touch') return; // Touch opens the card by a press.
    const mark = citationOf(event);
    // A press reports that the content cannot be loaded.
    if (mark) this.#schedule(() => void this.#open(mark).catch(() => undefined));
    else if (this.#contains(event)) clearTimeout(this.#timer);
    else this.#schedule(() => this.#hideUnlessFocused());
  }

  #hideUnlessFocused(): void {
    if (!this.#card?.matches(':focus-within')) this.#card?.hidePopover();
  }

  #schedule(act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, hoverDelayMs);
  }

  async #openAndFocus(mark: HTMLElement): Promise<void> {
    await this.#open(mark);
    (this.#card?.querySelector('a') ?? this.#card)?.focus();
  }

  async #open(mark: HTMLElement): Promise<void> {
    clearTimeout(this.#timer);
    await content.load();
    this.#source = mark.dataset['source'];
    this.#citation = mark;
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    const card = this.#card;
    if (!card || !mark.isConnected) return;
    card.showPopover();
    placeBeside(card, mark);
  }
}
