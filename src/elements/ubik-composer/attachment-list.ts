import {nothing, type TemplateResult} from 'lit';
import {guard} from 'lit/directives/guard.js';
import {jsonText} from '../../core/json.js';
import {html} from '../base/html.js';
import {repeat} from '../base/repeat.js';
import type {Attachment} from '../conversation/attachment.js';
import type {Labels} from '../locales/en.js';
import {errorText} from '../locales/labels.js';
import {renderFileName} from '../shared/export/file-name.js';
import {formatBytes, formatPercent} from '../shared/text/format.js';
import {icon} from '../shared/icons/icons.js';
import {showControls} from '../shared/html/safe-url.js';

interface AttachmentActions {
  readonly remove: (key: string) => void;
  readonly attach: (files: readonly File[]) => void;
}

/** The attached files, each with its state, a remove button, and a retry button after an error. */
export function renderAttachments(
  attachments: readonly Attachment[],
  labels: Labels,
  acts: AttachmentActions,
): TemplateResult {
  return html`<ul class="attachments" aria-label=${labels.composer.attachments}>
    ${repeat(
      attachments,
      ({key}) => key,
      attachment => renderAttachment(attachment, labels, acts),
    )}
  </ul>`;
}

function renderAttachment(
  {key, name: rawName, size, status, progress = 100, picture, source, error, data}: Attachment,
  labels: Labels,
  {remove, attach}: AttachmentActions,
): TemplateResult {
  const {composer, chat, locale} = labels;
  const name = showControls(rawName);
  const statusLabel = {uploading: composer.uploading, ready: String, failed: composer.failed}[
    status
  ];
  const isSending = status === 'uploading' && progress < 100;
  const hasSize = size !== undefined && status !== 'failed';
  const amount = isSending ? formatPercent(progress, locale) : hasSize && formatBytes(size, locale);
  return html`<li part="attachment" data-status=${status}>
    ${picture ?? icon(status === 'failed' ? 'error' : 'file', 16)}
    <div>
      ${
        data === undefined
          ? renderFileName(name, statusLabel(name))
          : html`<details>
              <summary>${renderFileName(name)}${icon('chevron', 14)}</summary>
              <pre tabindex="0" dir="ltr">${guard([data], () => jsonText(data, 2))}</pre>
            </details>`
      }
      ${error ? html`<span class="problem" dir="auto">${errorText(error, labels)}</span>` : nothing}
    </div>
    ${amount ? html`<span class="amount">${amount}</span>` : nothing}
    ${
      source && status === 'failed'
        ? html`<button
            type="button"
            aria-label="${chat.retry}: ${name}"
            @click=${() => {
              remove(key);
              attach([source]);
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
