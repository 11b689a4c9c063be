import {type CSSResultGroup, html, LitElement, nothing, type TemplateResult} from 'lit';
import {property, state} from 'lit/decorators.js';
import {repeat} from 'lit/directives/repeat.js';
import type {SessionInfo} from '../core/index.js';
import {
  UbikSessionOpenEvent,
  UbikSessionRemoveEvent,
  UbikSessionRenameEvent,
  UbikSessionsEvent,
} from './events.js';
import {placeBeside} from './internal/pop-up.js';
import {type Doing, renderDoing, renderSession} from './internal/session-row.js';
import type {Labels} from './locales/en.js';
import {styles} from './ubik-sessions.styles.js';

/**
 * The user's conversations, as a popover: one is opened, renamed or deleted. It asks for them each time it opens.
 *
 * It is fetched when it is first wanted, so it stands apart from the services of a chat, and is lent its words.
 *
 * @element ubik-sessions
 * @fires {UbikSessionsEvent} ubik-sessions - It wants a page of the list.
 * @fires {UbikSessionOpenEvent} ubik-session-open - The user wants to see another session.
 * @fires {UbikSessionRenameEvent} ubik-session-rename - The user gives a session another title.
 * @fires {UbikSessionRemoveEvent} ubik-session-remove - The user removes a session.
 * @csspart session - The button that opens a session.
 */
export class UbikSessions extends LitElement {
  static override styles: CSSResultGroup = styles;

  /** The strings of the interface. */
  @property({attribute: false}) labels: Labels | undefined;

  /** The id of the session that is on screen. */
  @property() current = '';

  /** Whether sessions can be renamed. */
  @property({type: Boolean}) renames = false;

  /** Whether sessions can be deleted. */
  @property({type: Boolean}) removes = false;

  @state() private sessions: readonly SessionInfo[] = [];

  @state() private stage: 'loading' | 'ready' | 'failed' = 'loading';

  /** The page that follows, where there is one. */
  @state() private next: number | undefined;

  @state() private doing: Doing | undefined;

  #loads = 0;

  constructor() {
    super();
    this.addEventListener('toggle', this.#onToggle);
    this.addEventListener('keydown', this.#onKeydown);
  }

  protected override firstUpdated(): void {
    if (this.#isOpen) void this.#load(1);
  }

  protected override updated(): void {
    const button = this.previousElementSibling;
    if (this.#isOpen && button) placeBeside(this, button);
  }

  get #isOpen(): boolean {
    return this.matches(':popover-open');
  }

  readonly #onToggle = ({newState}: ToggleEvent) => {
    this.doing = undefined;
    if (newState === 'open' && this.hasUpdated) void this.#load(1);
  };

  /** Escape leaves a form first, and then the list. */
  readonly #onKeydown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !this.doing) return;
    event.preventDefault();
    event.stopPropagation();
    void this.#leave();
  };

  async #load(page: number): Promise<void> {
    const load = ++this.#loads;
    const event = new UbikSessionsEvent(page);
    this.stage = 'loading';
    this.next = page;
    this.dispatchEvent(event);
    try {
      const {sessions, more} = (await event.outcome) ?? {sessions: [], more: false};
      if (load !== this.#loads) return;
      const before = page === 1 ? [] : this.sessions;
      const known = new Set(before.map(({id}) => id)); // Pages shift when a session is begun.
      this.sessions = [...before, ...sessions.filter(({id}) => !known.has(id))];
      this.next = more ? page + 1 : undefined;
      this.stage = 'ready';
    } catch {
      if (load === this.#loads) this.stage = 'failed';
    }
  }

  async #open({id}: SessionInfo): Promise<void> {
    const event = new UbikSessionOpenEvent(id);
    if (id !== this.current) this.dispatchEvent(event);
    this.hidePopover();
    await event.outcome;
  }

  /** Shows a form in the place of a session. */
  async #begin(doing: Doing): Promise<void> {
    this.doing = doing;
    await this.updateComplete;
    const field = this.renderRoot.querySelector('input');
    if (field) field.select();
    else this.renderRoot.querySelector<HTMLElement>('.cancel')?.focus();
  }

  /** Leaves the form; the focus goes back to the button that opened it, or to what stands in its place. */
  async #leave(): Promise<void> {
    const {doing} = this;
    if (!doing) return;
    this.doing = undefined;
    await this.updateComplete;
    const row = this.renderRoot.querySelectorAll('li')[doing.row];
    (row?.querySelector<HTMLElement>(`.${doing.act}`) ?? this).focus();
  }

  /** Whether the user has not turned to something else meanwhile. */
  #isAt({session}: Doing): boolean {
    return this.doing?.session === session;
  }

  readonly #onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    const {doing} = this;
    if (!doing || doing.waits) return;
    const {id} = doing.session;
    const title = this.renderRoot.querySelector('input')?.value.trim() ?? '';
    if (doing.act === 'rename' && (title === '' || title === doing.session.title)) {
      await this.#leave();
      return;
    }
    const wish =
      doing.act === 'rename'
        ? new UbikSessionRenameEvent(id, title)
        : new UbikSessionRemoveEvent(id);
    this.doing = {...doing, waits: true, failed: false};
    this.dispatchEvent(wish);
    try {
      await wish.outcome;
    } catch {
      if (this.#isAt(doing)) this.doing = {...doing, failed: true};
      return;
    }
    this.sessions = this.sessions.flatMap(session =>
      session.id !== id ? session : doing.act === 'rename' ? {...session, title} : [],
    );
    if (this.#isAt(doing)) await this.#leave();
  };

  protected override render(): TemplateResult | typeof nothing {
    const {labels, sessions, stage} = this;
    if (!labels) return nothing;
    const {title, empty} = labels.sessions;
    return html`
      <h2>${title}</h2>
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
      ${stage === 'ready' && sessions.length === 0 ? html`<p class="quiet">${empty}</p>` : nothing}
      ${this.#renderEnd(labels)}
    `;
  }

  #renderRow(session: SessionInfo, row: number, labels: Labels): TemplateResult {
    const {doing} = this;
    if (doing?.session.id === session.id) {
      return renderDoing(
        doing,
        labels,
        event => void this.#onSubmit(event),
        () => void this.#leave(),
      );
    }
    const begin = (act: Doing['act']) => () => void this.#begin({act, session, row});
    return renderSession(session, labels, {
      current: session.id === this.current,
      open: () => void this.#open(session).catch(() => undefined), // The conversation tells why.
      rename: this.renames ? begin('rename') : undefined,
      remove: this.removes ? begin('remove') : undefined,
    });
  }

  /** What comes after the list: more of it, or why there is no more. */
  #renderEnd({sessions, chat}: Labels): TemplateResult | typeof nothing {
    const {stage, next} = this;
    if (stage === 'loading') return html`<p class="quiet" role="status">${sessions.loading}</p>`;
    if (next === undefined) return nothing;
    return html`
      ${stage === 'failed' ? html`<p class="problem" role="alert">${sessions.failed}</p>` : nothing}
      <button class="button" type="button" @click=${() => void this.#load(next)}>
        ${stage === 'failed' ? chat.retry : sessions.more}
      </button>
    `;
  }
}
