import {nothing, type TemplateResult} from 'lit';
import type {Reply} from '../../controller/types.js';
import type {RequestItem} from '../../core/model/item.js';
import {html} from '../base/html.js';
import type {Labels} from '../locales/en.js';
import {enterKeyHint} from '../shared/input/contain-key-events.js';
import {type AnswerType, confirmAnswers} from './request-forms.js';

/**
 * What the buttons of a form display and do. While an answer is being sent, the pressed button stays focusable: a disabled one
 * loses the focus for good.
 */
export interface AnswerButtons {
  readonly labels: Labels;
  /** Whether an answer is being sent. */
  readonly sending: boolean;
  /** Whether the user is about to deny a permission. */
  readonly denying: boolean;
  /** Answers at once. */
  readonly onReply: (reply: Reply) => void;
  /** Begins to deny a permission, or returns to the choice. */
  readonly onDeny: (denying: boolean) => void;
}

/** The buttons below the fields of a form. */
export function renderButtons(
  type: AnswerType,
  item: RequestItem,
  buttons: AnswerButtons,
): TemplateResult | readonly TemplateResult[] {
  if (type === 'confirm') return renderConfirm(item, buttons);
  if (type === 'permission') return renderPermission(buttons);
  const {labels, sending} = buttons;
  return html`<button
      class="button primary"
      type="submit"
      aria-disabled=${sending ? 'true' : 'false'}
    >
      ${sending ? labels.request.sending : labels.request.send}</button
    >${item.refusable ? renderRefusal(buttons) : nothing}`;
}

function renderRefusal({labels, sending, onReply}: AnswerButtons): TemplateResult {
  return html`<button
    class="button"
    type="button"
    aria-disabled=${sending ? 'true' : 'false'}
    @click=${() => onReply({type: 'confirm', input: false})}
  >
    ${labels.request.refuse}
  </button>`;
}

function renderConfirm(
  item: RequestItem,
  {labels, sending, onReply}: AnswerButtons,
): readonly TemplateResult[] {
  return confirmAnswers(item, labels).map(
    ({label, reply}) =>
      html`<button
        class="button"
        type="button"
        dir="auto"
        aria-disabled=${sending ? 'true' : 'false'}
        @click=${() => onReply(reply)}
      >
        ${label}
      </button>`,
  );
}

/** Allowing takes one press. Denying asks for a reason first, which may stay empty. */
function renderPermission({labels, sending, denying, onDeny}: AnswerButtons): TemplateResult {
  const {allowOnce, alwaysAllow, deny, reason, cancel} = labels.request;
  if (denying) {
    return html`<label class="reason"
        >${reason}<textarea
          name="reason"
          rows="1"
          dir="auto"
          enterkeyhint=${enterKeyHint()}
        ></textarea></label
      ><button class="button primary" aria-disabled=${sending ? 'true' : 'false'}>${deny}</button
      ><button class="button" type="button" @click=${() => onDeny(false)}>${cancel}</button>`;
  }
  const allow = (label: string, value: 'once' | 'always') =>
    html`<button
      class=${value === 'once' ? 'button primary' : 'button'}
      name="allow"
      value=${value}
      aria-disabled=${sending ? 'true' : 'false'}
    >
      ${label}
    </button>`;
  return html`${allow(allowOnce, 'once')} ${allow(alwaysAllow, 'always')}
    <button
      class="button deny"
      type="button"
      aria-disabled=${sending ? 'true' : 'false'}
      @click=${() => onDeny(true)}
    >
      ${deny}
    </button>`;
}
