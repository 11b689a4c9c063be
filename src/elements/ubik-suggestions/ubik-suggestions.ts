import {type CSSResultGroup, nothing, type TemplateResult} from 'lit';
import {property} from 'lit/decorators.js';
import {html} from '../base/html.js';
import {UbikPart} from '../conversation/part.js';
import {readyFiles} from '../conversation/attachment.js';
import type {SharedConversation} from '../conversation/shared-conversation.js';
import {UbikSendRequestEvent} from '../events.js';
import {styles} from './ubik-suggestions.styles.js';

const none: readonly string[] = [];

/**
 * Suggested messages, which a click sends with the attached files: first messages while the conversation is empty, and those of the last answer
 * after it.
 *
 * @element ubik-suggestions
 * @fires {UbikSendRequestEvent} ubik-send-request - The user chooses a suggestion; cancelable.
 * @csspart suggestions - The list.
 * @csspart suggestion - One suggestion.
 */
export class UbikSuggestions extends UbikPart {
  static override styles: CSSResultGroup = styles;

  protected static override keepsFocus = true;

  /** Suggested first messages; without them, those that the agent sends. */
  @property({attribute: false}) suggestions: readonly string[] = none;

  /** A framework may set `null`, and a script without types one text. */
  get #own(): readonly string[] {
    const value: unknown = this.suggestions;
    if (Array.isArray(value)) return this.suggestions;
    return typeof value === 'string' && value !== '' ? [value] : none;
  }

  protected override read(conversation: SharedConversation): readonly unknown[] {
    return [this.#textsOf(conversation)];
  }

  #textsOf({isEmpty, lastItem, isBusy, controller}: SharedConversation): readonly string[] {
    if (!isEmpty) {
      const isOver = !isBusy && lastItem?.kind === 'message';
      return isOver ? (lastItem.suggestions ?? none) : none;
    }
    return this.#own.length > 0 ? this.#own : (controller.onboarding?.questions ?? none);
  }

  /** The files that are already uploaded go with the text, as with one that the user writes. */
  #send(text: string): void {
    const files = readyFiles(this.shared?.draft.files ?? []);
    this.dispatchEvent(new UbikSendRequestEvent(text, files));
  }

  protected override render(): TemplateResult | typeof nothing {
    // Nothing would take a message for a conversation that is not there.
    const own = this.isBound ? none : this.#own;
    const texts = this.shared ? this.#textsOf(this.shared) : own;
    if (texts.length === 0) return nothing;
    return html`<ul
      class="suggestions"
      part="suggestions"
      aria-label=${this.strings.chat.suggestions}
    >
      ${texts.map(
        text =>
          html`<li>
            <button
              class="suggestion"
              part="suggestion"
              type="button"
              @click=${() => this.#send(text)}
            >
              <span dir="auto">${text}</span>
            </button>
          </li>`,
      )}
    </ul>`;
  }
}
