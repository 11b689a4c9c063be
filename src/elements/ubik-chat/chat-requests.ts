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

type Requests = HTMLElementEventMap;

/**
 * Carries out the requests that elements inside a chat dispatch as events. A request runs in a microtask, after all
 * listeners of the page, so that a page can cancel it: these events are dispatched by scripts, and microtasks run only
 * when the dispatch is over. Requests with an `outcome` run at once, because their element awaits it.
 */
export function handleRequests(
  panel: HTMLElement,
  {session, draft, error, onCopied}: RequestHandlers,
): void {
  const {controller} = session;
  const on = <K extends keyof Requests & `ubik-${string}`>(
    type: K,
    act: (event: Requests[K]) => Promise<void> | void,
  ): void => {
    panel.addEventListener(type, event => {
      queueMicrotask(() => {
        if (event.defaultPrevented) return;
        // The conversation displays an error within a turn; only rejections get here.
        Promise.resolve(act(event)).catch(error.showRejection);
      });
    });
  };
  // While a run is going on, no other can start. The canceled event keeps the form open, with its content.
  for (const type of ['ubik-edit', 'ubik-restore'] as const) {
    panel.addEventListener(type, event => {
      if (!session.isBusy) return;
      event.preventDefault();
      error.showRejection(new ChatError({code: 'busy', retryable: false}, {sent: false}));
    });
  }
  on('ubik-send', ({text, files}) => draft.submit(text, files));
  on('ubik-stop', () => controller.stop());
  on('ubik-retry', () => controller.retry());
  on('ubik-continue', () => controller.continue());
  on('ubik-edit', ({message, text}) => controller.edit(message, text));
  on('ubik-regenerate', ({message}) => controller.regenerate(message));
  on('ubik-navigate', ({message}) => controller.navigate(message));
  on('ubik-restore', ({checkpoint, hint}) =>
    controller.restoreCheckpoint(checkpoint, hint ? {hint} : {}),
  );
  on('ubik-draft', ({text}) => draft.setText(text));
  on('ubik-attach', ({files}) => draft.addFiles(files));
  on('ubik-detach', ({attachment}) => draft.remove(attachment));
  on('ubik-copy', () => onCopied());
  on('ubik-error', ({fault}) => error.showPartError(fault));
  panel.addEventListener('ubik-reply', event => {
    event.outcome = controller.reply(event.request, event.reply);
  });
  panel.addEventListener('ubik-asset', event => {
    event.outcome = controller.asset(event.url);
  });
  panel.addEventListener('ubik-sessions', event => {
    event.outcome = controller.sessions({page: event.page});
  });
  panel.addEventListener('ubik-checkpoints', event => {
    event.outcome = controller.checkpoints();
  });
  panel.addEventListener('ubik-session-open', event => {
    event.outcome = controller.loadSession(event.session);
  });
  panel.addEventListener('ubik-session-rename', event => {
    event.outcome = controller.renameSession(event.session, event.title);
  });
  panel.addEventListener('ubik-session-remove', event => {
    event.outcome = controller.removeSession(event.session);
  });
}
