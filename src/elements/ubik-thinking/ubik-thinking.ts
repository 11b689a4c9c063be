import {type CSSResultGroup, html, type TemplateResult} from 'lit';
import {property} from 'lit/decorators.js';
import type {ThinkingItem} from '../../core/model/item.js';
import {Disclosure} from '../shared/disclosure.js';
import {formatDuration} from '../shared/format.js';
import {Stopwatch} from '../shared/stopwatch.js';
import {styles} from './ubik-thinking.styles.js';

/**
 * The reasoning behind an answer: open while it streams, then collapsed to its duration.
 *
 * @element ubik-thinking
 * @fires {UbikToggleRequestEvent} ubik-toggle-request - Before the user opens or closes it; cancelable.
 * @csspart header - The button that opens and closes it.
 * @csspart heading - The title.
 * @csspart time - The duration.
 * @csspart content - The reasoning.
 */
export class UbikThinking extends Disclosure {
  static override styles: CSSResultGroup = styles;

  /** The reasoning to render. */
  @property({attribute: false}) item: ThinkingItem | undefined;

  readonly #stopwatch = new Stopwatch(this);

  protected override get defaultOpen(): boolean | undefined {
    return this.item?.status === 'streaming' && !this.item.redacted;
  }

  protected override render(): TemplateResult {
    const {item, strings: labels} = this;
    const status = item?.status ?? 'done';
    const seconds = item && this.#stopwatch.read(item);
    const duration =
      seconds === undefined || seconds < 1 ? undefined : formatDuration(seconds, labels.locale);
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
          <div>${this.#paragraphs.map(text => html`<p dir="auto">${text}</p>`)}</div>
        </div>
      </div>
    `;
  }

  /** Split into short text nodes: a single one would be laid out again with each chunk. */
  get #paragraphs(): readonly string[] {
    if (!this.item || this.item.redacted) return [this.strings.thinking.redacted];
    return this.item.text.trim().split(/\n{2,}/);
  }
}
