import {type CSSResultGroup, type PropertyValues, type TemplateResult, nothing} from 'lit';
import {property, state} from 'lit/decorators.js';
import type {Item, MessageItem, SourceItem} from '../../core/model/item.js';
import {currentAuthor} from '../../core/model/select.js';
import {isOpen} from '../../core/model/status.js';
import {UbikEditRequestEvent, UbikFoldRequestEvent} from '../events.js';
import {ItemPart} from '../conversation/item-part.js';
import {LazyModule} from '../../controller/lazy-module.js';
import {ubikModule} from '../../controller/protocol-source.js';
import {html} from '../base/html.js';
import {ifDefined} from '../base/if-defined.js';
import {answerMarkdown, MessageActions} from './message-actions.js';
import {FocusRestorer} from '../shared/input/focus-restorer.js';
import {authorName, renderAuthor} from '../shared/text/author.js';
import {CitationCard} from './citation-card.js';
import {onServer} from '../base/on-server.js';
import {renderSources} from '../ubik-sources/render-sources.js';
import {reportFailure} from '../base/report-failure.js';
import {renderItems} from '../base/render-item.js';
import type {Steps} from '../base/services.js';
import {containKeyEvents} from '../shared/input/contain-key-events.js';
import {type Fold, foldOf} from '../shared/work/work.js';
import {WorkRows} from '../shared/work/work-rows.js';
import {hasFocusInWork, isVisibleFolded} from './folded-work.js';
import type {SharedConversation} from '../conversation/shared-conversation.js';
import {submitInSandbox} from '../shared/submit-in-sandbox.js';
import {styles} from './ubik-message.styles.js';

/** Loaded when the user first edits a message. */
const editor = new LazyModule(() => import('./message-editor.js'));

const isSource = (item: Item): item is SourceItem => item.kind === 'source';

/** A stored message of the Ubik API as an item; an assistant's content is plain text until the protocol has loaded. */
const toMessageItem = (
  content: string,
  role: MessageItem['role'],
  parse: ((content: string) => readonly Item[]) | undefined,
): MessageItem => ({
  id: 'stored',
  kind: 'message',
  role,
  status: 'done',
  children:
    role === 'assistant' && parse
      ? parse(content)
      : [{id: 'stored/text', kind: 'text', status: 'done', children: [], text: content}],
});

/** A longer text of the user is collapsed. */
const maxLines = 16;
const maxCharacters = 1200;

const isLong = (text: string): boolean =>
  text.length > maxCharacters || text.split('\n', maxLines + 1).length > maxLines;

/** The text of a user's message. */
const userText = (item: MessageItem): string =>
  item.children.flatMap(child => (child.kind === 'text' ? [child.text] : [])).join('\n\n');

/**
 * One message: the user's text, or everything that a run of the agent produced. Without a chat it renders a stored
 * message of the Ubik API from its `content`. In a conversation it renders the given message, or the newest one of its
 * author.
 *
 * @element ubik-message
 * @fires {UbikEditRequestEvent} ubik-edit-request - The user edits the message; cancelable.
 * @fires {UbikRegenerateRequestEvent} ubik-regenerate-request - The user requests another answer; cancelable.
 * @fires {UbikNavigateRequestEvent} ubik-navigate-request - The user switches to another branch; cancelable.
 * @fires {UbikFeedbackRequestEvent} ubik-feedback-request - The user rates the answer; cancelable.
 * @fires {UbikCopiedEvent} ubik-copied - The user copied the message.
 * @fires {UbikToggleRequestEvent} ubik-toggle-request - Before the user opens or closes the work; cancelable.
 * @fires {UbikFoldRequestEvent} ubik-fold-request - Before the work of a run that has just ended is folded; cancelable.
 * @csspart bubble - The user's text.
 * @csspart body - The agent's output.
 * @csspart author - The name and the picture of a person or of an agent with a name, and of the assistant if the page has a picture of it.
 * @csspart avatar - The picture.
 * @csspart actions - The buttons below the message.
 * @csspart action - One of these buttons.
 * @csspart time - When the message was written.
 * @csspart work - The line that opens the work of a run, or a group of tool calls.
 */
export class UbikMessage extends ItemPart<MessageItem> {
  static override styles: CSSResultGroup = styles;

  protected static override keepsFocus = true;

  /** The message to render. */
  @property({attribute: false}) item: MessageItem | undefined;

  /** Without an item: the `content` of a stored message of the Ubik API. */
  @property() content: string | undefined;

  /** The author of `content`, or of the message of the conversation. */
  @property({useDefault: true}) author: MessageItem['role'] = 'assistant';

  /**
   * Whether the steps, tool calls, reasoning and checkpoints before an answer fold into one line when the run is done
   * (`fold`), or stay displayed (`open`). By default, as the chat around the message decides.
   */
  @property() steps: Steps | undefined;

  /** Whether the edit form is open. */
  @state() private editing = false;

  /** Whether all of a long text is displayed. */
  @state() private expanded = false;

  readonly #focusRestorer = new FocusRestorer(this);

  #isParsed = false;
  #stored: MessageItem | undefined;

  readonly #rows = new WorkRows(this);
  /** The id of the displayed message, while its run is in progress. */
  #running: string | undefined;

  readonly #actions = new MessageActions(this);
  #citation: CitationCard | undefined;

  constructor() {
    super();
    containKeyEvents(this);
    submitInSandbox(this);
  }

  protected override isDescribed(): boolean {
    return this.content != null; // `null` without the attribute.
  }

  protected override selects(item: Item): item is MessageItem {
    return item.kind === 'message' && item.role === this.author;
  }

  protected override read(conversation: SharedConversation): readonly unknown[] {
    return [...super.read(conversation), conversation.isBusy];
  }

  protected override reset(): void {
    this.editing = this.expanded = false;
    this.#rows.reset();
    this.#actions.reset();
  }

  protected override get beforeFirstRender(): Promise<unknown> | undefined {
    return !this.isDescribed() || ubikModule.get(this) ? undefined : ubikModule.attempt;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (this.shared) this.toggleAttribute('busy', this.shared.isBusy);
    if (this.shown) this.#foldAtEnd(this.shown);
    const {content, author} = this;
    const protocol = content == null ? undefined : ubikModule.get(this)?.ubik;
    const isParsed = protocol !== undefined;
    if (!changed.has('content') && !changed.has('author') && isParsed === this.#isParsed) return;
    this.#isParsed = isParsed;
    this.#stored = content == null ? undefined : toMessageItem(content, author, protocol?.parse);
  }

  /** How the work of a message is displayed. A run that failed, was stopped or waits stays open. */
  #foldOf({role, status, children}: MessageItem): Fold {
    const folds = (this.steps ?? this.services.steps ?? 'fold') === 'fold';
    return folds && role === 'assistant' && status === 'done'
      ? foldOf(children, this.services)
      : 'none';
  }

  /** At the end of a run, what has the focus or is being read stays open. */
  #foldAtEnd(item: MessageItem): void {
    const wasRunning = this.#running === item.id;
    this.#running = isOpen(item.status) ? item.id : undefined;
    if (!wasRunning || this.#foldOf(item) !== 'line') return;
    const stays = hasFocusInWork(this, this.services);
    if (stays || !this.dispatchEvent(new UbikFoldRequestEvent())) this.#rows.openWork();
  }

  /** @internal Opens what hides an item: the last one of a path that begins with a child. */
  showChild(path: readonly Item[]): void {
    const {shown, services} = this;
    if (!shown) return;
    const isVisible = this.#foldOf(shown) === 'none' || isVisibleFolded(path, services);
    this.#rows.reveal(shown.children, path[0]?.id, isVisible);
  }

  protected override render(): TemplateResult | typeof nothing {
    const item = this.shown ?? this.#stored;
    if (!item) return nothing;
    return item.role === 'user' ? this.#renderUser(item) : this.#renderAssistant(item);
  }

  /** Opens the editor of a user's message, if the chat can edit messages. Rejects if the editor cannot be loaded. */
  async edit(): Promise<void> {
    const id = this.#editableId;
    if (!id) return;
    await editor.load();
    if (id !== this.#editableId) return;
    this.#focusRestorer.remember();
    this.editing = true;
    await this.updateComplete;
    const field = this.renderRoot.querySelector('textarea');
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }

  /** The server's id of the displayed message, if the user can edit it. */
  get #editableId(): string | undefined {
    const {services, shown} = this;
    return services.operations.edit && shown?.role === 'user' ? shown.messageId : undefined;
  }

  /** Begins before the press has ended: a phone shows its keyboard only if the field has the focus at once. */
  readonly #loadEditor = (): void => {
    if (this.#editableId) editor.load().catch(() => undefined); // The press itself reports it.
  };

  readonly #onSave = (text: string) => {
    const {shown: item} = this;
    if (!item?.messageId || text === userText(item)) {
      void this.#onCancel();
    } else if (text.trim() === '') {
      this.renderRoot.querySelector('textarea')?.focus();
    } else if (this.dispatchEvent(new UbikEditRequestEvent(item.messageId, text.trim()))) {
      this.editing = false;
    }
  };

  readonly #onCancel = async () => {
    this.editing = false;
    await this.updateComplete;
    if (!this.#focusRestorer.restore())
      this.renderRoot.querySelector<HTMLElement>('.edit')?.focus();
  };

  #renderUser(item: MessageItem): TemplateResult {
    if (this.editing) {
      return html`<div class="user editing">
        ${editor.value?.renderEditor(
          userText(item),
          this.strings,
          this.#onSave,
          () => void this.#onCancel(),
          this.services.conversation?.owner.characterLimit(),
        )}
      </div>`;
    }
    const text = userText(item);
    const long = isLong(text);
    const fold = long && !this.expanded ? 'collapsed' : '';
    const others = item.children.filter(child => child.kind !== 'text');
    return html`<div class="user" @pointerdown=${this.#loadEditor}>
      ${
        others.length > 0
          ? html`<div class="files">${renderItems(others, this.services)}</div>`
          : nothing
      }
      <div class="bubble ${fold}" id="text" part="bubble" dir="auto">${text}</div>
      ${long ? this.#renderExpand() : nothing}
      ${
        item.context
          ? html`<p class="quiet" dir="auto">${this.strings.message.context(item.context)}</p>`
          : nothing
      }
      ${this.#actions.render(item, this.services, {
        text: () => text,
        edit: () => void this.edit().catch(reportFailure(this)),
      })}
    </div>`;
  }

  #renderExpand(): TemplateResult {
    const {showMore, showLess} = this.strings.message;
    return html`<button
      class="expand"
      part="action"
      type="button"
      aria-expanded=${this.expanded ? 'true' : 'false'}
      aria-controls="text"
      @click=${() => (this.expanded = !this.expanded)}
    >
      ${this.expanded ? showLess : showMore}
    </button>`;
  }

  #renderAssistant(item: MessageItem): TemplateResult {
    const sources = item.children.filter(isSource);
    const rest = item.children.filter(child => !isSource(child));
    const hasHeading = item.author !== undefined || this.services.avatars?.assistant;
    return html`<div class="assistant" part="body">
      ${hasHeading ? renderAuthor(item.author, this.services) : nothing}
      ${this.#rows.render(rest, this.services, {
        fold: this.#foldOf(item),
        isRunning: item.status === 'streaming',
        seconds: item.duration,
        author: item.author,
      })}
      ${this.#renderState(item, rest)}
      ${
        sources.length > 0
          ? [renderSources(sources, this.strings), this.#renderCitation(sources, rest)]
          : nothing
      }
      ${
        item.status === 'streaming' || item.status === 'waiting'
          ? nothing
          : this.#actions.render(item, this.services, {
              text: () => answerMarkdown(item, this.strings),
            })
      }
    </div>`;
  }

  #renderCitation(
    sources: readonly SourceItem[],
    items: readonly Item[],
  ): TemplateResult | typeof nothing {
    if (onServer) return nothing;
    this.#citation ??= new CitationCard(this);
    return this.#citation.render(sources, items, this.strings);
  }

  /** The states that no child displays: working without output, stopped, or interrupted. */
  #renderState(item: MessageItem, children: readonly Item[]): TemplateResult | typeof nothing {
    const {author, message, errors} = this.strings;
    if (item.status === 'stopped') return html`<p class="state">${message.stopped}</p>`;
    if (item.status === 'interrupted') {
      const hasError = children.some(({kind}) => kind === 'error');
      return hasError ? nothing : html`<p class="state">${errors.truncated}</p>`;
    }
    const {status = 'done'} = children.at(-1) ?? {};
    const silent = item.status === 'streaming' && status !== 'streaming' && status !== 'waiting';
    if (!silent) return nothing;
    const writer = currentAuthor(item);
    const isPerson = writer?.kind === 'person';
    const typing = item.typing ? author.typing(authorName(writer, this.strings)) : undefined;
    const hidden = isPerson ? author.waiting(writer.name) : message.working;
    const note = typing ?? item.note;
    // A name at the beginning does not decide the direction of a sentence of the interface.
    const direction = item.note && !typing ? 'auto' : undefined;
    return html`<p class="working">
      <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
      <span class=${note ? 'quiet' : 'visually-hidden'} dir=${ifDefined(direction)}
        >${note ?? hidden}</span
      >
    </p>`;
  }
}
