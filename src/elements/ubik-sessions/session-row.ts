import {nothing, type TemplateResult} from 'lit';
import {isInvisible} from '../../core/values.js';
import {html} from '../base/html.js';
import type {SessionInfo} from '../../core/protocol/session-types.js';
import type {Labels} from '../locales/en.js';
import {formatTime} from '../shared/text/format.js';
import {isNamedDay, momentOf} from './session-days.js';
import {iconButton} from '../shared/icons/icon-button.js';
import {showControls} from '../shared/html/safe-url.js';

/** An action of the user on a session of the list. */
export interface PendingAction {
  readonly action: 'rename' | 'remove';
  readonly session: SessionInfo;
  /** Whether the request is in progress. */
  readonly busy?: boolean;
  readonly failed?: boolean;
}

interface Actions {
  readonly current: boolean;
  readonly open: () => void;
  /** Absent if the protocol cannot rename sessions. */
  readonly rename: (() => void) | undefined;
  readonly remove: (() => void) | undefined;
}

/** The displayed title, which an agent may have written. */
export const titleOf = ({title = ''}: SessionInfo, {sessions}: Labels): string =>
  isInvisible(title) ? sessions.untitled : showControls(title);

/** One session: its title, the time of its last message, and its actions. */
export function renderSession(
  session: SessionInfo,
  labels: Labels,
  {current, open, rename, remove}: Actions,
): TemplateResult {
  const {sessions} = labels;
  const title = titleOf(session, labels);
  const moment = momentOf(session);
  const date = formatTime(moment, labels.locale);
  const time = isNamedDay(moment, new Date())
    ? formatTime(moment, labels.locale, {timeStyle: 'short'})
    : date;
  return html`<div class="row" ?data-current=${current}>
    <button
      class="session"
      part="session"
      type="button"
      aria-current=${current ? 'true' : 'false'}
      @click=${open}
    >
      <span class="title" dir="auto">${title}</span>
      ${time ? html`<time datetime=${moment} title=${date}>${time}</time>` : nothing}
    </button>
    ${rename ? iconButton('edit', sessions.rename(title), rename, {className: 'rename'}) : nothing}
    ${remove ? iconButton('bin', sessions.delete(title), remove, {className: 'remove'}) : nothing}
  </div>`;
}

/** The form that replaces a session while the user renames or deletes it. */
export function renderPendingAction(
  {action, session, busy = false, failed = false}: PendingAction,
  labels: Labels,
  submit: (event: SubmitEvent) => void,
  cancel: () => void,
): TemplateResult {
  const {sessions} = labels;
  const renames = action === 'rename';
  return html`<form @submit=${submit}>
    ${
      renames
        ? html`<label
            ><span>${sessions.titleLabel}</span>
            <input type="text" autocomplete="off" dir="auto" .value=${session.title ?? ''} />
          </label>`
        : html`<p id="ask">${sessions.confirmDelete(titleOf(session, labels))}</p>`
    }
    <p class="problem" role="alert" ?hidden=${!failed}>${failed ? sessions.actionFailed : ''}</p>
    <div class="buttons" role="group" aria-labelledby=${renames ? nothing : 'ask'}>
      <button class="button primary" type="submit" aria-disabled=${busy ? 'true' : 'false'}>
        ${renames ? sessions.save : sessions.confirm}
      </button>
      <button class="button cancel" type="button" @click=${cancel}>${sessions.cancel}</button>
    </div>
  </form>`;
}
