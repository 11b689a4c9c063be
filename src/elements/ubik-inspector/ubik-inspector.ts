import {type CSSResultGroup, LitElement, nothing, type TemplateResult} from 'lit';
import {property, query} from 'lit/decorators.js';
import type {Conversation} from '../../core/model/item.js';
import {download} from '../shared/export/download.js';
import {html} from '../base/html.js';
import {UbikRecordingOpenEvent} from '../events/elements.js';
import requests from '../events/requests.js';
import {renderFilter, renderHead, renderTime} from './controls.js';
import {InspectorStore} from './inspector-store.js';
import {renderDetails} from './details.js';
import {formatSeconds, renderList} from './list.js';
import {LiveChat} from './live-chat.js';
import {Player} from './player.js';
import {previewOf} from './preview.js';
import {Separator} from './separator.js';
import {WindowedRows} from './windowed-rows.js';
import {InspectorLanguage} from './inspector-language.js';
import type {InspectorLabels} from '../locales/inspector/en.js';
import {styles} from './ubik-inspector.styles.js';
import {reportToConsole} from '../../controller/report-to-console.js';

/**
 * Inspects the runs of a chat, or a recording: the frames and events with their times, their changes, and the
 * conversation at any position. It is separate from the chat and never changes it.
 *
 * @element ubik-inspector
 * @fires {UbikRecordingOpenEvent} ubik-recording-open - A recording was opened, by the button, by dropping a file or by `load`.
 * @csspart list - The list of frames and events.
 * @csspart details - The changes of the selected row.
 * @csspart preview - The conversation at the current position.
 */
export class UbikInspector extends LitElement {
  static override styles: CSSResultGroup = styles;

  /** The id of the chat to inspect. */
  @property({attribute: 'for'}) htmlFor = '';

  @query('.scroller') private readonly scroller!: HTMLElement | null;
  @query('.parts') private readonly parts!: HTMLElement | null;
  @query('.rows') private readonly renderedRows!: HTMLElement | null;

  readonly #store: InspectorStore = new InspectorStore(
    () => this.requestUpdate(),
    () => this.#chat.question,
    () => this.#player.pause(),
  );
  readonly #chat: LiveChat = new LiveChat(this, {
    frame: this.#store.addFrame,
    change: () => this.#store.runs.at(-1)?.end(),
    event: (kind, name, detail) => this.#store.addOccurrence(kind, name, detail),
  });
  readonly #player = new Player(count => {
    void this.#store.seek(count);
    this.#window.reveal(this.#store.selected);
  });
  readonly #window = new WindowedRows(this);
  readonly #separators = {
    width: new Separator('vertical', '--_list-width', () => this.requestUpdate()),
    height: new Separator('horizontal', '--_list-height', () => this.requestUpdate()),
  };
  readonly #language = new InspectorLanguage(this);

  constructor() {
    super();
    this.addEventListener('dragover', event => event.preventDefault());
    this.addEventListener('drop', this.#onDrop);
  }

  /** The conversation at the current position. */
  get conversation(): Conversation {
    return this.#store.conversation;
  }

  /** The number of frames before the current position. */
  get position(): number {
    return this.#store.position;
  }

  /** The number of frames of the run. */
  get length(): number {
    return this.#store.length;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#player.pause();
  }

  protected override firstUpdated(): void {
    // A recorded state must not send requests.
    const preview = this.renderRoot.querySelector('.preview');
    for (const type of requests) preview?.addEventListener(type, event => event.stopPropagation());
  }

  protected override updated(): void {
    for (const separator of Object.values(this.#separators)) separator.apply(this.parts);
    this.#window.watch(this.scroller);
    const {rows} = this.#store;
    this.#window.position(this.renderedRows, this.#window.range(rows.length)[0], rows.length);
  }

  /** Moves to the position after `count` frames. Resolves when the conversation is computed. */
  async seek(count: number): Promise<void> {
    this.#player.pause();
    const moved = this.#store.seek(count);
    this.#window.reveal(this.#store.selected);
    await moved;
  }

  /** Opens a recording. Resolves when it is read. */
  async load(file: Blob): Promise<void> {
    this.#player.pause();
    const before = this.#store.run;
    await this.#store.open(file);
    if (this.#store.run !== before) this.dispatchEvent(new UbikRecordingOpenEvent());
    await this.updateComplete;
    this.#window.reveal(this.#store.selected);
  }

  /** The selected run as the lines of a recording; `masked` replaces all personal texts, for a bug report. */
  async recording({masked = false} = {}): Promise<readonly string[]> {
    const {run} = this.#store;
    return run ? this.#store.inSlices(() => run.record({masked})) : [];
  }

  readonly #onToggle = (): void => {
    const {run, position, length} = this.#store;
    if (this.#player.playing) this.#player.pause();
    else if (run) this.#player.play(run.history.frames, position === length ? 0 : position);
    this.requestUpdate();
  };

  readonly #onKeydown = (event: KeyboardEvent): void => {
    const {selected, rows} = this.#store;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: selected + 1,
      ArrowUp: selected - 1,
      PageDown: selected + this.#window.pageRows,
      PageUp: selected - this.#window.pageRows,
      Home: 0,
      End: rows.length - 1,
    };
    const index = steps[event.key];
    if (index === undefined || rows.length === 0) return;
    event.preventDefault();
    this.#selectRow(Math.max(0, Math.min(rows.length - 1, index)));
  };

  #selectRow(row: number): void {
    this.#player.pause();
    void this.#store.selectRow(row);
    this.#window.reveal(row);
  }

  readonly #onDrop = (event: DragEvent): void => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void this.load(file).catch(reportToConsole);
  };

  async #save(masked: boolean): Promise<void> {
    const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    download(await this.recording({masked}), 'application/jsonl', `run ${time}.jsonl`);
  }

  protected override render(): TemplateResult {
    const {labels, locale} = this.#language;
    const {run, rows, reading, error} = this.#store;
    const message = reading
      ? labels.reading
      : run
        ? rows.length === 0
          ? labels.noMatches
          : ''
        : labels.empty;
    return html`<section class="panel" aria-label=${labels.title}>
      ${this.#renderHead(labels)}
      ${renderFilter(this.#store.filter, labels, filter => this.#store.setFilter(filter))}
      <p class="problem" role="alert" ?hidden=${!error}>${error ? labels.errors[error] : ''}</p>
      <p class="quiet" role="status" ?hidden=${message === ''}>${message}</p>
      <div class="parts">
        <div class="scroller" part="list">
          ${
            run
              ? renderList(
                  {
                    run,
                    rows,
                    range: this.#window.range(rows.length),
                    selected: this.#store.selected,
                    position: this.#store.position,
                  },
                  labels,
                  locale,
                  {key: this.#onKeydown, choose: row => this.#selectRow(row)},
                )
              : nothing
          }
        </div>
        ${this.#separators.height.render(labels.listHeight)} ${this.#renderDetails(labels, locale)}
        ${this.#separators.width.render(labels.listWidth)} ${this.#renderPreview(labels)}
      </div>
      ${this.#renderTime(labels, locale)}
    </section>`;
  }

  #renderHead(labels: InspectorLabels): TemplateResult {
    const {runs, run} = this.#store;
    const names = runs.map(({head}, at) => head.title ?? labels.runNumber(at + 1));
    return renderHead(names, run ? runs.indexOf(run) : -1, labels, {
      select: at => this.#store.selectRun(runs[at]),
      open: file => void this.load(file).catch(reportToConsole),
      save: masked => void this.#save(masked).catch(reportToConsole),
      clear: () => this.#store.clear(),
    });
  }

  #renderDetails(labels: InspectorLabels, locale: string): TemplateResult {
    const {run, rows, selected, ops} = this.#store;
    const row = rows[selected];
    return html`<div class="details" part="details" role="region" aria-label=${labels.changed}>
      ${
        run && row
          ? renderDetails(run, row, ops, labels, new Intl.NumberFormat(locale))
          : html`<p class="quiet">${labels.select}</p>`
      }
    </div>`;
  }

  #renderPreview(labels: InspectorLabels): TemplateResult {
    const {conversation, run} = this.#store;
    const items = previewOf(conversation, run?.head.question);
    return html`<div class="preview" part="preview" role="region" aria-label=${labels.preview}>
      <ubik-transcript busy .items=${items}></ubik-transcript>
    </div>`;
  }

  #renderTime(labels: InspectorLabels, locale: string): TemplateResult {
    const {run, position, length} = this.#store;
    const digits = new Intl.NumberFormat(locale);
    const time = formatSeconds(run?.history.frames[position - 1]?.at ?? 0, locale);
    return renderTime(
      {
        position,
        length,
        text: labels.positionOf(digits.format(position), digits.format(length), time),
        playing: this.#player.playing,
        speed: this.#player.speed,
      },
      labels,
      {
        seek: count => void this.seek(count),
        toggle: this.#onToggle,
        setSpeed: speed => {
          this.#player.speed = speed;
          this.requestUpdate();
        },
      },
    );
  }
}
