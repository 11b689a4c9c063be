import {nothing, type TemplateResult} from 'lit';
import type {Operations} from '../../core/index.js';
import type {Labels} from '../locales/en.js';
import {html} from './html.js';
import {icon, type IconName} from './icons.js';
import {placeBeside} from './pop-up.js';
import type {SaveFormat} from './save.js';

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
  /** Absent where there is nothing to save. */
  readonly save: ((format: SaveFormat) => void) | undefined;
}

/** The title of a chat and what can be done with the whole of it. */
export function renderHeader(
  heading: string,
  labels: Labels,
  {renew, close, save, ...sessions}: HeaderActions,
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
    ${sessions.operations.sessions ? renderSessions(labels, sessions) : nothing}
    ${save ? renderMenu(chat, save) : nothing} ${button('plus', chat.newSession, renew)}
    ${close ? button('close', chat.close, close) : nothing}
  </div>`;
}

/** What is needed now and then. */
function renderMenu(chat: Labels['chat'], save: (format: SaveFormat) => void): TemplateResult {
  const item = (format: SaveFormat, label: string) =>
    html`<button
      type="button"
      popovertarget="menu"
      popovertargetaction="hide"
      @click=${() => save(format)}
    >
      ${label}
    </button>`;
  return html`${renderOpener('menu', 'more', chat.more)}
    <div id="menu" class="menu" part="menu" popover @toggle=${onToggle}>
      ${item('markdown', chat.saveMarkdown)} ${item('json', chat.saveJson)}
    </div>`;
}

/** The list is fetched when it is opened first. */
function renderSessions(labels: Labels, {operations, current, changes}: Sessions): TemplateResult {
  const {title, loading} = labels.sessions;
  const onOpen = (event: ToggleEvent) => {
    const {currentTarget: list, newState} = event;
    if (!(list instanceof HTMLElement) || newState !== 'open') return;
    onToggle(event);
    import('../ubik-sessions.define.js').catch((error: unknown) => {
      list.hidePopover();
      reportError(error);
    });
  };
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
      @toggle=${onOpen}
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

/** What pops up stands beside the button before it. */
function onToggle({currentTarget: popup, newState}: ToggleEvent): void {
  const button = popup instanceof HTMLElement && popup.previousElementSibling;
  if (button && newState === 'open') placeBeside(popup, button);
}
