import {type CSSResultGroup, type PropertyValues, type TemplateResult, nothing} from 'lit';
import {property} from 'lit/decorators.js';
import {html} from '../base/html.js';
import {UbikToggleRequestEvent} from '../events.js';
import {UbikPart} from '../conversation/part.js';
import {
  type Panel,
  type SharedConversation,
  unreadAfter,
} from '../conversation/shared-conversation.js';
import type {ChatEvent} from '../../controller/types.js';
import {icon} from '../shared/icons/icons.js';
import {styles} from './ubik-launcher.styles.js';

/** The badge displays larger numbers as `9+`. */
const maxUnread = 9;

/**
 * The button that opens and closes a floating chat, with the number of unread messages. With a conversation that has no
 * panel of its own, the page opens something and sets `open`; answers and questions that arrive meanwhile are counted.
 *
 * @element ubik-launcher
 * @slot - The icon of the button.
 * @fires {UbikToggleRequestEvent} ubik-toggle-request - The user opens or closes the chat; cancelable.
 * @csspart button - The button.
 * @csspart badge - The number of unread messages, or a question mark if the assistant waits for an answer.
 */
export class UbikLauncher extends UbikPart {
  static override styles: CSSResultGroup = styles;

  /** Whether the chat is open. */
  @property({type: Boolean, reflect: true}) open = false;

  /** The number of messages that arrived while the chat was closed. */
  @property({type: Number}) unread = 0;

  /** Whether the assistant waits for an answer of the user. */
  @property({type: Boolean, reflect: true, attribute: 'needs-answer'}) needsAnswer = false;

  protected override read({controller, owner}: SharedConversation): readonly unknown[] {
    const panel = owner.panel();
    return [panel?.isOpen, panel?.unread, panel?.needsAnswer, controller.status === 'waiting'];
  }

  /** @internal */
  override onChatEvent(event: ChatEvent): void {
    if (!this.open && !this.#panel) this.unread = unreadAfter(event, this.unread);
  }

  protected override onOtherConversation(before: SharedConversation | undefined): void {
    if (!before) return;
    this.unread = 0;
    this.needsAnswer = false;
    if (before.owner.panel()) this.open = false;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const panel = this.#panel;
    if (panel) {
      this.open = panel.isOpen;
      this.unread = panel.unread;
      this.needsAnswer = panel.needsAnswer;
    } else if (this.shared) {
      if (this.open) this.unread = 0;
      this.needsAnswer = !this.open && this.shared.controller.status === 'waiting';
    }
  }

  get #panel(): Panel | undefined {
    return this.shared?.owner.panel();
  }

  protected override render(): TemplateResult {
    const {launcher} = this.strings;
    const unread = !this.open && this.unread > 0 ? this.unread : 0;
    const needsAnswer = !this.open && this.needsAnswer;
    const label = [
      this.open ? launcher.close : launcher.open,
      unread && launcher.unread(unread),
      needsAnswer && launcher.needsAnswer,
    ];
    return html`<button
      part="button"
      type="button"
      aria-expanded=${this.open ? 'true' : 'false'}
      @click=${this.#onClick}
    >
      <span class="visually-hidden">${label.filter(Boolean).join(', ')}</span>
      ${this.open ? icon('close', 24) : html`<slot>${icon('chat', 24)}</slot>`}
      ${
        needsAnswer || unread
          ? html`<span class="badge" part="badge" aria-hidden="true"
              >${needsAnswer ? '?' : unread > maxUnread ? `${maxUnread}+` : unread}</span
            >`
          : nothing
      }
    </button>`;
  }

  /** Focuses the button. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector('button')?.focus(options);
  }

  readonly #onClick = () => {
    if (this.dispatchEvent(new UbikToggleRequestEvent(!this.open))) void this.#panel?.toggle();
  };
}
