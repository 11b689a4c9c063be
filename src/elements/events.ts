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
    'ubik-asset': parts.UbikAssetEvent;
    'ubik-attach': parts.UbikAttachEvent;
    'ubik-checkpoint': facts.UbikCheckpointEvent;
    'ubik-checkpoints': sessions.UbikCheckpointsEvent;
    'ubik-copy': parts.UbikCopyEvent;
    'ubik-detach': parts.UbikDetachEvent;
    'ubik-diagnostic': facts.UbikDiagnosticEvent;
    'ubik-draft': parts.UbikDraftEvent;
    'ubik-edit': requests.UbikEditEvent;
    'ubik-error': facts.UbikErrorEvent;
    'ubik-feedback': requests.UbikFeedbackEvent;
    'ubik-input-required': facts.UbikInputRequiredEvent;
    'ubik-link': requests.UbikLinkEvent;
    'ubik-navigate': requests.UbikNavigateEvent;
    'ubik-open-change': facts.UbikOpenChangeEvent;
    'ubik-ready': facts.UbikReadyEvent;
    'ubik-regenerate': requests.UbikRegenerateEvent;
    'ubik-reply': requests.UbikReplyEvent;
    'ubik-restore': requests.UbikRestoreEvent;
    'ubik-continue': requests.UbikContinueEvent;
    'ubik-retry': requests.UbikRetryEvent;
    'ubik-send': requests.UbikSendEvent;
    'ubik-session-change': facts.UbikSessionChangeEvent;
    'ubik-session-open': sessions.UbikSessionOpenEvent;
    'ubik-session-remove': sessions.UbikSessionRemoveEvent;
    'ubik-session-rename': sessions.UbikSessionRenameEvent;
    'ubik-sessions': sessions.UbikSessionsEvent;
    'ubik-sessions-change': sessions.UbikSessionsChangeEvent;
    'ubik-shutdown': facts.UbikShutdownEvent;
    'ubik-step': facts.UbikStepEvent;
    'ubik-stop': requests.UbikStopEvent;
    'ubik-toggle': parts.UbikToggleEvent;
    'ubik-tool': facts.UbikToolEvent;
    'ubik-turn-end': facts.UbikTurnEndEvent;
    'ubik-turn-start': facts.UbikTurnStartEvent;
    'ubik-unread-change': facts.UbikUnreadChangeEvent;
  }
}
