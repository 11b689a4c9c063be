import {nothing, type TemplateResult} from 'lit';
import {LazyModule} from '../../controller/lazy-module.js';
import type {Author} from '../../core/model/item.js';
import type {SessionAction} from '../../controller/types.js';
import type {Avatars} from '../base/services.js';
import type {Labels} from '../locales/en.js';
import {html} from '../base/html.js';
import {authorName, renderAvatar} from '../shared/author.js';
import {icon, type IconName} from '../shared/icons.js';
import {placeBeside} from '../shared/pop-up.js';
import type {ShareUrl} from '../shared/save.js';
import {UbikErrorEvent} from '../events.js';

const menu = new LazyModule(() => import('../ubik-menu/ubik-menu.define.js'));
const sessions = new LazyModule(() => import('../ubik-sessions/ubik-sessions.define.js'));

interface HeaderInput {
  /** What the user can do with sessions. */
  readonly actions: readonly SessionAction[];
  /** `undefined` before the user has agreed that the chat sends requests. */
  readonly newSession: (() => void) | undefined;
  /** `undefined` if the chat cannot be closed. */
  readonly close: (() => void) | undefined;
  /** Whether there is a menu with actions on the whole conversation. */
  readonly hasMenu: boolean;
  /** Scrolls to an item of the conversation, by its id. */
  readonly reveal: (id: string) => void;
  readonly shareUrl: ShareUrl;
  /** The person who answers in place of the assistant. */
  readonly person: Author | undefined;
  readonly avatars: Avatars | undefined;
}

/** The title of a chat, and the buttons for its sessions, its menu and closing it. */
export function renderHeader(
  heading: string,
  labels: Labels,
  {newSession, close, hasMenu, person, avatars, ...rest}: HeaderInput,
): TemplateResult {
  const {chat} = labels;
  const button = (name: 'plus' | 'close', label: string, act: () => void) =>
    html`<button
      class="icon-button"
      part="header-button"
      type="button"
      title=${label}
      aria-label=${label}
      @click=${act}
    >
      ${icon(name, 20)}
    </button>`;
  return html`<div class="header" part="header">
    <slot name="header"
      ><h2 class="heading" part="heading">
        <bdi>${heading}</bdi>
        ${
          person
            ? html`<span class="author" part="person"
                >${renderAvatar(person, avatars)}<bdi>${authorName(person, labels)}</bdi></span
              >`
            : nothing
        }
      </h2></slot
    >
    <slot name="header-end"></slot>
    ${rest.actions.includes('list') ? renderSessionList(labels) : nothing}
    ${hasMenu ? renderMenu(labels, rest) : nothing}
    ${newSession ? button('plus', chat.newSession, newSession) : nothing}
    ${close ? button('close', chat.close, close) : nothing}
  </div>`;
}

/** The menu with actions on the whole conversation. */
function renderMenu(
  {chat}: Labels,
  {reveal, shareUrl}: Pick<HeaderInput, 'reveal' | 'shareUrl'>,
): TemplateResult {
  return html`${renderPopoverButton('menu', 'more', chat.more)}
    <ubik-menu
      id="menu"
      class="menu"
      part="menu"
      popover
      .reveal=${reveal}
      .shareUrl=${shareUrl}
      @beforetoggle=${restoreFocus}
      @toggle=${onOpen(menu)}
      >…</ubik-menu
    >`;
}

function renderSessionList(labels: Labels): TemplateResult {
  const {title, loading} = labels.sessions;
  return html`${renderPopoverButton('sessions', 'clock', title)}
    <ubik-sessions
      id="sessions"
      part="sessions"
      role="dialog"
      aria-label=${title}
      popover
      @beforetoggle=${restoreFocus}
      @toggle=${onOpen(sessions)}
      >${loading}</ubik-sessions
    >`;
}

const renderPopoverButton = (id: string, picture: IconName, label: string) =>
  html`<button
    class="icon-button"
    part="header-button"
    type="button"
    popovertarget=${id}
    title=${label}
    aria-label=${label}
  >
    ${icon(picture, 20)}
  </button>`;

/** When a popover opens: places it beside the button that precedes it, and loads its element. */
const onOpen =
  (element: LazyModule<unknown>) =>
  ({currentTarget: popup, newState}: ToggleEvent): void => {
    if (!(popup instanceof HTMLElement) || newState !== 'open') return;
    if (popup.previousElementSibling) placeBeside(popup, popup.previousElementSibling, 'end');
    element.load().catch(() => {
      popup.hidePopover();
      popup.dispatchEvent(new UbikErrorEvent({code: 'not_loaded', retryable: true}));
    });
  };

/** Returns the focus to the button of a popover that closes. Not every engine does, if the focus is in another shadow tree. */
function restoreFocus({currentTarget: popup, newState}: ToggleEvent): void {
  if (!(popup instanceof HTMLElement) || newState === 'open') return;
  const button = popup.previousElementSibling;
  if (button instanceof HTMLElement && popup.matches(':focus-within')) button.focus();
}
