import {html, type LitElement, nothing, type TemplateResult} from 'lit';
import {icon} from '../shared/icons.js';
import {placeBeside} from '../shared/pop-up.js';

/** One way to copy: its label and its action. */
export type CopyChoice = readonly [label: string, act: () => void];

/** A button with a menu of further ways to copy. The menu has content only while it is open. */
export class CopyMenu {
  readonly #host: LitElement;
  #open = false;

  constructor(host: LitElement) {
    this.#host = host;
  }

  render(label: string, choices: readonly CopyChoice[]): TemplateResult {
    return html`<button
        class="icon-button copy-more"
        part="action"
        type="button"
        popovertarget="copy-menu"
        title=${label}
        aria-label=${label}
      >
        ${icon('chevron', 16)}
      </button>
      <div
        id="copy-menu"
        class="copy-menu"
        role="group"
        aria-label=${label}
        popover
        @beforetoggle=${this.#onToggle}
      >
        ${this.#open ? choices.map(choice => this.#renderChoice(choice)) : nothing}
      </div>`;
  }

  #renderChoice([label, act]: CopyChoice): TemplateResult {
    const press = (): void => {
      this.#menu?.hidePopover();
      act();
    };
    return html`<button type="button" @click=${press}>${label}</button>`;
  }

  get #menu(): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>('.copy-menu');
  }

  /** Returns the focus explicitly: browsers differ in whether they do so in a shadow tree. */
  readonly #onToggle = ({newState}: ToggleEvent): void => {
    this.#open = newState === 'open';
    const menu = this.#menu;
    const button = menu?.previousElementSibling;
    if (!this.#open && menu?.matches(':focus-within') && button instanceof HTMLElement)
      button.focus();
    this.#host.requestUpdate();
    if (this.#open) requestAnimationFrame(() => this.#place());
  };

  /** In the next frame the menu is open and has its content, so that its size is known. */
  #place(): void {
    const button = this.#menu?.previousElementSibling;
    if (this.#menu?.matches(':popover-open') && button) placeBeside(this.#menu, button);
  }
}
