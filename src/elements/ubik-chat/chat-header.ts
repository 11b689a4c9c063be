import {nothing, type TemplateResult} from 'lit';
import {LazyModule} from '../../controller/lazy-module.js';
import type {Author} from '../../core/model/item.js';
import type {SessionAction} from '../../controller/types.js';
import type {Avatars} from '../base/services.js';
import type {Labels} from '../locales/en.js';
import {html} from '../base/html.js';
import {authorName, renderAvatar} from '../shared/text/author.js';
import {iconButton} from '../shared/icons/icon-button.js';
import {placeBesideButton, restoreFocus} from '../shared/pop-up.js';
import type {ShareUrl} from '../shared/export/save.js';
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

/** How each button looks. */
const look = {part: 'header-button', size: 20};

/** The title of a chat, and the buttons for its sessions, its menu and closing it. */
export function renderHeader(
  heading: string,
  labels: Labels,
  {newSession, close, hasMenu, person, avatars, ...rest}: HeaderInput,
): TemplateResult {
  const {chat} = labels;
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
    ${newSession ? iconButton('plus', chat.newSession, newSession, look) : nothing}
    ${close ? iconButton('close', chat.close, close, look) : nothing}
  </div>`;
}

/** The menu with actions on the whole conversation. */
function renderMenu(
  {chat}: Labels,
  {reveal, shareUrl}: Pick<HeaderInput, 'reveal' | 'shareUrl'>,
): TemplateResult {
  return html`${iconButton('more', chat.more, 'menu', look)}
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
  return html`${iconButton('clock', title, 'sessions', look)}
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

/** When a popover opens: places it beside the button that precedes it, and loads its element. */
const onOpen =
  (element: LazyModule<unknown>) =>
  ({currentTarget: popup, newState}: ToggleEvent): void => {
    if (!(popup instanceof HTMLElement) || newState !== 'open') return;
    placeBesideButton(popup, 'end');
    element.load().catch(() => {
      popup.hidePopover();
      popup.dispatchEvent(new UbikErrorEvent({code: 'not_loaded', retryable: true}));
    });
  };
