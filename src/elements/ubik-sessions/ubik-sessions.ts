import {
  type CSSResultGroup,
  html,
  LitElement,
  nothing,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import {property, state} from 'lit/decorators.js';
import {repeat} from '../base/repeat.js';
import type {SessionInfo, SessionPage} from '../../core/protocol/session-types.js';
import {
  UbikSessionOpenRequestEvent,
  UbikSessionRemoveRequestEvent,
  UbikSessionRenameRequestEvent,
  UbikSessionListRequestEvent,
} from '../events.js';
import {placeBeside} from '../shared/pop-up.js';
import {SessionPages} from './session-pages.js';
import {type PendingAction, renderPendingAction, renderSession} from './session-row.js';
import type {Labels} from '../locales/en.js';
import {styles} from './ubik-sessions.styles.js';

/**
 * The user's conversations, as a popover in which they can be opened, renamed and deleted. The list loads each time it
 * opens.
 *
 * Lazily loaded, so it does not use the services of the chat; it receives its labels as a property.
 *
 * @element ubik-sessions
 * @fires {UbikSessionListRequestEvent} ubik-session-list-request - A page of the list is needed; cancelable.
 * @fires {UbikSessionOpenRequestEvent} ubik-session-open-request - The user opens another session; cancelable.
 * @fires {UbikSessionRenameRequestEvent} ubik-session-rename-request - The user renames a session; cancelable.
 * @fires {UbikSessionRemoveRequestEvent} ubik-session-remove-request - The user deletes a session; cancelable.
 * @csspart session - The button that opens a session.
 */
export class UbikSessions extends LitElement {
  static override styles: CSSResultGroup = styles;

  /** The labels of the interface. */
  @property({attribute: false}) labels: Labels | undefined;

  /** The id of the displayed session. */
  @property() current = '';

  /** The number of changes of sessions so far. An open list reloads when it increases. */
  @property({type: Number}) changes = 0;

  /** Whether sessions can be renamed. */
  @property({type: Boolean}) renames = false;

  /** Whether sessions can be deleted. */
  @property({type: Boolean}) removes = false;

  @state() private loadState: 'loading' | 'ready' | 'failed' = 'loading';

  @state() private pending: PendingAction | undefined;

  readonly #pages = new SessionPages(page => this.#requestPage(page));

  /** The focused element before an update. */
  #focused: Element | undefined;

  constructor() {
    super();
    this.addEventListener('toggle', this.#onToggle);
    this.addEventListener('keydown', this.#onKeydown);
  }

  protected override firstUpdated(): void {
    if (this.#isOpen) this.#opened();
  }

  protected override willUpdate(): void {
    this.#focused = this.shadowRoot?.activeElement ?? undefined;
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.#restoreFocus();
    if (changed.get('changes') !== undefined && this.#isOpen) {
      void this.#reload().catch(() => undefined); // Keep the list if it cannot be reloaded.
    }
    const button = this.previousElementSibling;
    if (this.#isOpen && button) placeBeside(this, button);
  }

  /** An element loses the focus when its row moves within the list. */
  #restoreFocus(): void {
    const focused = this.#focused;
    this.#focused = undefined;
    if (!(focused instanceof HTMLElement) || !focused.isConnected) return;
    if (this.shadowRoot?.activeElement !== focused) focused.focus();
  }

  get #heading(): HTMLElement | null {
    return this.renderRoot.querySelector('h2');
  }

  get #isOpen(): boolean {
    return this.matches(':popover-open');
  }

  readonly #onToggle = ({newState}: ToggleEvent) => {
    this.pending = undefined;
    if (newState === 'open' && this.hasUpdated) this.#opened();
  };

  #opened(): void {
    this.#heading?.focus(); // Not every browser moves Tab focus from the button into its popover.
    void this.#load(1);
  }

  /** Escape closes an open form first, then the list. */
  readonly #onKeydown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !this.pending) return;
    event.preventDefault();
    event.stopPropagation();
    void this.#closeForm();
  };

  async #load(page: number): Promise<void> {
    this.loadState = 'loading';
    try {
      if (await this.#pages.load(page)) this.loadState = 'ready';
    } catch {
      this.loadState = 'failed';
    }
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
    this.hidePopover();
    await event.takeResult();
  }

  /** Replaces a session by a form. */
  async #openForm(pending: PendingAction): Promise<void> {
    this.pending = pending;
    await this.updateComplete;
    const field = this.renderRoot.querySelector('input');
    if (field) field.select();
    else this.renderRoot.querySelector<HTMLElement>('.cancel')?.focus();
  }

  /** Closes the form. Focuses the button that opened it, or the heading if the session is gone. */
  async #closeForm(): Promise<void> {
    const {pending} = this;
    if (!pending) return;
    this.pending = undefined;
    await this.updateComplete;
    const row = this.renderRoot.querySelectorAll('li')[pending.row];
    (row?.querySelector<HTMLElement>(`.${pending.action}`) ?? this.#heading)?.focus();
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
    const title = this.renderRoot.querySelector('input')?.value.trim() ?? '';
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
    } catch {
      if (this.#isPending(pending)) this.pending = {...pending, failed: true};
      return;
    }
    if (pending.action === 'rename') this.#pages.rename(id, title);
    else this.#pages.remove(id);
    if (this.#isPending(pending)) await this.#closeForm();
  };

  protected override render(): TemplateResult | typeof nothing {
    const {labels, loadState} = this;
    const {sessions} = this.#pages;
    if (!labels) return nothing;
    const {title, empty} = labels.sessions;
    return html`
      <h2 tabindex="-1">${title}</h2>
      ${
        sessions.length > 0
          ? html`<ul>
              ${repeat(
                sessions,
                ({id}) => id,
                (session, row) => html`<li>${this.#renderRow(session, row, labels)}</li>`,
              )}
            </ul>`
          : nothing
      }
      ${loadState === 'ready' && sessions.length === 0 ? html`<p class="quiet">${empty}</p>` : nothing}
      ${this.#renderEnd(labels)}
    `;
  }

  #renderRow(session: SessionInfo, row: number, labels: Labels): TemplateResult {
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
      void this.#openForm({action: act, session, row});
    return renderSession(session, labels, {
      current: session.id === this.current,
      open: () => void this.#open(session).catch(() => undefined), // The conversation displays the error.
      rename: this.renames ? begin('rename') : undefined,
      remove: this.removes ? begin('remove') : undefined,
    });
  }

  /** The end of the list: a button for more, a loading message, or an error. */
  #renderEnd({sessions, chat}: Labels): TemplateResult | typeof nothing {
    const {loadState} = this;
    const {next} = this.#pages;
    if (loadState === 'loading')
      return html`<p class="quiet" role="status">${sessions.loading}</p>`;
    if (next === undefined) return nothing;
    return html`
      ${loadState === 'failed' ? html`<p class="problem" role="alert">${sessions.failed}</p>` : nothing}
      <button class="button" type="button" @click=${() => void this.#load(next)}>
        ${loadState === 'failed' ? chat.retry : sessions.more}
      </button>
    `;
  }
}
