import {nothing, type TemplateResult} from 'lit';
import type {Conversation} from '../../core/model/item.js';
import type {Operations} from '../../core/protocol/types.js';
import type {Labels} from '../locales/en.js';
import {html} from '../base/html.js';
import {icon, type IconName} from '../shared/icons.js';
import {placeBeside} from '../shared/pop-up.js';
import type {ShareUrl} from '../shared/save.js';
import {tellFailure} from '../base/report-failure.js';

/** The sessions of the user, where the wire has them. */
interface Sessions {
  readonly operations: Partial<Operations>;
  readonly current: string | undefined;
  /** How often they have changed. */
  readonly changes: number;
}

interface HeaderActions extends Sessions {
  readonly renew: () => void;
  /** Absent where there is nothing to close. */
  readonly close: (() => void) | undefined;
  readonly conversation: Conversation;
  /** Shows an item of it. */
  readonly reveal: (id: string) => void;
  readonly shareUrl: ShareUrl;
}

/** The title of a chat and what can be done with the whole of it. */
export function renderHeader(
  heading: string,
  labels: Labels,
  {renew, close, ...rest}: HeaderActions,
): TemplateResult {
  const {chat} = labels;
  const button = (name: 'plus' | 'close', label: string, act: () => void) =>
    html`<button class="icon-button" type="button" title=${label} aria-label=${label} @click=${act}>
      ${icon(name, 20)}
    </button>`;
  return html`<div class="header" part="header">
    <slot name="header"
      ><h2 class="heading" part="heading"><bdi>${heading}</bdi></h2></slot
    >
    <slot name="header-end"></slot>
    ${rest.operations.sessions ? renderSessions(labels, rest) : nothing}
    ${rest.conversation.children.length > 0 ? renderMenu(labels, rest) : nothing}
    ${button('plus', chat.newSession, renew)}
    ${close ? button('close', chat.close, close) : nothing}
  </div>`;
}

/** What is needed now and then. */
function renderMenu(
  {chat}: Labels,
  {conversation, reveal, shareUrl, current}: Omit<HeaderActions, 'renew' | 'close'>,
): TemplateResult {
  return html`${renderOpener('menu', 'more', chat.more)}
    <ubik-menu
      id="menu"
      class="menu"
      part="menu"
      popover
      .conversation=${conversation}
      .reveal=${reveal}
      .shareUrl=${shareUrl}
      .session=${current}
      @beforetoggle=${giveBack}
      @toggle=${opening(() => import('../ubik-menu/ubik-menu.define.js'))}
      >…</ubik-menu
    >`;
}

function renderSessions(labels: Labels, {operations, current, changes}: Sessions): TemplateResult {
  const {title, loading} = labels.sessions;
  return html`${renderOpener('sessions', 'clock', title)}
    <ubik-sessions
      id="sessions"
      part="sessions"
      role="dialog"
      aria-label=${title}
      popover
      .labels=${labels}
      .current=${current ?? ''}
      .changes=${changes}
      ?renames=${operations.rename !== undefined}
      ?removes=${operations.remove !== undefined}
      @beforetoggle=${giveBack}
      @toggle=${opening(() => import('../ubik-sessions/ubik-sessions.define.js'))}
      >${loading}</ubik-sessions
    >`;
}

const renderOpener = (id: string, picture: IconName, label: string) =>
  html`<button
    class="icon-button"
    type="button"
    popovertarget=${id}
    title=${label}
    aria-label=${label}
  >
    ${icon(picture, 20)}
  </button>`;

/** What pops up stands beside the button before it, and is fetched when it first does. */
const opening =
  (load: () => Promise<unknown>) =>
  ({currentTarget: popup, newState}: ToggleEvent): void => {
    if (!(popup instanceof HTMLElement) || newState !== 'open') return;
    if (popup.previousElementSibling) placeBeside(popup, popup.previousElementSibling);
    load().catch((error: unknown) => {
      popup.hidePopover();
      tellFailure(popup)(error);
    });
  };

/** Engines differ in whether they give the focus back into another shadow tree. */
function giveBack({currentTarget: popup, newState}: ToggleEvent): void {
  if (!(popup instanceof HTMLElement) || newState === 'open') return;
  const button = popup.previousElementSibling;
  if (button instanceof HTMLElement && popup.matches(':focus-within')) button.focus();
}
