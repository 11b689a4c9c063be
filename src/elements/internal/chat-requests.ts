import type {Reply} from '../../controller/index.js';

/** What a chat does when its parts ask for it. */
export interface ChatActions {
  readonly send: (text: string, files: readonly string[]) => Promise<void>;
  readonly answer: (request: string, reply: Reply) => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly retry: () => Promise<void>;
  readonly continue: () => Promise<void>;
  readonly edit: (message: string, text: string) => Promise<void>;
  readonly regenerate: (message: string) => Promise<void>;
  readonly navigate: (message: string) => Promise<void>;
  readonly restore: (checkpoint: string, hint?: string) => Promise<void>;
  readonly draft: (text: string) => void;
  readonly attach: (files: readonly File[]) => void;
  readonly detach: (attachment: string) => void;
  readonly copied: () => void;
}

type Requests = HTMLElementEventMap;

/** Failures are told by the conversation and by `ubik-error`; here nobody waits for them. */
const quietly = (work: Promise<void>): void => void work.catch(() => undefined);

/**
 * Hears what the parts of a chat ask for, and acts on it once everybody else has heard it too: an event of ours is sent
 * by a script, so the microtask runs when its way up the page is over and nobody can cancel any more.
 */
export function hearParts(panel: HTMLElement, chat: ChatActions): void {
  const on = <K extends keyof Requests & `ubik-${string}`>(
    type: K,
    act: (event: Requests[K]) => Promise<void> | void,
  ): void => {
    panel.addEventListener(type, event => {
      queueMicrotask(() => {
        if (!event.defaultPrevented) quietly(Promise.resolve(act(event)));
      });
    });
  };
  on('ubik-send', ({text, files}) => chat.send(text, files));
  on('ubik-stop', () => chat.stop());
  on('ubik-retry', () => chat.retry());
  on('ubik-continue', () => chat.continue());
  on('ubik-edit', ({message, text}) => chat.edit(message, text));
  on('ubik-regenerate', ({message}) => chat.regenerate(message));
  on('ubik-navigate', ({message}) => chat.navigate(message));
  on('ubik-restore', ({checkpoint, hint}) => chat.restore(checkpoint, hint));
  on('ubik-draft', ({text}) => chat.draft(text));
  on('ubik-attach', ({files}) => chat.attach(files));
  on('ubik-detach', ({attachment}) => chat.detach(attachment));
  on('ubik-copy', () => chat.copied());
  panel.addEventListener('ubik-reply', event => {
    event.outcome = chat.answer(event.request, event.reply); // At once: the form waits for it.
  });
}
