import {ChatError} from '../../controller/http/errors.js';
import type {DraftController} from './draft-controller.js';
import type {ErrorMessage} from './error-message.js';
import type {SessionController} from './session-controller.js';

/** The parts of a chat that carry out requests. */
interface RequestHandlers {
  readonly session: SessionController;
  readonly draft: DraftController;
  readonly error: ErrorMessage;
  readonly onCopied: () => void;
}

type RequestEvents = HTMLElementEventMap;

/** Events between the parts of a chat. They do not leave it. */
const internal = [
  'ubik-asset-request',
  'ubik-attach-request',
  'ubik-detach-request',
  'ubik-draft-change',
  'ubik-session-list-request',
  'ubik-toggle-request',
] as const;

/**
 * Carries out the requests that elements inside a chat dispatch as events. A request runs in a microtask, after all
 * listeners of the page, so that a page can cancel it: these events are dispatched by scripts, and microtasks run only
 * when the dispatch is over. A request for a result runs when its
 * sender takes the result, after the dispatch.
 */
export function handleRequests(
  panel: HTMLElement,
  {session, draft, error, onCopied}: RequestHandlers,
): void {
  const {controller} = session;
  const on = <K extends keyof RequestEvents & `ubik-${string}`>(
    type: K,
    act: (event: RequestEvents[K]) => Promise<void> | void,
  ): void => {
    const handle = async (event: RequestEvents[K]): Promise<void> => {
      if (event.defaultPrevented) return;
      try {
        await act(event);
      } catch (reason) {
        error.showRejection(reason); // The conversation itself displays an error within a turn.
      }
    };
    panel.addEventListener(type, event => queueMicrotask(() => void handle(event)));
  };
  // No other run can start while one is in progress. The canceled event keeps the form open, with its content.
  for (const type of ['ubik-edit-request', 'ubik-restore-request'] as const) {
    panel.addEventListener(type, event => {
      if (!session.isBusy) return;
      event.preventDefault();
      error.showRejection(new ChatError({code: 'busy', retryable: false}, {sent: false}));
    });
  }
  on('ubik-send-request', ({text, files}) => draft.submit(text, files));
  on('ubik-stop-request', () => controller.stop());
  on('ubik-retry-request', () => controller.retry());
  on('ubik-continue-request', () => controller.continue());
  on('ubik-edit-request', ({message, text}) => controller.edit(message, text));
  on('ubik-regenerate-request', ({message}) => controller.regenerate(message));
  on('ubik-navigate-request', ({message}) => controller.navigate(message));
  on('ubik-restore-request', ({checkpoint, hint}) =>
    controller.restoreCheckpoint(checkpoint, hint ? {hint} : {}),
  );
  on('ubik-draft-change', ({text}) => draft.setText(text));
  on('ubik-attach-request', ({files}) => draft.addFiles(files));
  on('ubik-detach-request', ({attachment}) => draft.remove(attachment));
  on('ubik-copied', () => onCopied());
  on('ubik-error', event => error.showPartError(event.error));
  panel.addEventListener('ubik-reply-request', event => {
    event.setDefaultAction(() => controller.reply(event.request, event.reply));
  });
  panel.addEventListener('ubik-asset-request', event => {
    event.setDefaultAction(() => controller.asset(event.url));
  });
  panel.addEventListener('ubik-session-list-request', event => {
    event.setDefaultAction(() => controller.sessions({page: event.page}));
  });
  panel.addEventListener('ubik-session-open-request', event => {
    event.setDefaultAction(() => controller.loadSession(event.session));
  });
  panel.addEventListener('ubik-session-rename-request', event => {
    event.setDefaultAction(() => controller.renameSession(event.session, event.title));
  });
  panel.addEventListener('ubik-session-remove-request', event => {
    event.setDefaultAction(() => controller.removeSession(event.session));
  });
  for (const type of internal) panel.addEventListener(type, event => event.stopPropagation());
}
