import {nothing, type TemplateResult} from 'lit';
import type {RequestItem} from '../../core/model/item.js';
import {hasPassword} from '../../core/model/passwords.js';
import {asRecord} from '../../core/values.js';
import {html} from '../base/html.js';
import type {Labels} from '../locales/en.js';
import {answerText} from './request-forms.js';
import {renderRows} from './value-rows.js';

/** The answer to a question, or that it can no longer be answered. */
export function renderOutcome(
  question: RequestItem,
  labels: Labels,
): TemplateResult | typeof nothing {
  const {answer, schema, status} = question;
  if (!answer || hasPassword(schema)) {
    // Do not announce an answer that was given elsewhere.
    return status === 'done' ? nothing : html`<p class="quiet">${labels.request.expired}</p>`;
  }
  if (typeof answer.input === 'object' && answer.type === 'json') {
    const rows = renderRows(answer.input ?? undefined, 'answer', {labels, root: asRecord(schema)});
    if (rows !== nothing) return rows;
  }
  return html`<p class="answer" part="answer" dir="auto">
    ${answerText(answer, labels, question)}
  </p>`;
}
