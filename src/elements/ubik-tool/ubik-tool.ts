import {type CSSResultGroup, type PropertyValues, type TemplateResult, nothing} from 'lit';
import {property} from 'lit/decorators.js';
import {toolInput} from '../../core/model/select.js';
import type {Status, ToolItem} from '../../core/model/item.js';
import type {GetToken} from '../../controller/types.js';
import {Disclosure} from '../shared/disclosure.js';
import {formatDuration, humanise} from '../shared/format.js';
import {follower, toolBody} from './lazy-parts.js';
import type {Follower} from './follower.js';
import {html} from '../base/html.js';
import {Stopwatch} from '../shared/stopwatch.js';
import type * as Body from './tool-body.js';
import {hasPlot, leadingWords, presentNote} from './tool-facts.js';
import {renderItems} from '../base/render-item.js';
import {styles} from './ubik-tool.styles.js';

/**
 * One call of a tool: its input as it arrives, what it reports while it works, its result and the time it took. Works
 * alone, from attributes and slots, on a page without a chat; with `execution-id` and `endpoint` it follows one execution
 * by itself.
 *
 * @element ubik-tool
 * @slot - More to show below the input, such as a drawing of the result.
 * @slot input - The input, where there is no item.
 * @slot result - The result, where there is no item.
 * @fires {UbikToggleRequestEvent} ubik-toggle-request - Before the user opens or closes it; cancelable.
 * @csspart header - The button that opens and closes the card.
 * @csspart heading - Its title.
 * @csspart note - What it is doing now, or what it was asked.
 * @csspart time - The time it took.
 * @csspart content - Everything under the header.
 * @csspart section - One part of it: input, phases, log, result, error.
 * @csspart log - The live output.
 */
export class UbikTool extends Disclosure {
  static override styles: CSSResultGroup = styles;

  /** The call to show; the attributes stand in where there is none. */
  @property({attribute: false}) item: ToolItem | undefined;

  /** Its name, without an item. */
  @property() name = '';

  /** How far it has come, without an item. */
  @property() status: Status = 'done';

  /** Seconds it took, without an item. */
  @property({type: Number}) duration: number | undefined;

  /** The execution to follow, without an item. */
  @property({attribute: 'execution-id'}) executionId = '';

  /** Base URL of the API that runs it, absolute or relative to the page. */
  @property() endpoint = '';

  /** A URL of the site's own back end that answers `{access_token, expires_in?}` to a POST. */
  @property({attribute: 'token-endpoint'}) tokenEndpoint = '';

  /** Gives a short-lived token, where there is no `token-endpoint`. */
  @property({attribute: false}) getToken: GetToken | undefined;

  #follower: Follower | undefined;
  readonly #stopwatch = new Stopwatch(this);

  /** The call that is shown: the one that is given, or the one that is followed. */
  private get shown(): ToolItem | undefined {
    return this.item ?? this.#follower?.item;
  }

  protected override get defaultOpen(): boolean | undefined {
    const {shown} = this;
    return shown && (shown.status === 'streaming' || shown.status === 'waiting' || hasPlot(shown));
  }

  /** Whether it names an execution. */
  get #names(): boolean {
    return this.executionId !== '' && this.endpoint !== '';
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const part = this.#names && !this.#follower && follower.get(this);
    if (part) this.#follower = new part.Follower(this);
  }

  protected override render(): TemplateResult {
    const item = this.shown;
    const body = toolBody.get(this);
    const follows = this.#names && !this.#follower?.failed;
    const status = item?.status ?? (follows ? 'streaming' : this.status);
    return html`
      ${this.renderHeader({
        status,
        title: item?.title ?? humanise([item?.name, this.name].find(Boolean) ?? ''),
        note: item && (status === 'streaming' ? presentNote(item) : leadingWords(toolInput(item))),
        time: this.#time(status),
      })}
      <div id="content" class="content" part="content" ?hidden=${!this.open}>
        ${this.open ? this.#renderBody(item, body) : nothing}
      </div>
      ${this.#follower?.renderFault(this.strings) ?? nothing}
    `;
  }

  #time(status: Status): string | undefined {
    const item = this.shown;
    const seconds = item ? this.#stopwatch.read(item) : this.duration;
    // Nobody measured what took no time at all.
    const least = status === 'streaming' ? 1 : 0.05;
    if (seconds === undefined || seconds < least) return undefined;
    return formatDuration(seconds, this.strings.locale);
  }

  /** What is asked by it, and what the page adds to it, shows before the rest is there, and stays when that comes. */
  #renderBody(item: ToolItem | undefined, body: typeof Body | undefined): unknown {
    const {services, strings} = this;
    const told = item ? body?.renderCall(item, strings, this) : body?.renderSlots(this, strings);
    return [told ?? html`<slot></slot>`, item && renderItems(item.children, services)];
  }
}
