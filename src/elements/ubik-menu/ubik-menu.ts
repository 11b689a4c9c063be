import {type CSSResultGroup, nothing, type TemplateResult} from 'lit';
import {property} from 'lit/decorators.js';
import {html} from '../base/html.js';
import type {CheckpointItem, Conversation, Item} from '../../core/model/item.js';
import {copy} from '../shared/export/copying.js';
import {humanise} from '../../core/humanise.js';
import {UbikPart} from '../conversation/part.js';
import type {SharedConversation} from '../conversation/shared-conversation.js';
import {placeBesideButton} from '../shared/pop-up.js';
import {printChat} from './print.js';
import {linkTo, saveConversation, share, type ShareUrl} from '../shared/export/save.js';
import {reportFailure} from '../base/report-failure.js';
import type {Labels} from '../locales/en.js';
import {styles} from './ubik-menu.styles.js';

/** The checkpoints in document order, at any depth. */
const checkpointsIn = (items: readonly Item[]): readonly CheckpointItem[] =>
  items.flatMap(item => (item.kind === 'checkpoint' ? [item] : checkpointsIn(item.children)));

/** The model of the last answer and the total usage, if the protocol reports them. */
function costOf({children}: Conversation, {menu}: Labels): string {
  const messages = children.filter(item => item.kind === 'message');
  const spent = messages.map(({usage = {}}) => {
    const {inputTokens = 0, outputTokens = 0, totalTokens = inputTokens + outputTokens} = usage;
    return totalTokens;
  });
  const tokens = spent.reduce((sum, count) => sum + count, 0);
  const model = messages.findLast(message => message.model)?.model;
  return [model, tokens > 0 && menu.tokens(tokens)].filter(Boolean).join(' · ');
}

/**
 * The actions for a whole conversation, as a popover: go to a checkpoint, save, share, print. Lazily loaded when it is
 * first opened.
 *
 * @element ubik-menu
 * @fires {UbikCopiedEvent} ubik-copied - The user copied the link.
 * @csspart checkpoint - A button that scrolls to a checkpoint.
 * @csspart action - One of the other buttons.
 * @csspart cost - The model and the number of tokens used.
 */
export class UbikMenu extends UbikPart {
  static override styles: CSSResultGroup = styles;

  /** Scrolls to the item with the given id and highlights it. */
  @property({attribute: false}) reveal: ((id: string) => void) | undefined;

  /** URL of the session, or a function that returns it. */
  @property({attribute: false}) shareUrl: ShareUrl = '';

  constructor() {
    super();
    this.addEventListener('toggle', () => this.requestUpdate());
  }

  protected override read({controller}: SharedConversation): readonly unknown[] {
    return [controller.conversation, controller.session?.id];
  }

  /** Skips rendering while closed: a conversation changes often, and the menu is rarely open. */
  protected override shouldUpdate(): boolean {
    return this.matches(':popover-open');
  }

  protected override updated(): void {
    placeBesideButton(this, 'end');
  }

  protected override render(): TemplateResult | typeof nothing {
    const {shared, strings} = this;
    if (!shared) return nothing;
    const {conversation, session} = shared.controller;
    const {menu} = strings;
    const checkpoints = checkpointsIn(conversation.children);
    const cost = costOf(conversation, strings);
    return html`
      ${
        checkpoints.length > 0
          ? html`<h2>${menu.checkpoints}</h2>
              <ul>
                ${checkpoints.map(
                  ({id, name}) =>
                    html`<li>
                      ${this.#button('checkpoint', humanise(name), () => this.reveal?.(id))}
                    </li>`,
                )}
              </ul>
              <hr />`
          : nothing
      }
      ${this.#renderActions(conversation, session?.id)}
      ${cost && html`<p class="cost" part="cost" dir="auto">${cost}</p>`}
    `;
  }

  #renderActions(conversation: Conversation, session: string | undefined): TemplateResult {
    const {shareUrl, strings} = this;
    const {menu, message} = strings;
    const link = shareUrl && session ? () => linkTo(session, shareUrl) : undefined;
    const action = (label: string, act: () => unknown) => this.#button('action', label, act);
    return html`
      ${action(menu.saveMarkdown, () => saveConversation(conversation, 'markdown', strings))}
      ${action(menu.saveJson, () => saveConversation(conversation, 'json', strings))}
      ${
        'share' in navigator
          ? action(menu.share, () => share(conversation, strings, link?.()))
          : nothing
      }
      ${link ? action(menu.copyLink, () => copy(this, link, message)) : nothing}
      ${action(menu.print, () => printChat(this))}
    `;
  }

  #button(part: 'checkpoint' | 'action', label: string, act: () => unknown): TemplateResult {
    const press = async () => {
      this.hidePopover();
      await act();
    };
    return html`<button
      part=${part}
      type="button"
      @click=${() => void press().catch(reportFailure(this))}
    >
      <bdi>${label}</bdi>
    </button>`;
  }
}
