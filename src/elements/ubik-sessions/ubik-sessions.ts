import {type CSSResultGroup, nothing, type PropertyValues, type TemplateResult} from 'lit';
import {property, state} from 'lit/decorators.js';
import type {ChatEvent} from '../../controller/types.js';
import {focusedIn} from '../base/focused-element.js';
import {html} from '../base/html.js';
import {ifDefined} from '../base/if-defined.js';
import {UbikPart} from '../conversation/part.js';
import {repeat} from '../base/repeat.js';
import type {SharedConversation} from '../conversation/shared-conversation.js';
import type {SessionInfo, SessionPage} from '../../core/protocol/session-types.js';
import {
  UbikSessionOpenRequestEvent,
  UbikSessionRemoveRequestEvent,
  UbikSessionRenameRequestEvent,
  UbikSessionListRequestEvent,
} from '../events.js';
import {cancelOnEscape, containKeyEvents} from '../shared/input/contain-key-events.js';
import {containScrolling} from '../shared/input/contain-scrolling.js';
import {placeBesideButton} from '../shared/pop-up.js';
import {SessionPages} from './session-pages.js';
import {dayOf, matchesQuery, momentOf} from './session-days.js';
import {type PendingAction, renderPendingAction, renderSession, titleOf} from './session-row.js';
import {type LoadState, renderEnd, renderSearch} from './session-list.js';
import type {Labels} from '../locales/en.js';
import {submitInSandbox} from '../shared/submit-in-sandbox.js';
import {styles} from './ubik-sessions.styles.js';

/** The number of sessions from which on they can be searched. */
const searchThreshold = 8;

const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/**
 * The user's conversations by day, which can be searched, opened, renamed and deleted. The list loads when it is connected, or, with the
 * attribute `popover`, each time it opens. A conversation sets all properties.
 *
 * @element ubik-sessions
 * @fires {UbikSessionListRequestEvent} ubik-session-list-request - A page of the list is needed; cancelable.
 * @fires {UbikSessionOpenRequestEvent} ubik-session-open-request - The user opens another session; cancelable.
 * @fires {UbikSessionRenameRequestEvent} ubik-session-rename-request - The user renames a session; cancelable.
 * @fires {UbikSessionRemoveRequestEvent} ubik-session-remove-request - The user deletes a session; cancelable.
 * @csspart session - The button that opens a session.
 */
export class UbikSessions extends UbikPart {
  static override styles: CSSResultGroup = styles;

  /** The id of the displayed session. */
  @property() current = '';

  /** The number of changes of sessions so far. An open list reloads when it increases. */
  @property({type: Number}) changes = 0;

  /** Whether sessions can be renamed. */
  @property({type: Boolean}) renames = false;

  /** Whether sessions can be deleted. */
  @property({type: Boolean}) removes = false;

  @state() private loadState: LoadState = 'loading';

  @state() private pending: PendingAction | undefined;

  @state() private query = '';

  readonly #pages = new SessionPages(page => this.#requestPage(page));

  /** Whether the user has searched, so that the field stays. */
  #hasSearched = false;

  /** Whether the sessions can be listed. */
  #isListed = true;

  /** Whether a list that is not a popover has been requested. */
  #isLoaded = false;

  /** Whether the user of the list has left, and the next one has none yet. */
  #isLeft = false;

  /** Whether the user has requested a page, so that its button stays. */
  #isLoadingMore = false;

  /** The focused element before an update. */
  #focused: Element | undefined;

  constructor() {
    super();
    containKeyEvents(this);
    containScrolling(this);
    submitInSandbox(this);
    this.addEventListener('toggle', this.#onToggle);
    this.addEventListener('keydown', this.#onKeydown);
  }

  protected override firstUpdated(): void {
    if (this.popover !== null && this.#isOpen) this.#opened();
  }

  protected override read({controller, listVersion}: SharedConversation): readonly unknown[] {
    return [controller.session?.id, controller.sessionActions, listVersion];
  }

  protected override onOtherConversation(): void {
    this.#clear();
    this.#isLeft = this.#isLoaded = false;
    this.loadState = 'loading';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate(); // Loads the list again.
  }

  /** A removed list does not notice that its user leaves. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.onOtherConversation();
  }

  /** @internal Discards the list of a user who leaves, and loads that of the next one. */
  override onChatEvent({type}: ChatEvent): void {
    if (type === 'leave') {
      this.#clear();
      this.#isLeft = true;
      this.loadState = 'ready';
    } else if (type === 'ready' && this.#isLeft) {
      this.#isLeft = false;
      if (this.#isListed && this.#isOpen) void this.#load(1);
    }
  }

  #clear(): void {
    this.#pages.clear();
    this.#closeAll();
    this.requestUpdate();
  }

  /** Without an open form or a search, as when the list is opened. */
  #closeAll(): void {
    this.pending = undefined;
    this.query = '';
    this.#hasSearched = false;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (this.shared) this.#readConversation(this.shared);
    else if (this.isBound) this.#isListed = false;
  }

  protected override update(changed: PropertyValues): void {
    this.#focused = focusedIn(this) ?? undefined;
    super.update(changed);
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.#restoreFocus();
    if (this.popover === null && this.isConnected) this.#loadOnce();
    if (changed.get('changes') !== undefined && this.#isOpen) {
      void this.#reload().catch(() => undefined); // Keep the list if it cannot be reloaded.
    }
    placeBesideButton(this, 'end');
  }

  /** An element loses the focus when its row moves within the list. */
  #restoreFocus(): void {
    const focused = this.#focused;
    this.#focused = undefined;
    if (!(focused instanceof HTMLElement) || !focused.isConnected) return;
    if (focusedIn(this) !== focused) focused.focus();
  }

  get #heading(): HTMLElement | null {
    return this.renderRoot.querySelector('h2');
  }

  get #isOpen(): boolean {
    return this.popover === null || this.matches(':popover-open');
  }

  #readConversation({controller, listVersion}: SharedConversation): void {
    const {session, sessionActions} = controller;
    this.current = session?.id ?? '';
    this.changes = listVersion;
    this.renames = sessionActions.includes('rename');
    this.removes = sessionActions.includes('remove');
    this.#isListed = sessionActions.includes('list');
  }

  /** Loads a list that is always visible, as soon as there is something to load. */
  #loadOnce(): void {
    if (this.#isLoaded || !this.#isListed) return;
    this.#isLoaded = true;
    void this.#load(1);
  }

  readonly #onToggle = ({newState}: ToggleEvent) => {
    this.#closeAll();
    if (newState === 'open' && this.hasUpdated) this.#opened();
  };

  #opened(): void {
    this.#heading?.focus(); // Not every browser moves Tab focus from the button into its popover.
    void this.#load(1);
  }

  readonly #onEscape = cancelOnEscape(() => void this.#closeForm());

  /** Escape closes an open form first, then the list. */
  readonly #onKeydown = (event: KeyboardEvent) => {
    if (this.pending) this.#onEscape(event);
  };

  async #load(page: number): Promise<void> {
    this.loadState = 'loading';
    try {
      if (await this.#pages.load(page)) this.loadState = 'ready';
    } catch {
      this.loadState = 'failed';
    }
    await this.#loadRest();
  }

  /** Reloads the list after a session changed, here or in another tab. */
  async #reload(): Promise<void> {
    if (this.loadState !== 'ready') await this.#load(1);
    else if (!(await this.#pages.reload())) return;
    const {pending} = this;
    if (!this.#pages.sessions.some(({id}) => id === pending?.session.id)) await this.#closeForm();
    this.requestUpdate();
  }

  async #requestPage(page: number): Promise<SessionPage> {
    const event = new UbikSessionListRequestEvent(page);
    this.dispatchEvent(event);
    return (await event.takeResult()) ?? {sessions: [], more: false};
  }

  async #open({id}: SessionInfo): Promise<void> {
    const event = new UbikSessionOpenRequestEvent(id);
    if (id !== this.current) this.dispatchEvent(event);
    if (this.popover !== null) this.hidePopover();
    await event.takeResult();
  }

  /** Replaces a session by a form. */
  async #openForm(pending: PendingAction): Promise<void> {
    this.pending = pending;
    await this.updateComplete;
    const field = this.renderRoot.querySelector<HTMLInputElement>('form input');
    if (field) field.select();
    else this.renderRoot.querySelector<HTMLElement>('.cancel')?.focus();
  }

  /**
   * Closes the form. Focuses the button that opened it, or that of the session in its place if the session is gone, or the
   * heading; unless the user is elsewhere in the page.
   */
  async #closeForm(): Promise<void> {
    const {pending} = this;
    if (!pending) return;
    const form = this.renderRoot.querySelector('form');
    const place = this.#rows.findIndex(row => row.contains(form));
    const hasFocus = form?.matches(':focus-within') === true || isFocusLost();
    this.pending = undefined;
    await this.updateComplete;
    if (!hasFocus) return;
    const rows = this.#rows;
    const row = rows.find(({dataset}) => dataset['session'] === pending.session.id) ?? rows[place];
    (row?.querySelector<HTMLElement>(`.${pending.action}`) ?? this.#heading)?.focus();
  }

  get #rows(): readonly HTMLElement[] {
    return [...this.renderRoot.querySelectorAll('li')];
  }

  /** Whether the form of this session is still open. */
  #isPending({session}: PendingAction): boolean {
    return this.pending?.session === session;
  }

  readonly #onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    const {pending} = this;
    if (!pending || pending.busy) return;
    const {id} = pending.session;
    const title = this.renderRoot.querySelector<HTMLInputElement>('form input')?.value.trim() ?? '';
    if (pending.action === 'rename' && (title === '' || title === pending.session.title)) {
      await this.#closeForm();
      return;
    }
    const request =
      pending.action === 'rename'
        ? new UbikSessionRenameRequestEvent(id, title)
        : new UbikSessionRemoveRequestEvent(id);
    const isCanceled = !this.dispatchEvent(request);
    const result = request.takeResult();
    if (isCanceled && !result) return; // The form stays open.
    this.pending = {...pending, busy: true, failed: false};
    try {
      await result;
    } catch (error) {
      if (this.#isPending(pending)) this.pending = {...pending, failed: true};
      else this.shared?.error.showRejection(error); // The list was closed.
      return;
    }
    if (pending.action === 'rename') this.#pages.rename(id, title);
    else this.#pages.remove(id);
    if (this.#isPending(pending)) await this.#closeForm();
  };

  readonly #onSearch = ({currentTarget}: Event) => {
    if (!(currentTarget instanceof HTMLInputElement)) return;
    this.query = currentTarget.value;
    this.#hasSearched = true;
    void this.#loadRest();
  };

  /** Loads the next page while the user searches, and so all of them, because only loaded titles are searched. */
  async #loadRest(): Promise<void> {
    const {next} = this.#pages;
    if (this.query.trim() && this.loadState === 'ready' && next !== undefined)
      await this.#load(next);
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.#isListed) return nothing;
    const {strings: labels, loadState} = this;
    const query = this.query.trim();
    const {title, empty, notFound} = labels.sessions;
    const sessions = this.#pages.sessions.filter(session =>
      matchesQuery(titleOf(session, labels), query),
    );
    const now = new Date();
    const days = sessions.map(session => dayOf(momentOf(session), labels.locale, now));
    return html`
      <h2 tabindex="-1">${title}</h2>
      ${this.#hasSearched || this.#pages.sessions.length >= searchThreshold ? renderSearch(labels, this.query, this.#onSearch) : nothing}
      ${
        sessions.length > 0
          ? html`<ul>
              ${repeat(
                sessions,
                ({id}) => id,
                (session, row) =>
                  html`<li data-session=${session.id}>
                    ${days[row] && days[row] !== days[row - 1] ? html`<h3>${days[row]}</h3>` : nothing}
                    ${this.#renderRow(session, labels)}
                  </li>`,
              )}
            </ul>`
          : nothing
      }
      ${loadState === 'ready' && sessions.length === 0 ? html`<p class="quiet" role=${ifDefined(query ? 'status' : undefined)}>${query ? notFound : empty}</p>` : nothing}
      ${renderEnd(labels, loadState, this.#moreButton)}
    `;
  }

  #renderRow(session: SessionInfo, labels: Labels): TemplateResult {
    const {pending} = this;
    if (pending?.session.id === session.id) {
      return renderPendingAction(
        pending,
        labels,
        event => void this.#onSubmit(event),
        () => void this.#closeForm(),
      );
    }
    const begin = (act: PendingAction['action']) => () =>
      void this.#openForm({action: act, session});
    return renderSession(session, labels, {
      current: session.id === this.current,
      open: () => void this.#open(session).catch(() => undefined), // The conversation displays the error.
      rename: this.renames ? begin('rename') : undefined,
      remove: this.removes ? begin('remove') : undefined,
    });
  }

  /** Requests the next page; missing while a list without that button loads, and at its end. */
  get #moreButton(): (() => void) | undefined {
    const {next} = this.#pages;
    const isShown = this.loadState !== 'loading' || this.#isLoadingMore;
    return next !== undefined && isShown ? () => void this.#loadMore(next) : undefined;
  }

  /** Loads a page on request, and focuses its first session, because the button disappears with the last page. */
  async #loadMore(page: number): Promise<void> {
    if (this.#isLoadingMore) return;
    const known = new Set(this.renderRoot.querySelectorAll('.session'));
    this.#isLoadingMore = true;
    await this.#load(page);
    this.#isLoadingMore = false;
    await this.updateComplete;
    const focused = focusedIn(this);
    const hasMoved = focused ? !focused.matches('.more') : !isFocusLost();
    if (hasMoved || this.loadState !== 'ready') return;
    const added = [...this.renderRoot.querySelectorAll<HTMLElement>('.session')];
    (added.find(button => !known.has(button)) ?? this.#heading)?.focus();
  }
}
