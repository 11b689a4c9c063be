import {nothing, type TemplateResult} from 'lit';
import {ifDefined} from 'lit/directives/if-defined.js';
import {html} from '../base/html.js';
import {reportFailure} from '../base/report-failure.js';
import type {Labels} from '../locales/en.js';
import {renderHeader} from './chat-header.js';
import {
  renderConnectionError,
  renderEmpty,
  renderFailure,
  renderLauncher,
  renderRun,
  renderSuggestions,
} from './chat-view.js';
import type {DraftController} from './draft-controller.js';
import type {ErrorMessage} from './error-message.js';
import type {PanelController} from './panel-controller.js';
import type {SessionController} from './session-controller.js';
import type {UbikChat} from './ubik-chat.js';

type OptionalTranscript = HTMLElementTagNameMap['ubik-transcript'] | null;

/** The element and its controllers, from which the template reads. */
export interface ChatParts {
  readonly chat: UbikChat;
  readonly labels: Labels;
  readonly session: SessionController;
  readonly panel: PanelController;
  readonly draft: DraftController;
  readonly error: ErrorMessage;
  readonly transcript: () => OptionalTranscript;
}

/** The content of `<ubik-chat>`: the panel, the launcher if the chat floats, and the live region. */
export function renderChat(parts: ChatParts): TemplateResult {
  const {chat, labels, panel} = parts;
  return html`
    ${renderPanel(parts)}
    ${
      chat.layout === 'float'
        ? renderLauncher(
            {open: chat.open, unread: panel.unread, toggle: () => void panel.toggle()},
            labels,
            panel.visibleTeaser,
            panel.dismissTeaser,
          )
        : nothing
    }
    <div class="spoken visually-hidden" aria-live="polite"></div>
  `;
}

/** On a narrow screen the panel is modal: the first and the last element return the focus into it. */
function renderPanel(parts: ChatParts): TemplateResult {
  const {chat, labels, session, panel, error} = parts;
  const heading = chat.heading || labels.chat.heading;
  const focusTrap = (focus: () => void) =>
    panel.isModal ? html`<span class="edge" tabindex="0" @focus=${focus}></span>` : nothing;
  return html`<section
    class="panel"
    part="panel"
    role=${panel.isClosable ? 'dialog' : 'region'}
    aria-modal=${ifDefined(panel.isModal ? 'true' : undefined)}
    aria-label=${heading}
    ?hidden=${!panel.isVisible}
    @keydown=${panel.onKeydown}
  >
    ${focusTrap(() => void panel.focusComposer())}
    ${renderHeader(heading, labels, {
      newSession: () => void chat.newSession().catch(error.showRejection),
      close: panel.isClosable ? () => void panel.hide() : undefined,
      conversation: chat.conversation,
      reveal: id => void parts.transcript()?.reveal(id).catch(reportFailure(chat)),
      shareUrl: chat.shareUrl,
      operations: session.controller.operations,
      current: chat.session?.id,
      listVersion: session.listVersion,
    })}
    ${renderTranscript(parts)} ${renderRun(session.lastItem, labels)}
    ${renderConnectionError(chat, chat.lastError, session.lastItem, labels)}
    ${error.text && renderFailure(error.text)} ${renderComposer(parts)}
    ${focusTrap(() => panel.focusFirstButton())}
  </section>`;
}

function renderTranscript({chat, labels, session, draft}: ChatParts): TemplateResult {
  const {onboarding} = session.controller;
  const {isBusy, lastItem} = session;
  const next = !isBusy && lastItem?.kind === 'message' ? (lastItem.suggestions ?? []) : [];
  const first = chat.suggestions.length > 0 ? chat.suggestions : (onboarding?.questions ?? []);
  return html`<ubik-transcript
    class="transcript"
    part="transcript"
    .items=${chat.conversation.children}
    ?busy=${isBusy}
  >
    ${renderEmpty(
      session.isLoading,
      onboarding?.greeting ?? labels.chat.empty,
      labels,
      renderSuggestions(first, labels, draft.submitSuggestion),
    )}
    <div slot="end">${renderSuggestions(next, labels, draft.submitSuggestion)}</div>
  </ubik-transcript>`;
}

function renderComposer({chat, labels, session, draft, transcript}: ChatParts): TemplateResult {
  // Arrow Up in the empty composer edits the last message.
  const onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' || draft.text !== '' || session.isBusy) return;
    event.preventDefault();
    void transcript()?.editLast().catch(reportFailure(chat));
  };
  return html`<ubik-composer
    class="composer"
    part="composer"
    .value=${draft.text}
    .placeholder=${chat.status === 'waiting' ? labels.composer.answerPlaceholder : chat.placeholder}
    .maxlength=${chat.maxlength}
    .attachments=${draft.attachments}
    ?dictation=${chat.dictation}
    ?busy=${session.isBusy}
    ?stopping=${chat.status === 'stopping'}
    ?files=${session.controller.acceptsFiles}
    ?disabled=${!session.isReachable}
    .reason=${labels.errors.no_endpoint}
    @keydown=${onKeydown}
  >
    <slot name="composer-start" slot="start"></slot>
    <slot name="composer-end" slot="end"></slot>
    <slot name="footer" slot="footer"></slot>
  </ubik-composer>`;
}
