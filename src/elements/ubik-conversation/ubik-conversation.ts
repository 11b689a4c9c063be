import type {CSSResultGroup, TemplateResult} from 'lit';
import {html} from '../base/html.js';
import {ConversationElement} from '../conversation/conversation-element.js';
import {styles} from './ubik-conversation.styles.js';

/**
 * A conversation with an agent that displays nothing itself: connects like `<ubik-chat>`, and is displayed by the parts
 * inside it and by those anywhere that name its id in `for`. It announces answers and errors to screen readers.
 *
 * @element ubik-conversation
 * @slot - Parts, in any layout.
 */
export class UbikConversation extends ConversationElement {
  static override styles: CSSResultGroup = styles;

  protected override firstUpdated(): void {
    super.firstUpdated();
    this.handle(this.renderRoot.querySelector<HTMLElement>('.parts'));
  }

  protected override render(): TemplateResult {
    return html`
      <div class="parts"><slot></slot></div>
      <div class="spoken visually-hidden" aria-live="polite"></div>
    `;
  }
}
