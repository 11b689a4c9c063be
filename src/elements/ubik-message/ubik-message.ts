import {type CSSResultGroup, type PropertyValues, type TemplateResult, nothing} from 'lit';
import {property, state} from 'lit/decorators.js';
import type {Item, MessageItem, SourceItem} from '../../core/model/item.js';
import {UbikEditRequestEvent} from '../events.js';
import {UbikElement} from '../base/element.js';
import {ubikModule} from '../../controller/protocol-source.js';
import {html} from '../base/html.js';
import {MessageActions} from './message-actions.js';
import {FocusRestorer} from '../shared/focus-restorer.js';
import {answerText} from './answer-text.js';
import {CitationCard} from './citation-card.js';
import {renderEditor} from './message-editor.js';
import {onServer} from '../base/on-server.js';
import {renderSources} from '../ubik-sources/render-sources.js';
import {reportFailure} from '../base/report-failure.js';
import {renderItems} from '../base/render-item.js';
import {styles} from './ubik-message.styles.js';

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

/** The text of a user's message. */
const userText = (item: MessageItem): string =>
  item.children.flatMap(child => (child.kind === 'text' ? [child.text] : [])).join('\n\n');

/**
 * One message: the user's text, or everything that a run of the agent produced. Without a chat it renders a stored
 * message of the Ubik API from its `content`.
 *
 * @element ubik-message
 * @fires {UbikEditRequestEvent} ubik-edit-request - The user edits the message; cancelable.
 * @fires {UbikRegenerateRequestEvent} ubik-regenerate-request - The user requests another answer; cancelable.
 * @fires {UbikNavigateRequestEvent} ubik-navigate-request - The user switches to another branch; cancelable.
 * @fires {UbikFeedbackRequestEvent} ubik-feedback-request - The user rates the answer; cancelable.
 * @fires {UbikCopiedEvent} ubik-copied - The user copied the message.
 * @csspart bubble - The user's text.
 * @csspart body - The agent's output.
 * @csspart actions - The buttons below the message.
 * @csspart action - One of these buttons.
 */
export class UbikMessage extends UbikElement {
  static override styles: CSSResultGroup = styles;

  /** The message to render. */
  @property({attribute: false}) item: MessageItem | undefined;

  /** Without an item: the `content` of a stored message of the Ubik API. */
  @property() content: string | undefined;

  /** The author of `content`. */
  @property() author: MessageItem['role'] = 'assistant';

  /** Whether the edit form is open. */
  @state() private editing = false;

  readonly #focusRestorer = new FocusRestorer(this);

  #isParsed = false;
  #stored: MessageItem | undefined;

  readonly #actions = new MessageActions(this);
  #citation: CitationCard | undefined;

  protected override get beforeFirstRender(): Promise<unknown> | undefined {
    return this.content === undefined || ubikModule.get(this) ? undefined : ubikModule.attempt;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const {content, author} = this;
    const protocol = content === undefined ? undefined : ubikModule.get(this)?.ubik;
    const isParsed = protocol !== undefined;
    if (!changed.has('content') && !changed.has('author') && isParsed === this.#isParsed) return;
    this.#isParsed = isParsed;
    this.#stored =
      content === undefined ? undefined : toMessageItem(content, author, protocol?.parse);
  }

  protected override render(): TemplateResult | typeof nothing {
    const item = this.item ?? this.#stored;
    if (!item) return nothing;
    return item.role === 'user' ? this.#renderUser(item) : this.#renderAssistant(item);
  }

  /** Opens the editor of a user's message, if the chat can edit messages. */
  async edit(): Promise<void> {
    if (!this.services.abilities.edit || this.item?.role !== 'user' || !this.item.messageId) return;
    this.#focusRestorer.remember();
    this.editing = true;
    await this.updateComplete;
    const field = this.renderRoot.querySelector('textarea');
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }

  readonly #onSave = (text: string) => {
    const {item} = this;
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
        ${renderEditor(userText(item), this.strings, this.#onSave, () => void this.#onCancel())}
      </div>`;
    }
    const others = item.children.filter(child => child.kind !== 'text');
    return html`<div class="user">
      ${
        others.length > 0
          ? html`<div class="files">${renderItems(others, this.services)}</div>`
          : nothing
      }
      <div class="bubble" part="bubble" dir="auto">${userText(item)}</div>
      ${
        item.context
          ? html`<p class="quiet" dir="auto">${this.strings.message.context(item.context)}</p>`
          : nothing
      }
      ${this.#actions.render(item, this.services, {
        text: () => userText(item),
        edit: () => void this.edit().catch(reportFailure(this)),
      })}
    </div>`;
  }

  #renderAssistant(item: MessageItem): TemplateResult {
    const sources = item.children.filter(isSource);
    const rest = item.children.filter(child => !isSource(child));
    return html`<div class="assistant" part="body">
      ${renderItems(rest, this.services)} ${this.#renderState(item, rest)}
      ${
        sources.length > 0
          ? [renderSources(sources, this.strings), this.#renderCitation(sources)]
          : nothing
      }
      ${
        item.status === 'streaming' || item.status === 'waiting'
          ? nothing
          : this.#actions.render(item, this.services, {
              text: () => answerText(item, this.strings),
            })
      }
    </div>`;
  }

  #renderCitation(sources: readonly SourceItem[]): TemplateResult | typeof nothing {
    if (onServer) return nothing;
    this.#citation ??= new CitationCard(this);
    return this.#citation.render(sources, this.strings);
  }

  /** The states that no child displays: working without output, stopped, or interrupted. */
  #renderState(item: MessageItem, children: readonly Item[]): TemplateResult | typeof nothing {
    const {message, errors} = this.strings;
    if (item.status === 'stopped') return html`<p class="state">${message.stopped}</p>`;
    if (item.status === 'interrupted') {
      const hasError = children.some(({kind}) => kind === 'error');
      return hasError ? nothing : html`<p class="state">${errors.truncated}</p>`;
    }
    const {status = 'done'} = children.at(-1) ?? {};
    const silent = item.status === 'streaming' && status !== 'streaming' && status !== 'waiting';
    return silent
      ? html`<p class="working">
          <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
          <span class=${item.note ? 'quiet' : 'visually-hidden'} dir="auto"
            >${item.note ?? message.working}</span
          >
        </p>`
      : nothing;
  }
}
