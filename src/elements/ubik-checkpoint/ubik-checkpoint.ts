import {type CSSResultGroup, type TemplateResult, nothing} from 'lit';
import {ifDefined} from '../base/if-defined.js';
import {property, state} from 'lit/decorators.js';
import {html} from '../base/html.js';
import type {CheckpointItem} from '../../core/model/item.js';
import {UbikRestoreRequestEvent} from '../events.js';
import {UbikElement} from '../base/element.js';
import {humanise} from '../../core/humanise.js';
import {cancelOnEscape} from '../shared/input/contain-key-events.js';
import {icon, type Drawing} from '../shared/icons/icons.js';
import {submitInSandbox} from '../shared/submit-in-sandbox.js';
import {styles} from './ubik-checkpoint.styles.js';

const flag: Drawing = ['flag', 'M6 21V4.5M6 5c4-2.5 7 2 12 0v9c-5 2-8-2.5-12 0'];

/**
 * A point of the run that the user can restore, with a message on what to do differently. Its name is one of the agent, not of
 * the user: it is a tooltip, and distinguishes the points for assistive technology.
 *
 * @element ubik-checkpoint
 * @fires {UbikRestoreRequestEvent} ubik-restore-request - The user restores the checkpoint; cancelable.
 * @csspart restore - The button that restores it.
 */
export class UbikCheckpoint extends UbikElement {
  static override styles: CSSResultGroup = styles;

  protected static override keepsFocus = true;

  /** The checkpoint to render. */
  @property({attribute: false}) item: CheckpointItem | undefined;

  @state() private asking = false;

  constructor() {
    super();
    submitInSandbox(this);
  }

  protected override render(): TemplateResult {
    const {strings: labels, item} = this;
    const name = humanise(item?.name ?? '');
    return html`
      <div class="line" title=${ifDefined(item?.name)}>
        ${icon(flag, 15)}
        ${
          this.services.operations.restore && !this.asking
            ? html`<button
                class="restore"
                part="restore"
                aria-label="${labels.checkpoint.restore}: ${name}"
                type="button"
                @click=${this.#onAsk}
              >
                ${labels.checkpoint.restore}
              </button>`
            : html`<span class="visually-hidden">${name}</span>`
        }
      </div>
      ${this.asking ? this.#renderForm() : nothing}
    `;
  }

  readonly #onAsk = async () => {
    this.asking = true;
    await this.updateComplete;
    this.renderRoot.querySelector('input')?.focus();
  };

  readonly #onCancel = async () => {
    this.asking = false;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.restore')?.focus();
  };

  readonly #onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const hint = this.renderRoot.querySelector('input')?.value.trim() ?? '';
    if (!this.item) return;
    const wish = new UbikRestoreRequestEvent(this.item.name, hint === '' ? undefined : hint);
    if (this.dispatchEvent(wish)) this.asking = false;
  };

  #renderForm(): TemplateResult {
    const {checkpoint} = this.strings;
    return html`<form
      @submit=${this.#onSubmit}
      @keydown=${cancelOnEscape(() => void this.#onCancel())}
    >
      <label>
        <span>${checkpoint.instruction}</span>
        <input type="text" autocomplete="off" dir="auto" />
      </label>
      <div class="buttons">
        <button class="button primary" type="submit">${checkpoint.confirm}</button>
        <button class="button" type="button" @click=${this.#onCancel}>${checkpoint.cancel}</button>
      </div>
    </form>`;
  }
}
