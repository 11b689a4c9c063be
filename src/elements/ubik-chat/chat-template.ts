import {nothing, type TemplateResult} from 'lit';
import {lastUserMessage} from '../../core/model/messages.js';
import {exportedParts} from '../base/exported-parts.js';
import {ifDefined} from '../base/if-defined.js';
import {html} from '../base/html.js';
import {reportFailure} from '../base/report-failure.js';
import type {SharedConversation} from '../conversation/shared-conversation.js';
import type {Labels} from '../locales/en.js';
import {renderHeader} from './chat-header.js';
import type {ConsentController} from './consent-controller.js';
import {renderConsent} from './render-consent.js';
import {renderEmpty, renderLauncher} from './chat-view.js';
import {isDisclosed, renderDisclosure} from './disclosure.js';
import type {PanelController} from './panel-controller.js';
import type {UbikChat} from './ubik-chat.js';

type OptionalTranscript = HTMLElementTagNameMap['ubik-transcript'] | null;

/** The element and its controllers, from which the template reads. */
interface ChatParts {
  readonly chat: UbikChat;
  readonly labels: Labels;
  readonly shared: SharedConversation;
  readonly panel: PanelController;
  readonly consent: ConsentController;
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
            labels,
            panel.visibleTeaser,
            () => void panel.toggle(),
            panel.dismissTeaser,
          )
        : nothing
    }
    <div id="spoken" class="spoken visually-hidden" aria-live="polite"></div>
    <div hidden>${renderAvatarSlots(chat)}</div>
  `;
}

const avatarKinds = ['assistant', 'agent', 'person'] as const;

/** What the page gives as pictures is not displayed here, but copied into each message. */
const renderAvatarSlots = (chat: UbikChat): readonly TemplateResult[] =>
  avatarKinds.map(kind => {
    const onChange = ({currentTarget: slot}: Event): void => {
      if (!(slot instanceof HTMLSlotElement)) return;
      const [element] = slot.assignedElements();
      chat.avatars = {...chat.avatars, [kind]: element};
    };
    return html`<slot name="avatar-${kind}" @slotchange=${onChange}></slot>`;
  });

/**
 * On a narrow screen the panel is modal: the first and the last element return the focus into it, and it owns the live region
 * beside it, because some browsers expose nothing outside of it.
 */
function renderPanel(parts: ChatParts): TemplateResult {
  const {chat, labels, shared, panel} = parts;
  const heading = chat.heading || labels.chat.heading;
  const isAllowed = chat.hasConsent;
  // The focus says that the conversation is a new one, and the user writes its first message.
  const newSession = async (): Promise<void> => {
    await chat.newSession();
    await panel.focusComposer();
  };
  const focusTrap = (focus: () => void) =>
    panel.isModal ? html`<span class="edge" tabindex="0" @focus=${focus}></span>` : nothing;
  return html`<section
    class="panel"
    part="panel"
    role=${panel.isClosable ? 'dialog' : 'region'}
    aria-modal=${ifDefined(panel.isModal ? 'true' : undefined)}
    aria-owns=${ifDefined(panel.isModal && panel.isVisible ? 'spoken' : undefined)}
    aria-label=${heading}
    aria-describedby=${ifDefined(panel.isClosable && isDisclosed(chat) ? 'disclosure' : undefined)}
    ?hidden=${!panel.isVisible}
    @keydown=${panel.onKeydown}
    @ubik-toggle-request=${stopPropagation}
  >
    ${focusTrap(() => void panel.focusComposer())}
    ${renderHeader(heading, labels, {
      newSession: isAllowed ? () => void newSession().catch(shared.error.showRejection) : undefined,
      close: panel.isClosable ? () => void panel.hide() : undefined,
      hasMenu: isAllowed && shared.items.length > 0,
      reveal: id => void parts.transcript()?.reveal(id).catch(reportFailure(chat)),
      shareUrl: chat.shareUrl,
      actions: isAllowed ? shared.controller.sessionActions : [],
      person: shared.person,
      avatars: chat.avatars,
    })}
    ${renderDisclosure(chat, shared.person, labels)}
    ${isAllowed ? renderConversation(parts) : renderQuestion(parts)}
    ${focusTrap(() => panel.focusFirstButton())}
  </section>`;
}

function renderConversation(parts: ChatParts): TemplateResult {
  return html`${renderTranscript(parts)}
    <ubik-progress class="run" exportparts="run"></ubik-progress>
    ${parts.shared.loadError ? nothing : renderStatus()} ${renderComposer(parts)}`;
}

/** The question for consent. Declining it closes the chat, which asks again when it is opened; other layouts say so. */
function renderQuestion({chat, labels, shared, panel, consent}: ChatParts): TemplateResult {
  return renderConsent(chat, labels, {
    visible: panel.isVisible,
    declined: consent.isDeclined && !panel.isClosable,
    decide({decision}) {
      consent.decide(decision);
      if (decision === 'declined') shared.owner.announce(() => labels.consent.declined);
      void (decision === 'granted' ? panel.focusComposer() : panel.hide());
    },
  });
}

/** An event between the parts of a chat does not leave it. */
const stopPropagation = (event: Event): void => event.stopPropagation();

/** Above the composer, or in place of a conversation that could not be loaded. */
const renderStatus = (): TemplateResult => html`<ubik-status class="status"></ubik-status>`;

function renderTranscript({chat, labels, shared}: ChatParts): TemplateResult {
  const isEmpty = shared.items.length === 0;
  const suggestions = html`<ubik-suggestions
    class="suggestions"
    exportparts="suggestions, suggestion"
    .suggestions=${chat.suggestions}
  ></ubik-suggestions>`;
  const greeting = shared.controller.onboarding?.greeting ?? labels.chat.empty;
  const empty = () =>
    shared.loadError
      ? html`<div class="empty" slot="end">${renderStatus()}</div>`
      : renderEmpty(shared.isLoading, greeting, labels, suggestions);
  return html`<ubik-transcript
    class="transcript"
    part="transcript"
    exportparts=${exportedParts.transcript}
    ?timestamps=${chat.timestamps}
    .follow=${chat.follow}
  >
    ${isEmpty ? empty() : nothing}
    <div slot="end">${isEmpty ? nothing : suggestions}</div>
  </ubik-transcript>`;
}

function renderComposer({chat, shared, transcript}: ChatParts): TemplateResult {
  // Arrow Up in the empty field edits the last message. Controls of the page in the composer use the key themselves.
  const onKeydown = (event: KeyboardEvent): void => {
    const {key, ctrlKey, metaKey, altKey, shiftKey, target, currentTarget} = event;
    if (key !== 'ArrowUp' || ctrlKey || metaKey || altKey || shiftKey) return;
    const isInField =
      target === currentTarget && event.composedPath()[0] instanceof HTMLTextAreaElement;
    if (!isInField || event.defaultPrevented || shared.draft.text !== '' || shared.isBusy) return;
    const {conversation, operations} = shared.controller;
    const last = lastUserMessage(conversation);
    if (!last?.messageId || !operations.edit) return;
    event.preventDefault();
    void transcript()?.editLast().catch(reportFailure(chat));
  };
  return html`<ubik-composer
    class="composer"
    part="composer"
    exportparts="box: composer-box, input: composer-input, send: composer-send, attachment: composer-attachment"
    .placeholder=${chat.placeholder}
    .maxlength=${chat.maxlength}
    .pasteAsFile=${chat.pasteAsFile}
    ?dictation=${chat.dictation}
    @keydown=${onKeydown}
  >
    <slot name="composer-start" slot="start"></slot>
    <slot name="composer-end" slot="end"></slot>
    <slot name="footer" slot="footer"></slot>
  </ubik-composer>`;
}
