import type * as facts from './events/facts.js';
import type * as parts from './events/parts.js';
import type * as requests from './events/requests.js';
import type * as sessions from './events/sessions.js';

export * from './events/facts.js';
export * from './events/parts.js';
export * from './events/requests.js';
export * from './events/sessions.js';

declare global {
  interface GlobalEventHandlersEventMap {
    'ubik-asset-request': parts.UbikAssetRequestEvent;
    'ubik-attach-request': parts.UbikAttachRequestEvent;
    'ubik-checkpoint-reached': facts.UbikCheckpointReachedEvent;
    'ubik-consent': facts.UbikConsentEvent;
    'ubik-copied': parts.UbikCopiedEvent;
    'ubik-data': facts.UbikDataEvent;
    'ubik-detach-request': parts.UbikDetachRequestEvent;
    'ubik-diagnostic': facts.UbikDiagnosticEvent;
    'ubik-disclosed': facts.UbikDisclosedEvent;
    'ubik-draft-change': parts.UbikDraftChangeEvent;
    'ubik-draft-request': parts.UbikDraftRequestEvent;
    'ubik-edit-request': requests.UbikEditRequestEvent;
    'ubik-error': facts.UbikErrorEvent;
    'ubik-extend-request': requests.UbikExtendRequestEvent;
    'ubik-feedback-request': requests.UbikFeedbackRequestEvent;
    'ubik-input-required': facts.UbikInputRequiredEvent;
    'ubik-link-request': requests.UbikLinkRequestEvent;
    'ubik-navigate-request': requests.UbikNavigateRequestEvent;
    'ubik-open-change': facts.UbikOpenChangeEvent;
    'ubik-ready': facts.UbikReadyEvent;
    'ubik-recording-open': parts.UbikRecordingOpenEvent;
    'ubik-regenerate-request': requests.UbikRegenerateRequestEvent;
    'ubik-reply-request': requests.UbikReplyRequestEvent;
    'ubik-restore-request': requests.UbikRestoreRequestEvent;
    'ubik-withdraw-request': requests.UbikWithdrawRequestEvent;
    'ubik-continue-request': requests.UbikContinueRequestEvent;
    'ubik-retry-request': requests.UbikRetryRequestEvent;
    'ubik-send-request': requests.UbikSendRequestEvent;
    'ubik-session-change': facts.UbikSessionChangeEvent;
    'ubik-session-open-request': sessions.UbikSessionOpenRequestEvent;
    'ubik-session-remove-request': sessions.UbikSessionRemoveRequestEvent;
    'ubik-session-rename-request': sessions.UbikSessionRenameRequestEvent;
    'ubik-session-list-request': sessions.UbikSessionListRequestEvent;
    'ubik-session-list-change': sessions.UbikSessionListChangeEvent;
    'ubik-shutdown': facts.UbikShutdownEvent;
    'ubik-step-change': facts.UbikStepChangeEvent;
    'ubik-stop-request': requests.UbikStopRequestEvent;
    'ubik-toggle-request': parts.UbikToggleRequestEvent;
    'ubik-fold-request': parts.UbikFoldRequestEvent;
    'ubik-tool-change': facts.UbikToolChangeEvent;
    'ubik-turn-end': facts.UbikTurnEndEvent;
    'ubik-turn-start': facts.UbikTurnStartEvent;
    'ubik-unread-change': facts.UbikUnreadChangeEvent;
  }
}
