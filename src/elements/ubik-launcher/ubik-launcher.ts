import {type CSSResultGroup, type TemplateResult, html, nothing} from 'lit';
import {property} from 'lit/decorators.js';
import {UbikToggleRequestEvent} from '../events.js';
import {UbikElement} from '../base/element.js';
import {icon} from '../shared/icons.js';
import {styles} from './ubik-launcher.styles.js';

/** The badge displays larger numbers as `9+`. */
const maxUnread = 9;

/**
 * The button that opens and closes a floating chat, with the number of unread messages.
 *
 * @element ubik-launcher
 * @slot - The icon of the button.
 * @fires {UbikToggleRequestEvent} ubik-toggle-request - The user opens or closes the chat; cancelable.
 * @csspart button - The button.
 * @csspart badge - The number of unread messages.
 */
export class UbikLauncher extends UbikElement {
  static override styles: CSSResultGroup = styles;

  /** Whether the chat is open. */
  @property({type: Boolean, reflect: true}) open = false;

  /** The number of messages that arrived while the chat was closed. */
  @property({type: Number}) unread = 0;

  protected override render(): TemplateResult {
    const {launcher} = this.strings;
    const unread = !this.open && this.unread > 0;
    const label = this.open ? launcher.close : launcher.open;
    return html`<button
      part="button"
      type="button"
      aria-expanded=${this.open ? 'true' : 'false'}
      @click=${this.#onClick}
    >
      <span class="visually-hidden"
        >${unread ? `${label}, ${launcher.unread(this.unread)}` : label}</span
      >
      ${this.open ? icon('close', 24) : html`<slot>${icon('chat', 24)}</slot>`}
      ${
        unread
          ? html`<span class="badge" part="badge" aria-hidden="true"
              >${this.unread > maxUnread ? `${maxUnread}+` : this.unread}</span
            >`
          : nothing
      }
    </button>`;
  }

  /** Focuses the button. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector('button')?.focus(options);
  }

  readonly #onClick = () => this.dispatchEvent(new UbikToggleRequestEvent(!this.open));
}
