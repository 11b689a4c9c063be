import {type CSSResultGroup, nothing, type TemplateResult} from 'lit';
import {property} from 'lit/decorators.js';
import {html} from '../base/html.js';
import {UbikElement} from '../base/element.js';
import {type ConsentDecision, UbikConsentEvent} from '../events.js';
import {safeUrl} from '../shared/html/safe-url.js';
import {styles} from './ubik-consent.styles.js';

/**
 * Asks whether the chat may send requests and store data. `<ubik-chat consent>` displays it in place of the conversation and
 * acts on the answer.
 *
 * @element ubik-consent
 * @slot - What the user agrees to.
 * @fires {UbikConsentEvent} ubik-consent - The user has agreed or declined.
 * @csspart title - The title.
 * @csspart policy - The link to the privacy policy.
 * @csspart button - One of the two buttons.
 */
export class UbikConsent extends UbikElement {
  static override styles: CSSResultGroup = styles;

  /** The address of a privacy policy; only `http:` and `https:`. */
  @property() policy = '';

  /** Whether the user has declined, and can still agree. */
  @property({type: Boolean, reflect: true}) declined = false;

  protected override render(): TemplateResult {
    const {consent} = this.strings;
    return html`<p class="title" part="title">${consent.title}</p>
      <slot></slot>
      ${this.#renderPolicy(safeUrl(this.policy))}
      ${this.declined ? html`<p class="declined">${consent.declined}</p>` : nothing}
      <div class="buttons">
        ${this.#renderButton(consent.decline, 'declined')}
        ${this.#renderButton(consent.agree, 'granted')}
      </div>`;
  }

  #renderPolicy(url: string | undefined): TemplateResult | typeof nothing {
    if (!url) return nothing;
    const {consent, sources} = this.strings;
    return html`<div>
      <a part="policy" href=${url} target="_blank" rel="noopener noreferrer"
        >${consent.policy} <span class="visually-hidden">(${sources.newTab})</span></a
      >
    </div>`;
  }

  #renderButton(label: string, decision: ConsentDecision): TemplateResult {
    const decide = (): void => void this.dispatchEvent(new UbikConsentEvent(decision));
    return html`<button class="button" part="button" type="button" @click=${decide}>
      ${label}
    </button>`;
  }
}
