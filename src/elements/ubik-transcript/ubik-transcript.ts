import {type CSSResultGroup, type PropertyValues, type TemplateResult, nothing} from 'lit';
import {property, query} from 'lit/decorators.js';
import {guard} from 'lit/directives/guard.js';
import {html} from '../base/html.js';
import {repeat} from '../base/repeat.js';
import type {ChatEvent} from '../../controller/types.js';
import type {Item} from '../../core/model/item.js';
import {UbikPart} from '../conversation/part.js';
import {type Services, sharedServices, type Steps} from '../base/services.js';
import type {SharedConversation} from '../conversation/shared-conversation.js';
import {turnName} from '../shared/text/author.js';
import {startOfDay} from '../shared/text/days.js';
import {dayDividers} from './day-dividers.js';
import {FocusKeeper} from './focus-keeper.js';
import {icon} from '../shared/icons/icons.js';
import {containScrolling} from '../shared/input/contain-scrolling.js';
import {firstOpenQuestion, showQuestion} from './open-questions.js';
import {PendingAnswer} from './pending-answer.js';
import {isTextField, PinnedScroll, type ScrollLimit} from './pinned-scroll.js';
import {readingPlace, readingStart} from './reading-start.js';
import {ReadingPosition} from '../shared/reading-position.js';
import {renderItem} from '../base/render-item.js';
import {type TurnGroup, TurnGroups} from './turn-groups.js';
import {styles} from './ubik-transcript.styles.js';
import {findItem} from './find-item.js';

/** A message element, unless a renderer of the page renders something else. */
interface Editable extends Element {
  edit(): Promise<void>;
}

/** What stays in view while a long answer streams. */
export type Follow = 'start' | 'end';

/** The key under which a turn is stored across reloads. */
const keyOf = (item: Item): string =>
  item.kind === 'message' ? (item.messageId ?? item.id) : item.id;

const isFromUser = (item: Item): boolean => item.kind === 'message' && item.role === 'user';

/** The index of the turn that a key moves to, from the turn at `index` of `count`. */
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
 * The conversation, turn by turn. Scrolls with an answer as `follow` says; the arrow keys move between turns.
 *
 * @element ubik-transcript
 * @slot empty - Displayed while the conversation is empty and not being loaded.
 * @slot end - Displayed below the last turn.
 * @fires {UbikFoldRequestEvent} ubik-fold-request - Before the work of a run that has just ended is folded; cancelable.
 * @csspart scroller - The scroll container.
 * @csspart turn - One turn.
 * @csspart day - The date between turns of different days.
 * @csspart latest - The button that scrolls to the end.
 */
export class UbikTranscript extends UbikPart {
  static override styles: CSSResultGroup = styles;

  /** The items to display, oldest first; set by the conversation if the transcript follows one. */
  @property({attribute: false}) items: readonly Item[] = [];

  /** Whether a run is active: actions that would start another one are hidden. Set by the conversation. */
  @property({type: Boolean, reflect: true}) busy = false;

  /** Whether the times of all messages are displayed; otherwise that of the message under the pointer or with the focus. */
  @property({type: Boolean, reflect: true}) timestamps = false;

  /**
   * What stays in view while an answer grows longer than the view: its beginning, with the message of the user at the top
   * (`start`), or its end (`end`).
   */
  @property({useDefault: true}) follow: Follow = 'start';

  /** How the work of finished runs is displayed, as `steps` of `<ubik-chat>`, which it replaces. */
  @property() steps: Steps | undefined;

  @query('.scroller') private readonly scroller!: HTMLElement | null;
  @query('.turns') private readonly content!: HTMLElement | null;

  readonly #scroll = new PinnedScroll(this);
  readonly #groups = new TurnGroups(this);
  readonly #pending = new PendingAnswer();
  readonly #readingPosition = new ReadingPosition(
    () => this.services.memory,
    () => ({
      scroller: this.scroller,
      following: this.#scroll.following || this.#scroll.isInterrupted,
    }),
  );

  constructor() {
    super();
    new FocusKeeper(this);
    containScrolling(this);
  }

  /** The turn in the tab order; the last one unless the reader moved to another. */
  #current: string | undefined;

  /** How many turns there were when the reader scrolled away from the end. */
  #seen = 0;

  /** Whether the initial position was set by `showPosition`. */
  #positioned = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#readingPosition.connect();
    if (this.hasUpdated) this.#observe();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#readingPosition.disconnect();
  }

  /** The services with the transcript's own setting; the same object as long as the services around it are. */
  protected override get services(): Services {
    const {steps} = this;
    const around = super.services;
    if (!steps || steps === around.steps) return around;
    if (this.#around !== around || this.#services.steps !== steps) {
      this.#around = around;
      this.#services = {...around, steps};
    }
    return this.#services;
  }

  #around: Services | undefined;
  #services: Services = sharedServices;

  protected override read({
    items,
    isBusy,
    isAwaitingAnswer,
    isEmpty,
    isSlow,
  }: SharedConversation): readonly unknown[] {
    return [items, isBusy, isAwaitingAnswer, isEmpty, isSlow];
  }

  /** @internal */
  override onSend(): void {
    this.showLatest();
  }

  /** @internal Another session is opened at its end. */
  override onChatEvent(event: ChatEvent): void {
    if (event.type === 'session-change' && event.before !== undefined) this.#scroll.pin();
  }

  protected override onOtherConversation(before: SharedConversation | undefined): void {
    if (!before) return;
    this.items = [];
    this.busy = false;
    this.#scroll.pin();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const wasBusy = changed.has('busy') ? changed.get('busy') === true : this.busy;
    if (this.shared) {
      this.items = this.#pending.addTo(this.shared, this.strings);
      this.busy = this.shared.isBusy;
    }
    this.#limitFollowing(wasBusy);
    if (this.#scroll.following) this.#seen = this.items.length;
  }

  /** A reader at the end sees questions from the first one on, and the end again when all are answered. */
  #limitFollowing(wasBusy: boolean): void {
    const {status, resuming} = this.shared?.controller ?? {};
    const isAsking = status === 'waiting';
    if (isAsking && !this.#isAsking) this.#scroll.interrupt(this.#showQuestion);
    if (!isAsking && this.#isAsking) this.#scroll.resume();
    this.#isAsking = isAsking;
    if (!isAsking) this.#question = undefined;
    const begins = this.busy && !wasBusy && this.hasUpdated && !resuming;
    if (begins && this.follow === 'start') this.#scroll.holdAt(this.#readingStart);
  }

  #isAsking = false;

  /** The question that was the first one when it was rendered. */
  #question: HTMLElement | undefined;

  /** Stays at the same question when it is answered: no other button must get below the pointer. */
  readonly #showQuestion = () => {
    const {scroller} = this;
    if (!scroller) return;
    const [turn] = [...scroller.querySelectorAll('.turn')].slice(-1);
    if (!this.#question?.isConnected) this.#question = turn && firstOpenQuestion(turn);
    showQuestion(scroller, this.#question);
  };

  readonly #readingStart: ScrollLimit = () => {
    const {scroller, items} = this;
    const turns = [...this.renderRoot.querySelectorAll<HTMLElement>('[data-id]')];
    const turnOf = (item: Item | undefined): Element | undefined =>
      turns.findLast(({dataset}) => dataset['id'] === item?.id);
    const [message, answer] = [turnOf(items.findLast(isFromUser)), turnOf(items.at(-1))];
    const isAnswered = scroller && message && answer && message !== answer;
    return isAnswered ? readingStart(scroller, message, answer) : undefined;
  };

  /** What the user opens or closes stays where it is. */
  readonly #onToggle = (event: Event) => {
    const [origin] = event.composedPath();
    if (origin instanceof Element) this.#scroll.keepInPlace(origin);
  };

  /** Nothing changes in the view of a reader who has scrolled: work in view stays open, other text stays where it is. */
  readonly #onFold = (event: Event) => {
    if (!this.scroller || !this.#scroll.isFree) return;
    const place = readingPlace(this.scroller, event.composedPath()[0]);
    if (place === 'work') event.preventDefault();
    else if (place) this.#scroll.keepInPlace(place);
  };

  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get('items')?.length ?? 0;
    if (!changed.has('items') || before > 0 === this.items.length > 0) return;
    this.#observe();
    // The elements inside the turns render after the turns.
    if (before === 0) requestAnimationFrame(() => requestAnimationFrame(this.#onFirstRender));
  }

  readonly #onFirstRender = () => {
    if (this.#positioned) return;
    this.#positioned = true; // The stored position is that of the page before.
    void this.#restore();
  };

  #restore(place?: string): Promise<void> {
    return this.#readingPosition.restore(
      key => this.#turnOf(item => keyOf(item) === key),
      go => this.#scroll.hold(go),
      place,
    );
  }

  /** @internal Scrolls to a position read from another transcript of the same conversation (`positionIn`). */
  async showPosition(place: string): Promise<void> {
    this.#positioned = true;
    // Otherwise a group that was not displayed before has an estimated size in its first frame.
    this.scroller?.classList.add('positioned');
    await this.#restore(place);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => this.scroller?.classList.remove('positioned')),
    );
  }

  /** Scrolls to the end and follows new content. */
  showLatest(): void {
    this.#scroll.pin();
  }

  /** Opens everything around an item, scrolls to it and focuses it; it stays in view until the reader scrolls. */
  async reveal(id: string): Promise<void> {
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
    const message = this.items.findLast(isFromUser);
    const turn = await this.#turnOf(item => item === message);
    const element: Partial<Editable> | null | undefined = turn?.firstElementChild;
    await element?.edit?.();
  }

  /** Renders all placeholders of a long conversation, for example before printing. */
  async renderAll(): Promise<void> {
    this.#groups.render(() => true);
    await this.updateComplete;
  }

  /** The turn of the first matching item; renders it if it is still a placeholder. */
  async #turnOf(isWanted: (item: Item) => boolean): Promise<HTMLElement | null> {
    const item = this.items.find(isWanted);
    if (!item) return null;
    this.#groups.render(({items}) => items.includes(item));
    await this.updateComplete;
    return this.renderRoot.querySelector(`[data-id="${CSS.escape(item.id)}"]`);
  }

  /** Follows the end, unless the conversation is empty. */
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
    const [field] = event.composedPath();
    // The user looks at the form that was opened, which may be far from the end. A question is held already.
    if (isTextField(field) && !this.#isAsking)
      this.#scroll.keepInView(field.closest('form') ?? field);
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
        @ubik-toggle-request=${this.#onToggle}
        @ubik-fold-request=${this.#onFold}
      >
        <div class="turns">
          ${items.length === 0 && this.shared?.isEmpty !== false ? html`<slot name="empty"></slot>` : nothing}
          ${repeat(
            this.#groups.update(items),
            ({key}) => key,
            group => this.#renderGroup(group, items.at(-1), current),
          )}
          <slot name="end"></slot>
        </div>
      </div>
      ${this.#scroll.isAway ? this.#renderLatest() : nothing}
    `;
  }

  /** Guarded, because only one group of a long conversation changes while an answer streams. */
  #renderGroup(group: TurnGroup, last: Item | undefined, current: Item | undefined): unknown {
    const {items} = group;
    const [end, walked] = [last, current].map(item => items.find(one => one === item));
    const placeholder = this.#groups.isPlaceholder(group);
    const today = startOfDay(Date.now());
    return html`<div class=${placeholder ? 'group placeholder' : 'group'} data-group=${group.key}>
      ${guard([group, placeholder, end, walked, today, this.services], () => {
        const divider = dayDividers(group, this.strings.locale, today);
        return repeat(
          placeholder ? [] : items,
          ({id}) => id,
          item => [divider(item), this.#renderTurn(item, item === end, item === walked)],
        );
      })}
    </div>`;
  }

  #renderTurn(item: Item, last: boolean, current: boolean): TemplateResult {
    const label = turnName(item, this.strings);
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
      @click=${() => this.#scroll.pin()}
    >
      ${icon('down', 16)} ${fresh > 0 ? html`<span>${chat.newMessages(fresh)}</span>` : nothing}
    </button>`;
  }
}
