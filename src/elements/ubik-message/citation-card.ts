import {html, nothing, type ReactiveController, type TemplateResult} from 'lit';
import type {SourceItem} from '../../core/model/item.js';
import type {Labels} from '../locales/en.js';
import type {UbikElement} from '../base/element.js';
import {askBeforeLink} from '../shared/links.js';
import {placeBeside} from '../shared/pop-up.js';
import {renderSource} from '../ubik-sources/source-list.js';

/** How long the pointer rests on a citation, and how long it may be away from it: milliseconds. */
const patience = 200;

const isCitation = (node: EventTarget | undefined): node is HTMLElement =>
  node instanceof HTMLElement && node.dataset['source'] !== undefined;

const citationOf = (event: Event): HTMLElement | undefined => event.composedPath().find(isCitation);

/** Whether the reader has not gone elsewhere. Safari gives a button that is pressed by mouse no focus. */
const isThere = (mark: HTMLElement): boolean =>
  mark.matches(':focus') || document.activeElement === document.body;

/**
 * The card of a citation: what is cited, beside the mark that cites it. Opens where the pointer rests, or when the mark
 * is pressed; then the link in it has the focus, and Escape gives the focus back.
 */
export class CitationCard implements ReactiveController {
  readonly #host: UbikElement;
  #source: string | undefined;
  #mark: HTMLElement | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param pressed What was pressed before this was there: a citation is answered now. */
  constructor(host: UbikElement, pressed?: EventTarget) {
    this.#host = host;
    host.addController(this);
    host.addEventListener('click', event => {
      const mark = citationOf(event);
      if (mark) void this.#press(mark);
      else if (this.#holds(event)) askBeforeLink.call(host, event);
    });
    host.addEventListener('pointerover', event => this.#onPointer(event));
    host.addEventListener('pointerleave', () => this.#later(() => this.#card?.hidePopover()));
    if (isCitation(pressed) && isThere(pressed)) void this.#press(pressed);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  render(sources: readonly SourceItem[], labels: Labels): TemplateResult | typeof nothing {
    const source = sources.find(({id}) => id === this.#source);
    return source
      ? html`<div
          class="citation-card"
          part="citation-card"
          popover
          role="group"
          @beforetoggle=${this.#onToggle}
        >
          ${renderSource(source, labels)}
        </div>`
      : nothing;
  }

  get #card(): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>('.citation-card');
  }

  #holds(event: Event): boolean {
    return this.#card !== null && event.composedPath().includes(this.#card);
  }

  /** Engines differ in whether they give the focus back into another shadow tree. */
  readonly #onToggle = ({newState}: ToggleEvent): void => {
    if (newState === 'closed' && this.#card?.matches(':focus-within')) this.#mark?.focus();
  };

  #onPointer(event: PointerEvent): void {
    if (event.pointerType === 'touch') return; // A finger presses.
    const mark = citationOf(event);
    if (mark) this.#later(() => void this.#open(mark));
    else if (this.#holds(event)) clearTimeout(this.#timer);
    else this.#later(() => this.#leave());
  }

  /** What has the focus is not taken away by the pointer. */
  #leave(): void {
    if (!this.#card?.matches(':focus-within')) this.#card?.hidePopover();
  }

  #later(act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, patience);
  }

  async #press(mark: HTMLElement): Promise<void> {
    await this.#open(mark);
    this.#card?.querySelector('a')?.focus();
  }

  async #open(mark: HTMLElement): Promise<void> {
    clearTimeout(this.#timer);
    this.#source = mark.dataset['source'];
    this.#mark = mark;
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    const card = this.#card;
    if (!card || !mark.isConnected) return;
    card.showPopover();
    placeBeside(card, mark);
  }
}
