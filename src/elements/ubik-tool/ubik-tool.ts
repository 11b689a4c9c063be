import {type CSSResultGroup, type PropertyValues, type TemplateResult, nothing} from 'lit';
import {property} from 'lit/decorators.js';
import {writtenToolInput, toolTitle} from '../../core/model/select.js';
import type {Item, Status, ToolItem} from '../../core/model/item.js';
import {LazyModule} from '../../controller/lazy-module.js';
import type {GetToken} from '../../controller/types.js';
import {Collapsible} from '../shared/work/collapsible.js';
import {formatNotable} from '../shared/text/format.js';
import {humanise} from '../../core/humanise.js';
import type {ExecutionFollower} from './follower.js';
import {html} from '../base/html.js';
import {Stopwatch} from '../shared/work/stopwatch.js';
import {renderCall, renderSlots} from './tool-body.js';
import {currentNote, hasPlot, isAsking, isInputInQuestion, leadingText} from './tool-facts.js';
import {renderItems} from '../base/render-item.js';
import {styles} from './ubik-tool.styles.js';

/** Updates a tool that is displayed outside of a chat. */
const follower = new LazyModule(() => import('./follower.js'));

/**
 * One tool call: its input as it streams, its progress, result and duration. Displays the given one, or the newest one of
 * a conversation. Also works without a chat, from attributes and slots; with `execution-id` and `endpoint` it follows one
 * execution.
 *
 * @element ubik-tool
 * @slot - Additional content below the input, such as a chart of the result.
 * @slot input - The input, without an item.
 * @slot result - The result, without an item.
 * @fires {UbikToggleRequestEvent} ubik-toggle-request - Before the user opens or closes it; cancelable.
 * @csspart header - The button that opens and closes the tool call.
 * @csspart heading - The title.
 * @csspart note - What it is doing now, or a summary of the input.
 * @csspart time - The duration.
 * @csspart content - Everything below the header.
 * @csspart section - One section: input, phases, log, result or error.
 * @csspart log - The live output.
 */
export class UbikTool extends Collapsible<ToolItem> {
  static override styles: CSSResultGroup = styles;

  /** The call to render; without it, the attributes are used. */
  @property({attribute: false}) item: ToolItem | undefined;

  /** The name of the tool, without an item; selects the newest call of this tool from the conversation. */
  @property() name = '';

  /** The status, without an item. */
  @property({useDefault: true}) status: Status = 'done';

  /** The duration in seconds, without an item. */
  @property({type: Number}) duration: number | undefined;

  /** The execution to follow, without an item. */
  @property({attribute: 'execution-id'}) executionId = '';

  /** Base URL of the API with the execution, absolute or relative to the page. */
  @property() endpoint = '';

  /** URL of the site's back end that responds to a POST with `{access_token, expires_in?}`. */
  @property({attribute: 'token-endpoint'}) tokenEndpoint = '';

  /** Returns a short-lived access token; an alternative to `token-endpoint`. */
  @property({attribute: false}) getToken: GetToken | undefined;

  #follower: ExecutionFollower | undefined;
  readonly #stopwatch = new Stopwatch(this);

  /** The given or selected call, or else the followed execution. */
  protected override get shown(): ToolItem | undefined {
    return super.shown ?? this.#follower?.item;
  }

  protected override isDescribed(): boolean {
    return Boolean(this.executionId) || this.duration != null || this.hasAttribute('status');
  }

  protected override selects(item: Item): item is ToolItem {
    return item.kind === 'tool' && (!this.name || item.name === this.name);
  }

  protected override get defaultOpen(): boolean | undefined {
    const {shown} = this;
    if (!shown) return undefined;
    const {status, children} = shown;
    const waits = status === 'waiting' && children.some(({kind}) => kind === 'request');
    return status === 'streaming' || waits || hasPlot(shown);
  }

  /** Whether it names an execution. */
  get #hasExecution(): boolean {
    return Boolean(this.executionId && this.endpoint);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const part = this.#hasExecution && !this.#follower && follower.get(this);
    if (part) this.#follower = new part.ExecutionFollower(this);
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const {shown} = this;
    this.toggleAttribute('asking', shown !== undefined && isAsking(shown));
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.isEmpty) return nothing;
    const item = this.shown;
    const follows = this.#hasExecution && !this.#follower?.failed;
    const name = [item?.name, this.name].find(Boolean) ?? '';
    const status = item?.status ?? (follows ? 'streaming' : this.status);
    // The card of a question names the tool, and cannot be closed: the run waits for an answer.
    const isOpenQuestion = item !== undefined && isAsking(item);
    const isShown = this.open || isOpenQuestion;
    return html`
      ${
        isOpenQuestion
          ? nothing
          : this.renderHeader({
              // A call that was refused has not failed.
              status: item?.denied === true ? 'stopped' : status,
              title: toolTitle({...item, name}, humanise),
              rawName: name || undefined,
              note: item && this.#note(item),
              label: item && this.#label(item),
              time: this.#time,
            })
      }
      <div id="content" class="content" part="content" ?hidden=${!isShown}>
        ${isShown ? this.#renderBody(item) : nothing}
      </div>
      ${this.#follower?.renderError(this.strings) ?? nothing}
    `;
  }

  /** The status in words, if they are not those of every item. */
  #label({denied, status, runsIn}: ToolItem): string | undefined {
    if (denied === true) return this.strings.status.denied;
    // A call for the page that nobody has run; one that the page has begun is stopped.
    return status === 'interrupted' && runsIn === 'page' ? this.strings.status.notRun : undefined;
  }

  /** What the call is doing now, or its input in a few words, unless its content or its question says the same. */
  #note(item: ToolItem): string {
    if (item.status === 'streaming') return this.open ? '' : currentNote(item);
    return isInputInQuestion(item) ? '' : leadingText(writtenToolInput(item));
  }

  get #time(): string | undefined {
    const item = this.shown;
    const seconds = item ? this.#stopwatch.read(item) : this.duration;
    return formatNotable(seconds, this.strings.locale);
  }

  #renderBody(item: ToolItem | undefined): unknown {
    const {services, strings} = this;
    if (!item) return renderSlots(this, strings);
    // A question replaces the details of the call until it is answered.
    const call = isAsking(item) ? nothing : renderCall(item, strings, this);
    return [call, renderItems(item.children, services)];
  }
}
