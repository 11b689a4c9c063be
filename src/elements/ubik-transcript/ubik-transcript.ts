import {type CSSResultGroup, type PropertyValues, type TemplateResult, html, nothing} from 'lit';
import {property, query} from 'lit/decorators.js';
import {guard} from 'lit/directives/guard.js';
import {repeat} from '../base/repeat.js';
import type {Item} from '../../core/model/item.js';
import {UbikElement} from '../base/element.js';
import {FocusKeeper} from './focus-keeper.js';
import {ProgressiveRender} from './progressive-render.js';
import {icon} from '../shared/icons.js';
import {PinnedScroll} from './pinned-scroll.js';
import {ReadingPlace} from './reading-place.js';
import {renderItem} from '../base/render-item.js';
import {type TurnGroup, TurnGroups} from './turn-groups.js';
import {styles} from './ubik-transcript.styles.js';

/** What a message can be asked for, unless a renderer of the page's own draws it. */
interface Editable extends Element {
  edit(): Promise<void>;
}

/** What a turn is remembered by. */
const keyOf = (item: Item): string =>
  item.kind === 'message' ? (item.messageId ?? item.id) : item.id;

/** Where a key goes from the turn at `index` of `count`. */
function destination(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowUp':
      return Math.max(0, index - 1);
    case 'ArrowDown':
      return Math.min(count - 1, index + 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/**
 * What was said, turn by turn. It follows the end while the reader is there, and is walked with the arrow keys.
 *
 * @element ubik-transcript
 * @slot empty - Shown while nothing has been said.
 * @slot end - Shown below the last turn.
 * @csspart scroller - The box that scrolls.
 * @csspart turn - One turn.
 * @csspart latest - The button that goes to the end.
 */
export class UbikTranscript extends UbikElement {
  static override styles: CSSResultGroup = styles;

  /** The items of the conversation, oldest first. */
  @property({attribute: false}) items: readonly Item[] = [];

  /** Whether a run is going on: actions that would start another one hide. */
  @property({type: Boolean, reflect: true}) busy = false;

  @query('.scroller') private readonly scroller!: HTMLElement | null;
  @query('.turns') private readonly content!: HTMLElement | null;

  readonly #scroll = new PinnedScroll(this);
  readonly #groups = new TurnGroups();
  readonly #drawing = new ProgressiveRender(this);
  readonly #place = new ReadingPlace(
    () => this.services.memory,
    () => ({scroller: this.scroller, following: this.#scroll.following}),
  );

  constructor() {
    super();
    new FocusKeeper(this);
  }

  /** The turn that Tab reaches; the last one unless the reader walked elsewhere. */
  #current: string | undefined;

  /** How many turns there were when the reader left the end. */
  #seen = 0;

  /** Whether it was told what to show at first. */
  #placed = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#place.connect();
    if (this.hasUpdated) this.#observe();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#place.disconnect();
  }

  protected override willUpdate(): void {
    if (this.#scroll.following) this.#seen = this.items.length;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get('items')?.length ?? 0;
    if (!changed.has('items') || before > 0 === this.items.length > 0) return;
    this.#observe();
    // What is in the turns is drawn after them.
    if (before === 0) requestAnimationFrame(() => requestAnimationFrame(this.#onDrawn));
  }

  readonly #onDrawn = () => {
    if (!this.#placed) void this.#restore();
  };

  #restore(place?: string): Promise<void> {
    return this.#place.restore(
      key => this.#turnOf(item => keyOf(item) === key),
      go => this.#scroll.hold(go),
      place,
    );
  }

  /** @internal Shows what another transcript of the same conversation showed at this place (`placeIn`). */
  async showPlace(place: string): Promise<void> {
    this.#placed = true;
    await this.#restore(place);
  }

  /** Goes to the latest turn, and follows what comes. */
  showLatest(): void {
    this.#scroll.toEnd();
  }

  /** Shows an item, wherever it is folded away, and keeps it in view until the reader moves; it has the focus. */
  async reveal(id: string): Promise<void> {
    const {findItem} = await import('./find-item.js');
    const found = await findItem(id, this.items, this.renderRoot, top =>
      this.#turnOf(item => item === top),
    );
    if (!found) return;
    this.#scroll.hold(() => found.scrollIntoView({block: 'start'}));
    found.tabIndex = -1;
    found.focus({preventScroll: true});
  }

  /** Opens the editor of the user's last message. */
  async editLast(): Promise<void> {
    const message = this.items.findLast(item => item.kind === 'message' && item.role === 'user');
    const turn = await this.#turnOf(item => item === message);
    const element: Partial<Editable> | null | undefined = turn?.firstElementChild;
    await element?.edit?.();
  }

  /** Draws what is not drawn yet of a long conversation, as who prints it wants. */
  async drawAll(): Promise<void> {
    this.#drawing.draw(() => true);
    await this.updateComplete;
  }

  /** The first turn of such an item; it is drawn, if it was not yet. */
  async #turnOf(isWanted: (item: Item) => boolean): Promise<HTMLElement | null> {
    const item = this.items.find(isWanted);
    if (!item) return null;
    this.#drawing.draw(({items}) => items.includes(item));
    await this.updateComplete;
    return this.renderRoot.querySelector(`[data-id="${CSS.escape(item.id)}"]`);
  }

  /** An empty conversation is read from its top; the end of a full one is kept in view. */
  #observe(): void {
    if (this.items.length === 0 || !this.isConnected) this.#scroll.release();
    else if (this.scroller && this.content) this.#scroll.observe(this.scroller, this.content);
  }

  readonly #onKeydown = (event: KeyboardEvent) => {
    const {items} = this;
    const from = items.findIndex(
      ({id}) => event.target instanceof HTMLElement && id === event.target.dataset['id'],
    );
    if (from < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = items[destination(event.key, from, items.length) ?? -1];
    if (!to) return;
    event.preventDefault();
    void this.#turnOf(item => item === to).then(turn => turn?.focus());
  };

  readonly #onFocus = (event: FocusEvent) => {
    if (!(event.currentTarget instanceof HTMLElement)) return;
    const {id} = event.currentTarget.dataset;
    if (id === this.#current) return;
    this.#current = id;
    this.requestUpdate();
  };

  protected override render(): TemplateResult {
    const {strings: labels, items} = this;
    const current = items.find(({id}) => id === this.#current) ?? items.at(-1);
    return html`
      <div
        class="scroller"
        part="scroller"
        role="log"
        aria-live="off"
        aria-label=${labels.chat.transcript}
        @keydown=${this.#onKeydown}
      >
        <div class="turns">
          ${items.length === 0 ? html`<slot name="empty"></slot>` : nothing}
          ${repeat(
            this.#drawing.read(this.#groups.read(items)),
            ({key}) => key,
            group => this.#renderGroup(group, items.at(-1), current),
          )}
          <slot name="end"></slot>
        </div>
      </div>
      ${this.#scroll.following ? nothing : this.#renderLatest()}
    `;
  }

  /** Of a long conversation one group changes while an answer comes. */
  #renderGroup(group: TurnGroup, last: Item | undefined, current: Item | undefined): unknown {
    const {items} = group;
    const [end, walked] = [last, current].map(item => items.find(one => one === item));
    const blank = this.#drawing.isBlank(group);
    return html`<div class=${blank ? 'group blank' : 'group'} data-group=${group.key}>
      ${guard([group, blank, end, walked, this.services], () =>
        repeat(
          blank ? [] : items,
          ({id}) => id,
          item => this.#renderTurn(item, item === end, item === walked),
        ),
      )}
    </div>`;
  }

  #renderTurn(item: Item, last: boolean, current: boolean): TemplateResult {
    const {message} = this.strings;
    const label = item.kind === 'message' && item.role === 'user' ? message.you : message.assistant;
    return html`<div
      class="turn"
      part="turn"
      role="article"
      aria-label=${label}
      data-id=${item.id}
      data-key=${keyOf(item)}
      tabindex=${current ? '0' : '-1'}
      @focusin=${this.#onFocus}
    >
      ${guard([item, last, this.services], () => renderItem(item, this.services, last))}
    </div>`;
  }

  #renderLatest(): TemplateResult {
    const {chat} = this.strings;
    const fresh = this.items.length - this.#seen;
    return html`<button
      class="latest"
      part="latest"
      type="button"
      aria-label=${fresh > 0 ? `${chat.newMessages(fresh)}. ${chat.jumpToLatest}` : chat.jumpToLatest}
      @click=${() => this.#scroll.toEnd()}
    >
      ${icon('down', 16)} ${fresh > 0 ? html`<span>${chat.newMessages(fresh)}</span>` : nothing}
    </button>`;
  }
}
