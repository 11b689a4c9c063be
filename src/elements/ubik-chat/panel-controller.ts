import type {ReactiveController, ReactiveControllerHost} from 'lit';
import type {ChatController} from '../../controller/chat-controller.js';
import type {ChatEvent} from '../../controller/types.js';
import {isVisible} from '../base/is-visible.js';
import {unreadAfter} from '../conversation/shared-conversation.js';
import {UbikOpenChangeEvent, UbikUnreadChangeEvent} from '../events.js';
import {isEscape} from '../shared/input/contain-key-events.js';
import {FocusRestorer, releaseFocus} from '../shared/input/focus-restorer.js';
import type {UbikChat} from './ubik-chat.js';
import {ViewportController} from './viewport-controller.js';

type PanelHost = ReactiveControllerHost &
  HTMLElement &
  Pick<UbikChat, 'layout' | 'open' | 'teaser' | 'hasUpdated' | 'renderRoot'>;

type PanelSource = Pick<ChatController, 'recall' | 'remember' | 'status'>;

/** Whether a popover that Escape closes is open in an element or a shadow tree of it, such as the menu below an answer. */
const hasOpenPopover = (root: ParentNode): boolean =>
  [...root.querySelectorAll('*')].some(
    element =>
      element.matches(':popover-open:not([popover=manual])') ||
      (element.shadowRoot !== null && hasOpenPopover(element.shadowRoot)),
  );

/**
 * Opens and closes the panel of a chat, moves the focus with it, and counts the answers and questions that arrive while it
 * is closed.
 * Only the layouts `float` and `sidebar` can be closed. Whether the panel is open, and the last teaser that was dismissed,
 * are remembered over a reload.
 */
export class PanelController implements ReactiveController {
  readonly #host: PanelHost;
  readonly #controller: PanelSource;
  readonly #onChange: () => void;
  readonly #viewport: ViewportController;
  readonly #focus: FocusRestorer;
  #unread = 0;
  #dismissedTeaser: string | undefined;
  /** The values of the last update; a change of them is reported by an event. */
  #reported:
    {readonly open: boolean; readonly unread: number; readonly needsAnswer: boolean} | undefined;

  /** @param onChange Called when the panel was opened or closed, or what arrived while it is closed has changed. */
  constructor(host: PanelHost, controller: PanelSource, onChange: () => void) {
    this.#host = host;
    this.#controller = controller;
    this.#onChange = onChange;
    this.#viewport = new ViewportController(host);
    this.#focus = new FocusRestorer(host);
    host.addController(this);
  }

  /** The number of answers and questions that arrived while the panel was closed. */
  get unread(): number {
    return this.#unread;
  }

  /** Whether a question is open that the user cannot see. */
  get needsAnswer(): boolean {
    return !this.isVisible && this.#controller.status === 'waiting';
  }

  /** Whether the layout has a panel that opens and closes. */
  get isClosable(): boolean {
    return this.#host.layout === 'float' || this.#host.layout === 'sidebar';
  }

  get isOpen(): boolean {
    return this.#host.open;
  }

  get isVisible(): boolean {
    return this.#host.open || !this.isClosable;
  }

  /** Whether the open panel covers the whole of a narrow screen. */
  get isModal(): boolean {
    return this.isClosable && this.#viewport.covers;
  }

  /** The teaser that is displayed; empty while the panel is open and once the user has dismissed this teaser. */
  get visibleTeaser(): string {
    const {open, teaser} = this.#host;
    const isDismissed =
      this.#dismissedTeaser === teaser || this.#controller.recall('teaser') === teaser;
    return open || isDismissed ? '' : teaser;
  }

  async show(): Promise<void> {
    if (this.isClosable && !this.#host.open) {
      this.#focus.remember();
      this.#host.open = true;
      if (this.#host.teaser) this.dismissTeaser();
    }
    await this.focusComposer();
  }

  async hide(): Promise<void> {
    if (!this.isClosable || !this.#host.open) return;
    const hadFocus = this.#host.matches(':focus-within');
    this.#host.open = false;
    await this.#host.updateComplete;
    if (hadFocus && !this.#focus.restore()) this.#query('.launcher')?.focus();
  }

  async toggle(): Promise<void> {
    await (this.#host.open ? this.hide() : this.show());
  }

  async focusComposer(): Promise<void> {
    await this.#host.updateComplete;
    if (this.isClosable) releaseFocus(this.#host);
    const field = this.#query('.composer, .consent');
    // A page may hide the composer.
    if (field && isVisible(field) !== false) field.focus({preventScroll: true});
    else this.focusFirstButton();
  }

  focusFirstButton(): void {
    this.#query('.header button')?.focus();
  }

  readonly dismissTeaser = (): void => {
    this.#dismissedTeaser = this.#host.teaser;
    this.#controller.remember('teaser', this.#host.teaser);
    const hadFocus = this.#query('.teaser :focus') !== null;
    this.#host.requestUpdate();
    // Opening the panel moves the focus itself.
    if (hadFocus && !this.#host.open)
      void this.#host.updateComplete.then(() => this.#query('.launcher')?.focus());
  };

  /** Stores again what the user did while nothing could be stored: opened the panel, dismissed the teaser. */
  rememberView(): void {
    if (this.isClosable && this.#host.open) this.#controller.remember('open', 'true');
    if (this.#dismissedTeaser) this.#controller.remember('teaser', this.#dismissedTeaser);
  }

  /** Counts what arrives while the panel is closed. */
  onChatEvent(event: ChatEvent): void {
    const unread = this.isVisible ? 0 : unreadAfter(event, this.#unread);
    if (unread === this.#unread) return;
    this.#unread = unread;
    this.#host.requestUpdate();
  }

  /**
   * Before the first update, restores whether the panel was open, which is reported if the page has set another value; for
   * `willUpdate` of the host.
   */
  update(): void {
    if (!this.#host.hasUpdated && this.isClosable) {
      const {open} = this.#host;
      const {unread, needsAnswer} = this;
      this.#host.open = (this.#controller.recall('open') ?? String(open)) === 'true';
      if (this.#host.open !== open) this.#reported = {open, unread, needsAnswer};
    }
    if (this.isVisible) this.#unread = 0;
  }

  hostUpdated(): void {
    const {open} = this.#host;
    const before = this.#reported;
    const {unread, needsAnswer} = this;
    this.#reported = {open, unread, needsAnswer};
    const isUnreadChanged = unread !== before?.unread || needsAnswer !== before.needsAnswer;
    if (open !== before?.open || isUnreadChanged) this.#onChange();
    if (!before) return; // An initial value is not a change.
    if (open !== before.open) {
      this.#controller.remember('open', String(open));
      this.#host.dispatchEvent(new UbikOpenChangeEvent(open));
    }
    if (isUnreadChanged) {
      this.#host.dispatchEvent(new UbikUnreadChangeEvent(unread, needsAnswer));
    }
  }

  readonly onKeydown = (event: KeyboardEvent): void => {
    if (!isEscape(event) || event.defaultPrevented || !this.isClosable) return;
    // This Escape closes the popover, which may be one of the page in a slot.
    if ([this.#host.renderRoot, this.#host].some(hasOpenPopover)) return;
    event.stopPropagation();
    event.preventDefault(); // A dialog or popover of the page around the chat stays open.
    void this.hide();
  };

  #query(selector: string): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>(selector);
  }
}
