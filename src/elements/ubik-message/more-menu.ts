import {type LitElement, nothing, type TemplateResult} from 'lit';
import {html} from '../base/html.js';
import {iconButton} from '../shared/icons/icon-button.js';
import {placeBesideButton, restoreFocus} from '../shared/pop-up.js';

/** An entry of the menu: its label and its action. */
type MoreAction = readonly [label: string, act: () => void];

/** A button with a menu of the actions that are rarely needed. The menu has content only while it is open. */
export class MoreMenu {
  readonly #host: LitElement;
  #open = false;

  constructor(host: LitElement) {
    this.#host = host;
  }

  render(label: string, actions: readonly MoreAction[]): TemplateResult {
    return html`${iconButton('more', label, 'more-menu', {className: 'more', part: 'action'})}
      <div
        id="more-menu"
        class="more-menu"
        role="group"
        aria-label=${label}
        popover
        @beforetoggle=${this.#onToggle}
      >
        ${this.#open ? actions.map(action => this.#renderAction(action)) : nothing}
      </div>`;
  }

  #renderAction([label, act]: MoreAction): TemplateResult {
    const press = (): void => {
      this.#menu?.hidePopover();
      act();
    };
    return html`<button type="button" @click=${press}>${label}</button>`;
  }

  get #menu(): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>('.more-menu');
  }

  readonly #onToggle = (event: ToggleEvent): void => {
    this.#open = event.newState === 'open';
    restoreFocus(event);
    this.#host.requestUpdate();
    if (this.#open) requestAnimationFrame(this.#place);
  };

  /** In the next frame the menu is open and has its content, so that its size is known. */
  readonly #place = (): void => {
    if (this.#menu) placeBesideButton(this.#menu);
  };
}
