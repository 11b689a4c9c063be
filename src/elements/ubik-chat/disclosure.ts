import {nothing, type ReactiveController, type ReactiveControllerHost} from 'lit';
import type {Author} from '../../core/model/item.js';
import {html} from '../base/html.js';
import {UbikDisclosedEvent} from '../events.js';
import type {Labels} from '../locales/en.js';
import type {UbikChat} from './ubik-chat.js';

type DisclosureHost = ReactiveControllerHost &
  HTMLElement &
  Pick<UbikChat, 'disclosure' | 'session' | 'renderRoot'>;

/** Whether the chat says with whom the user is chatting. */
export const isDisclosed = ({disclosure}: Pick<UbikChat, 'disclosure'>): boolean =>
  disclosure !== '' && disclosure !== 'none';

/** The line that says that the assistant is an AI, or which person is answering; it describes the panel. */
export function renderDisclosure(
  chat: UbikChat,
  person: Author | undefined,
  labels: Labels,
): unknown {
  if (!isDisclosed(chat)) return nothing;
  const text = chat.disclosure ?? labels.chat.disclosure;
  const update = (): void => chat.requestUpdate();
  return html`<p id="disclosure" class="disclosure" part="disclosure" dir="auto">
    ${
      person
        ? labels.chat.chattingWith(person.name)
        : html`<slot name="disclosure" @slotchange=${update}>${text}</slot>`
    }
  </p>`;
}

/**
 * Reports by an event that the line was in view, with what it says, and again when the text or the session has changed, so
 * that a page can keep a record.
 */
export class DisclosureReporter implements ReactiveController {
  readonly #host: DisclosureHost;
  #observer: IntersectionObserver | undefined;
  #line: Element | null = null;
  #isInView = false;
  /** The text and the session that were reported last. */
  #reported: readonly [text: string, session: string | undefined] | undefined;

  constructor(host: DisclosureHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    if (this.#line) this.#observe(this.#line);
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#isInView = false;
  }

  hostUpdated(): void {
    const line = this.#host.renderRoot.querySelector('.disclosure');
    if (line !== this.#line) this.#observe(line);
    this.#report();
  }

  #observe(line: Element | null): void {
    this.#observer?.disconnect();
    this.#isInView = false;
    this.#line = line;
    // An emulated DOM has no layout, so nothing is in view.
    if (!line || typeof IntersectionObserver === 'undefined') return;
    this.#observer ??= new IntersectionObserver(
      entries => {
        this.#isInView = entries.at(-1)?.isIntersecting ?? false;
        this.#report();
      },
      {threshold: 0.5},
    );
    this.#observer.observe(line);
  }

  #report(): void {
    if (!this.#isInView || !this.#line) return;
    const slotted = this.#line.querySelector('slot')?.assignedElements() ?? [];
    const elements = slotted.length > 0 ? slotted : [this.#line];
    const text = elements.map(({textContent}) => textContent.trim()).join(' ');
    const session = this.#host.session?.id;
    if (text === this.#reported?.[0] && session === this.#reported[1]) return;
    this.#reported = [text, session];
    this.#host.dispatchEvent(new UbikDisclosedEvent(text, session));
  }
}
