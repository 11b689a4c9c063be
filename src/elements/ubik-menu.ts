import {type CSSResultGroup, html, nothing, type TemplateResult} from 'lit';
import {property} from 'lit/decorators.js';
import type {CheckpointItem, Conversation, Item} from '../core/index.js';
import {UbikElement} from './internal/element.js';
import {placeBeside} from './internal/pop-up.js';
import {printAlone} from './internal/print.js';
import {save, share} from './internal/save.js';
import {styles} from './ubik-menu.styles.js';

/** The checkpoints in their order, wherever they stand. */
const checkpointsIn = (items: readonly Item[]): readonly CheckpointItem[] =>
  items.flatMap(item => (item.kind === 'checkpoint' ? [item] : checkpointsIn(item.children)));

/**
 * What can be done with a whole conversation, as a popover: go to a checkpoint, save, share, print. It is fetched when it
 * is first opened.
 *
 * @element ubik-menu
 * @csspart checkpoint - A button that goes to a checkpoint.
 * @csspart action - One of the other buttons.
 */
export class UbikMenu extends UbikElement {
  static override styles: CSSResultGroup = styles;

  /** The conversation. */
  @property({attribute: false}) conversation: Conversation | undefined;

  /** Shows an item of it, by its id. */
  @property({attribute: false}) reveal: ((id: string) => void) | undefined;

  constructor() {
    super();
    this.addEventListener('toggle', () => this.requestUpdate());
  }

  /** A conversation changes often, and the menu is seldom open. */
  protected override shouldUpdate(): boolean {
    return this.matches(':popover-open');
  }

  protected override updated(): void {
    const button = this.previousElementSibling;
    if (button) placeBeside(this, button);
  }

  protected override render(): TemplateResult | typeof nothing {
    const {conversation, strings} = this;
    if (!conversation) return nothing;
    const {menu} = strings;
    const checkpoints = checkpointsIn(conversation.children);
    return html`
      ${
        checkpoints.length > 0
          ? html`<h2>${menu.checkpoints}</h2>
              <ul>
                ${checkpoints.map(
                  ({id, name}) =>
                    html`<li>${this.#button('checkpoint', name, () => this.reveal?.(id))}</li>`,
                )}
              </ul>
              <hr />`
          : nothing
      }
      ${this.#button('action', menu.saveMarkdown, () => save(conversation, 'markdown', strings))}
      ${this.#button('action', menu.saveJson, () => save(conversation, 'json', strings))}
      ${
        'share' in navigator
          ? this.#button('action', menu.share, () => share(conversation, strings))
          : nothing
      }
      ${this.#button('action', menu.print, () => printAlone(this))}
    `;
  }

  #button(part: 'checkpoint' | 'action', label: string, act: () => void): TemplateResult {
    const press = () => {
      this.hidePopover();
      act();
    };
    return html`<button part=${part} type="button" dir="auto" @click=${press}>${label}</button>`;
  }
}
