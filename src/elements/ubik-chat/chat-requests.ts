import {type ChatController} from '../../controller/chat-controller.js';
import {ChatError} from '../../controller/http/errors.js';
import {type ChatFault} from '../../controller/types.js';

/** What a chat does itself when its parts ask for it; its controller does the rest. */
export interface ChatActions {
  readonly send: (text: string, files: readonly string[]) => Promise<void>;
  readonly draft: (text: string) => void;
  readonly attach: (files: readonly File[]) => void;
  readonly detach: (attachment: string) => void;
  readonly copied: () => void;
  readonly notTaken: (fault: ChatFault) => void;
  /** Tells the user why a request could not be carried out. */
  readonly refuse: (error: unknown) => void;
  /** Whether a run is going on. */
  readonly busy: () => boolean;
}

type Requests = HTMLElementEventMap;

/**
 * Hears what the parts of a chat ask for, and acts on it once everybody else has heard it too: an event of ours is sent
 * by a script, so the microtask runs when its way up the page is over and nobody can cancel any more.
 */
export function handleRequests(
  panel: HTMLElement,
  controller: ChatController,
  chat: ChatActions,
): void {
  const on = <K extends keyof Requests & `ubik-${string}`>(
    type: K,
    act: (event: Requests[K]) => Promise<void> | void,
  ): void => {
    panel.addEventListener(type, event => {
      queueMicrotask(() => {
        if (event.defaultPrevented) return;
        // What fails within a turn is shown in the conversation; a rejection is shown here.
        Promise.resolve(act(event)).catch(chat.refuse);
      });
    });
  };
  // A form that asks for another run stays open, with what was written in it, while a run goes on.
  for (const type of ['ubik-edit', 'ubik-restore'] as const) {
    panel.addEventListener(type, event => {
      if (!chat.busy()) return;
      event.preventDefault();
      chat.refuse(new ChatError({code: 'busy', retryable: false}, {sent: false}));
    });
  }
  on('ubik-send', ({text, files}) => chat.send(text, files));
  on('ubik-stop', () => controller.stop());
  on('ubik-retry', () => controller.retry());
  on('ubik-continue', () => controller.continue());
  on('ubik-edit', ({message, text}) => controller.edit(message, text));
  on('ubik-regenerate', ({message}) => controller.regenerate(message));
  on('ubik-navigate', ({message}) => controller.navigate(message));
  on('ubik-restore', ({checkpoint, hint}) =>
    controller.restoreCheckpoint(checkpoint, hint ? {hint} : {}),
  );
  on('ubik-draft', ({text}) => chat.draft(text));
  on('ubik-attach', ({files}) => chat.attach(files));
  on('ubik-detach', ({attachment}) => chat.detach(attachment));
  on('ubik-copy', () => chat.copied());
  on('ubik-error', ({fault}) => chat.notTaken(fault));
  // At once: who asked waits for it.
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
