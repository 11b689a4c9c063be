import type {PropertyValues} from 'lit';
import {query, state} from 'lit/decorators.js';
import type {ChatEvent} from '../../controller/types.js';
import {ChatSession} from './chat-session.js';
import {UbikOpenChangeEvent, UbikUnreadChangeEvent} from '../events.js';
import {onDrop} from '../ubik-composer/file-intake.js';
import {FocusRestorer} from '../shared/focus-restorer.js';
import {ViewportController} from './viewport-controller.js';

/** The place of a chat on the page: open or closed, with or without the focus, and what is unread meanwhile. */
export abstract class ChatPanel extends ChatSession {
  /** How many answers came while it was closed. */
  @state() protected unread = 0;

  @query('.composer')
  private readonly composer!: HTMLElementTagNameMap['ubik-composer'] | null;
  @query('.launcher') private readonly launcher!: HTMLElement | null;

  readonly #place = new ViewportController(this);
  readonly #former = new FocusRestorer(this);
  #declined: string | undefined;

  constructor() {
    super();
    // A file that misses the composer would take the place of the page.
    onDrop(this, event => this.composer?.takeDrag(event));
  }

  /** Opens a floating chat and goes to its composer. */
  async show(): Promise<void> {
    if (this.closable && !this.open) {
      this.#former.remember();
      this.open = true;
      if (this.teaser) this.decline();
    }
    await this.focusComposer();
  }

  /** Closes a floating chat; the focus goes back to where it was. */
  async hide(): Promise<void> {
    if (!this.closable || !this.open) return;
    const focused = this.matches(':focus-within');
    this.open = false;
    await this.updateComplete;
    if (focused && !this.#former.restore()) this.launcher?.focus();
  }

  /** Opens a floating chat, or closes it. */
  async toggle(): Promise<void> {
    await (this.open ? this.hide() : this.show());
  }

  /** Moves the focus to where the user writes. */
  async focusComposer(): Promise<void> {
    await this.updateComplete;
    this.composer?.focus({preventScroll: true});
  }

  /** Whether it can be opened and closed. */
  protected get closable(): boolean {
    return this.layout === 'float' || this.layout === 'sidebar';
  }

  /** Whether it covers a narrow screen when it is open, so that nothing else can be reached. */
  protected get modal(): boolean {
    return this.closable && this.#place.covers;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (!this.hasUpdated && this.closable) {
      this.open = (this.controller.recall('open') ?? String(this.open)) === 'true';
    }
    if (this.open) this.unread = 0;
  }

  /** Tells of what has changed; a first value is no change. */
  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (changed.get('open') !== undefined) {
      this.controller.remember('open', String(this.open));
      this.dispatchEvent(new UbikOpenChangeEvent(this.open));
    }
    if (changed.get('unread') !== undefined) {
      this.dispatchEvent(new UbikUnreadChangeEvent(this.unread));
    }
  }

  protected override onChatEvent(event: ChatEvent): void {
    super.onChatEvent(event);
    if (event.type !== 'turn-end') return;
    if (this.closable && !this.open) this.unread += 1;
    const {status, children} = event.message;
    const settled = children.every(child => child.status !== 'waiting');
    if (settled && (status === 'done' || status === 'stopped')) this.composer?.sendQueued();
  }

  /** The line that invites, unless the user has seen enough of it. */
  protected get invitation(): string {
    const {teaser, open, controller} = this;
    return open || this.#declined === teaser || controller.recall('teaser') === teaser
      ? ''
      : teaser;
  }

  /** Puts the line away for good; another line may come. */
  protected readonly decline = (): void => {
    this.#declined = this.teaser;
    this.controller.remember('teaser', this.teaser);
    this.requestUpdate();
  };

  protected readonly onPanelKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || !this.closable) return;
    if (this.renderRoot.querySelector(':popover-open')) return; // It closes what popped up.
    event.stopPropagation();
    void this.hide();
  };
}
