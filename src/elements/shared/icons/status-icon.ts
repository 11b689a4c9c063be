import type {TemplateResult} from 'lit';
import {html} from '../../base/html.js';
import type {Status} from '../../../core/model/item.js';
import {icon, type IconName} from './icons.js';

const pictures: Readonly<Record<Exclude<Status, 'streaming'>, IconName>> = {
  waiting: 'question',
  done: 'check',
  failed: 'error',
  stopped: 'stop',
  // It was cut off with its run, and has not failed itself.
  interrupted: 'stop',
};

/** The icon of a status. It needs a text beside it. */
export function statusIcon(status: Status, size = 16): TemplateResult {
  return html`<span class="status status-${status}" aria-hidden="true"
    >${status === 'streaming' ? html`<span class="spinner"></span>` : icon(pictures[status], size)}</span
  >`;
}
