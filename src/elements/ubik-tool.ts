import {type CSSResultGroup, type TemplateResult, nothing} from 'lit';
import {property} from 'lit/decorators.js';
import {toolInput, toolLogs} from '../core/index.js';
import type {Phase, Status, ToolItem} from '../core/index.js';
import type {GetToken} from '../controller/index.js';
import {Disclosure} from './internal/disclosure.js';
import {formatDuration, humanise} from './internal/format.js';
import {fetchElement} from './internal/fetch-element.js';
import {fetchPart} from './internal/fetch-part.js';
import {Follower} from './internal/follower.js';
import {html} from './internal/html.js';
import {statusIcon} from './internal/status-icon.js';
import {Stopwatch} from './internal/stopwatch.js';
import {
  foundSources,
  hasPlot,
  hasView,
  leadingWords,
  phaseNote,
  presentNote,
  readOutput,
  responseOf,
} from './internal/tool-facts.js';
import {renderItems} from './render-item.js';
import {styles} from './ubik-tool.styles.js';

/** Of a longer log only the end is shown: characters. */
const logLimit = 20_000;

/** Few tools give rows or files, so what draws them is fetched with the first. */
const fetchView = fetchPart(() => import('./internal/data-view.js'));
const fetchJson = fetchElement(() => import('./ubik-json.define.js'));

/** How far a phase has come; one that nobody ended has ended as its tool did. */
function phaseStatus(phase: Phase, tool: ToolItem): Status {
  if (phase.status === 'started') return tool.status;
  return phase.status === 'completed' ? 'done' : 'failed';
}

/**
 * One call of a tool: its input as it arrives, what it reports while it works, its result and the time it took. Works
 * alone, from attributes and slots, on a page without a chat; with `execution-id` and `endpoint` it follows one execution
 * by itself.
 *
 * @element ubik-tool
 * @slot - More to show below the input, such as a drawing of the result.
 * @slot input - The input, where there is no item.
 * @slot result - The result, where there is no item.
 * @fires {UbikToggleEvent} ubik-toggle - Before the user opens or closes it; cancelable.
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

  readonly #follower = new Follower(this);
  readonly #stopwatch = new Stopwatch(this);

  /** The call that is shown: the one that is given, or the one that is followed. */
  private get shown(): ToolItem | undefined {
    return this.item ?? this.#follower.item;
  }

  protected override get opinion(): boolean | undefined {
    const {shown} = this;
    return shown && (shown.status === 'streaming' || shown.status === 'waiting' || hasPlot(shown));
  }

  protected override render(): TemplateResult {
    const item = this.shown;
    const status = item?.status ?? (this.#follower.following ? 'streaming' : this.status);
    return html`
      ${this.renderHeader({
        status,
        title: item?.title ?? humanise([item?.name, this.name].find(Boolean) ?? ''),
        note: item && (status === 'streaming' ? presentNote(item) : leadingWords(toolInput(item))),
        time: this.#time(status),
      })}
      <div id="content" class="content" part="content" ?hidden=${!this.open}>
        ${this.open ? (item ? this.#renderItem(item) : this.#renderSlots()) : nothing}
      </div>
      ${this.#follower.renderFault(this.strings)}
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

  #renderItem(item: ToolItem): unknown {
    const {tool} = this.strings;
    return [
      this.#renderInput(item),
      item.phases?.length
        ? this.#section(tool.phases, this.#renderPhases(item, item.phases))
        : nothing,
      html`<slot></slot>`,
      this.#renderLogs(item),
      this.#renderOutput(item),
      item.error ? this.#section(tool.error, html`<p class="error">${item.error}</p>`) : nothing,
      renderItems(item.children, this.services),
    ];
  }

  #renderSlots(): TemplateResult {
    const {tool} = this.strings;
    return html`
      ${this.#slotted('input') ? this.#section(tool.input, html`<slot name="input"></slot>`) : nothing}
      <slot></slot>
      ${this.#slotted('result') ? this.#section(tool.output, html`<slot name="result"></slot>`) : nothing}
    `;
  }

  #slotted(name: string): boolean {
    return [...this.children].some(child => child.slot === name);
  }

  #section(title: string, body: unknown): TemplateResult {
    return html`<section part="section">
      <p class="label">${title}</p>
      ${body}
    </section>`;
  }

  #renderInput(item: ToolItem): TemplateResult | typeof nothing {
    const {tool} = this.strings;
    if (item.input === '') return nothing;
    const value = toolInput(item);
    const body =
      value === undefined
        ? html`<p class="quiet">${tool.receiving}…</p>`
        : this.#renderValue(value);
    return this.#section(tool.input, body);
  }

  /** What a search found is drawn as such, and its words as Markdown; the rest of the result stays at hand as a tree. */
  #renderOutput(item: ToolItem): unknown {
    const {tool} = this.strings;
    const sources = foundSources(item);
    const list =
      sources.length > 0 ? html`<ubik-sources .sources=${sources} open></ubik-sources>` : nothing;
    if (!item.output) return list;
    const output = readOutput(item.output);
    const response = responseOf(output);
    const words =
      response === undefined ? nothing : html`<ubik-markdown .text=${response}></ubik-markdown>`;
    const rows = hasView(item) ? fetchView(this)?.renderData(output) : nothing;
    return [list, this.#section(tool.output, [words, rows, this.#renderValue(output)])];
  }

  #renderValue(value: unknown): TemplateResult {
    return typeof value === 'string'
      ? html`<p class="plain" dir="auto">${value}</p>`
      : html`<ubik-json .value=${value}
          >${fetchJson() ? nothing : JSON.stringify(value)}</ubik-json
        >`;
  }

  #renderPhases(item: ToolItem, phases: readonly Phase[]): TemplateResult {
    return html`<ul class="phases">
      ${phases.map(
        phase =>
          html`<li>
            ${statusIcon(phaseStatus(phase, item), 14)}
            <span>${humanise(phase.name)}</span>
            <span class="quiet" dir="auto">${phaseNote(phase)}</span>
          </li>`,
      )}
    </ul>`;
  }

  /** Live output makes room for the result; without a result it stays. */
  #renderLogs(item: ToolItem): unknown {
    if (item.output) return nothing;
    const {tool} = this.strings;
    return toolLogs(item).map(({key, text}) => {
      const title = key === 'response' ? tool.log : tool.logOf(humanise(key));
      return this.#section(
        title,
        html`<div class="tail" tabindex="0" role="group" aria-label=${title}>
          <pre part="log" dir="auto">${text.slice(-logLimit)}</pre>
        </div>`,
      );
    });
  }
}
