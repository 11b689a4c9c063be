import {html, nothing, type TemplateResult} from 'lit';
import {repeat} from './repeat.js';
import type {ChatFault} from '../../controller/index.js';
import type {ApplicationContext} from '../../core/index.js';
import type {Labels} from '../locales/en.js';
import {faultWords} from '../locales/labels.js';
import {formatPercent} from './format.js';
import {icon} from './icons.js';

/** A file that goes with the message being written. */
export interface Attachment {
  readonly key: string;
  readonly name: string;
  readonly status: 'uploading' | 'ready' | 'failed';
  /** 0 to 100, where it is known. */
  readonly progress?: number;
  /** What it looks like: drawn small, in the place of the icon. */
  readonly picture?: HTMLElement;
  /** The server's id of it, once it is there. */
  readonly file?: string;
  /** The file itself, where it could not go up: so it can be tried again. */
  readonly unsent?: File;
  /** Why it could not. */
  readonly fault?: ChatFault;
}

/** The key of what the page lays beside a message. */
export const contextKey = 'context';

/** The files that go with a message, and before them what the page lays beside it. */
export function withContext(
  attachments: readonly Attachment[],
  context: ApplicationContext | undefined,
): readonly Attachment[] {
  if (!context) return attachments;
  return [{key: contextKey, name: context.title, status: 'ready'}, ...attachments];
}

/** What can be done with attachments. */
interface Acts {
  readonly remove: (key: string) => void;
  readonly attach: (files: readonly File[]) => void;
}

/** The files that go with a message, each with its state, a button that removes it, and one that tries again. */
export function renderAttachments(
  attachments: readonly Attachment[],
  labels: Labels,
  acts: Acts,
): TemplateResult | typeof nothing {
  if (attachments.length === 0) return nothing;
  return html`<ul class="attachments" aria-label=${labels.composer.attachments}>
    ${repeat(
      attachments,
      ({key}) => key,
      attachment => renderAttachment(attachment, labels, acts),
    )}
  </ul>`;
}

function renderAttachment(
  {key, name, status, progress, picture, unsent, fault}: Attachment,
  labels: Labels,
  {remove, attach}: Acts,
): TemplateResult {
  const {composer, chat, locale} = labels;
  const words = {uploading: composer.uploading, ready: String, failed: composer.failed}[status];
  return html`<li part="attachment" data-status=${status}>
    ${picture ?? icon(status === 'failed' ? 'error' : 'file', 16)}
    <div>
      <span class="name" dir="auto" aria-hidden="true">${name}</span>
      <span class="visually-hidden">${words(name)}</span>
      ${fault ? html`<span class="problem" dir="auto">${faultWords(fault, labels)}</span>` : nothing}
    </div>
    ${
      status === 'uploading' && progress !== undefined
        ? html`<span class="progress">${formatPercent(progress, locale)}</span>`
        : nothing
    }
    ${
      unsent
        ? html`<button
            type="button"
            aria-label="${chat.retry}: ${name}"
            @click=${() => {
              remove(key);
              attach([unsent]);
            }}
          >
            ${icon('again', 14)}
          </button>`
        : nothing
    }
    <button type="button" aria-label=${composer.remove(name)} @click=${() => remove(key)}>
      ${icon('close', 14)}
    </button>
  </li>`;
}
