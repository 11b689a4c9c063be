import type {TemplateResult} from 'lit';
import {html} from '../base/html.js';
import {lazyElement} from '../base/lazy-element.js';
import {onServer} from '../base/on-server.js';
import type {UbikConsentEvent} from '../events.js';
import type {Labels} from '../locales/en.js';
import type {UbikChat} from './ubik-chat.js';

const fetchConsent = lazyElement(() => import('../ubik-consent/ubik-consent.define.js'));

/**
 * The question for consent, in place of the conversation. Its code is loaded when the panel is displayed.
 *
 * @param declined Whether the user has declined in a chat that stays open.
 */
export function renderConsent(
  {consentText, privacyPolicy}: UbikChat,
  {consent}: Labels,
  {
    visible,
    declined,
    decide,
  }: {
    readonly visible: boolean;
    readonly declined: boolean;
    readonly decide: (event: UbikConsentEvent) => void;
  },
): TemplateResult {
  if (visible && !onServer) fetchConsent();
  return html`<ubik-consent
    class="consent"
    part="consent"
    exportparts="button: consent-button"
    role="group"
    tabindex="-1"
    aria-label=${consent.title}
    aria-describedby="consent-text"
    .policy=${privacyPolicy}
    .declined=${declined}
    @ubik-consent=${decide}
    ><div id="consent-text" dir="auto">
      <slot name="consent">${consentText || consent.text}</slot>
    </div></ubik-consent
  >`;
}
