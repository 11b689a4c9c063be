import type {CSSResultGroup, TemplateResult} from 'lit';
import {property} from 'lit/decorators.js';
import {guard} from 'lit/directives/guard.js';
import {html} from '../base/html.js';
import type {Item} from '../../core/model/item.js';
import {walk} from '../../core/model/select.js';
import {UbikPart} from '../conversation/part.js';
import {renderItem} from '../base/render-item.js';
import {repeat} from '../base/repeat.js';
import type {SharedConversation} from '../conversation/shared-conversation.js';
import {styles} from './ubik-items.styles.js';

/**
 * All items of one kind in the last answer, such as the steps of the current run or its sources; each is rendered by the
 * renderer of its kind.
 *
 * @element ubik-items
 * @csspart item - One item.
 */
export class UbikItems extends UbikPart {
  static override styles: CSSResultGroup = styles;

  protected static override keepsFocus = true;

  /** The kind of the items: `step`, `tool`, `file`, `data` … */
  @property({useDefault: true}) kind = 'step';

  /** Selects the items with this name, such as the calls of one tool. */
  @property() name = '';

  #answer: Item | undefined;
  #items: readonly Item[] = [];

  protected override read(conversation: SharedConversation): readonly unknown[] {
    return this.#select(conversation);
  }

  /** The items; the same array as long as none of them has changed. */
  #select({items}: SharedConversation): readonly Item[] {
    const answer = items.findLast(item => item.kind === 'message' && item.role === 'assistant');
    if (answer === this.#answer) return this.#items;
    this.#answer = answer;
    const found = answer ? [...walk(answer)].filter(item => this.#isSelected(item)) : [];
    return (this.#items = found);
  }

  #isSelected(item: Item): boolean {
    return item.kind === this.kind && (!this.name || ('name' in item && item.name === this.name));
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    if (changed.size === 0) return;
    this.#answer = undefined;
    this.#items = [];
  }

  protected override render(): TemplateResult {
    const items = this.shared ? this.#select(this.shared) : [];
    return html`${repeat(
      items,
      ({id}) => id,
      item =>
        html`<div class="item" part="item">
          ${guard([item, this.services], () => renderItem(item, this.services))}
        </div>`,
    )}`;
  }
}
