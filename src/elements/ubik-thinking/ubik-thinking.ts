import {type CSSResultGroup, nothing, type TemplateResult} from 'lit';
import {property} from 'lit/decorators.js';
import {html} from '../base/html.js';
import {lastDelta} from '../../core/model/growth.js';
import type {Item, ThinkingItem} from '../../core/model/item.js';
import {Collapsible} from '../shared/work/collapsible.js';
import {formatNotable} from '../shared/text/format.js';
import {Stopwatch} from '../shared/work/stopwatch.js';
import {styles} from './ubik-thinking.styles.js';

/**
 * The reasoning behind an answer, the given or the newest one of a conversation: open while it streams, then collapsed to
 * its duration.
 *
 * @element ubik-thinking
 * @fires {UbikToggleRequestEvent} ubik-toggle-request - Before the user opens or closes it; cancelable.
 * @csspart header - The button that opens and closes it.
 * @csspart heading - The title.
 * @csspart time - The duration.
 * @csspart content - The reasoning.
 */
export class UbikThinking extends Collapsible<ThinkingItem> {
  static override styles: CSSResultGroup = styles;

  /** The reasoning to render. */
  @property({attribute: false}) item: ThinkingItem | undefined;

  readonly #stopwatch = new Stopwatch(this);

  protected override selects(item: Item): item is ThinkingItem {
    return item.kind === 'thinking';
  }

  protected override get defaultOpen(): boolean | undefined {
    return this.shown?.status === 'streaming' && !this.shown.redacted;
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.isEmpty) return nothing;
    const {shown: item, strings: labels} = this;
    const status = item?.status ?? 'done';
    const seconds = item && this.#stopwatch.read(item);
    const duration = formatNotable(seconds, labels.locale);
    const done = duration ? labels.thinking.doneIn(duration) : labels.thinking.done;
    const running = status === 'streaming';
    return html`
      ${this.renderHeader({
        status,
        title: running ? labels.thinking.running : done,
        time: running ? duration : undefined,
      })}
      <div id="content" class="content" part="content" ?hidden=${!this.open}>
        <div class="tail" tabindex="0" role="group" aria-label=${labels.thinking.running}>
          <div>${item ? this.#renderText(item) : nothing}</div>
        </div>
      </div>
    `;
  }

  /** Models write Markdown here too: summaries begin with a title in asterisks. */
  #renderText(item: ThinkingItem): TemplateResult {
    if (item.redacted) return html`<p dir="auto">${this.strings.thinking.redacted}</p>`;
    return html`<ubik-markdown
      .text=${item.text}
      .growth=${lastDelta(item)}
      .streaming=${item.status === 'streaming'}
    ></ubik-markdown>`;
  }
}
