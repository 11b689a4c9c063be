import {refusal} from '../../controller/http/errors.js';
import type {ResultRequestEvent} from '../events/event.js';
import type {SharedConversation} from './shared-conversation.js';

type RequestEvents = HTMLElementEventMap;
type RequestType = keyof RequestEvents & `ubik-${string}`;

/** What the sender of an event waits for, if it waits for a result. */
type ResultOf<K extends RequestType> =
  RequestEvents[K] extends ResultRequestEvent<infer T> ? T : never;
type ResultType = {
  [K in RequestType]: RequestEvents[K] extends ResultRequestEvent<unknown> ? K : never;
}[RequestType];

/** Events between the parts of a chat. They do not leave the element that handles them. */
const internal: ReadonlySet<string> = new Set<RequestType>([
  'ubik-asset-request',
  'ubik-attach-request',
  'ubik-detach-request',
  'ubik-draft-change',
  'ubik-session-list-request',
]);

/** No other run can start while one is in progress. The canceled event keeps the form open, with its content. */
const refusedWhileBusy: ReadonlySet<string> = new Set<RequestType>([
  'ubik-edit-request',
  'ubik-restore-request',
]);

/** The events that have been handled: a part that names its conversation may be inside of another one. */
const handled = new WeakSet<Event>();

/** The elements that have a conversation. What they and the elements inside them request concerns no conversation around them. */
export const conversationElements = new WeakSet<EventTarget>();

/** Whether an event comes from another conversation that is inside of an element. */
function isOfInner(event: Event, element: HTMLElement): boolean {
  const path = event.composedPath();
  return path.slice(0, path.indexOf(element)).some(target => conversationElements.has(target));
}

/**
 * Carries out the requests that an element and the elements inside it dispatch as events. A request runs in a microtask,
 * after all listeners of the page, so that a page can cancel it: these events are dispatched by scripts, and microtasks
 * run only when the dispatch is over. A request for a result runs when its sender takes the result, after the dispatch.
 *
 * @param find Returns the conversation of the requests; `undefined` if an element outside handles them, `null` if none does.
 */
export function handleRequests(
  element: HTMLElement,
  find: () => SharedConversation | null | undefined,
): void {
  const listen = <K extends RequestType>(
    type: K,
    receive: (event: RequestEvents[K], conversation: SharedConversation) => void,
  ): void => {
    element.addEventListener(type, event => {
      const conversation = handled.has(event) || isOfInner(event, element) ? undefined : find();
      if (conversation === undefined) return;
      handled.add(event);
      if (!conversation) return;
      if (internal.has(type)) event.stopPropagation();
      receive(event, conversation);
    });
  };
  const on = <K extends RequestType>(
    type: K,
    act: (event: RequestEvents[K], conversation: SharedConversation) => Promise<void> | void,
  ): void => {
    const run = async (event: RequestEvents[K], conversation: SharedConversation) => {
      if (event.defaultPrevented) return;
      try {
        await act(event, conversation);
      } catch (reason) {
        conversation.error.showRejection(reason); // The conversation itself displays an error within a turn.
      }
    };
    listen(type, (event, conversation) => {
      if (refusedWhileBusy.has(type) && conversation.isBusy) {
        event.preventDefault();
        conversation.error.showRejection(refusal('busy'));
      }
      queueMicrotask(() => void run(event, conversation));
    });
  };
  const respond = <K extends ResultType>(
    type: K,
    act: (
      event: RequestEvents[K],
      conversation: SharedConversation,
    ) => Promise<ResultOf<K>> | undefined,
  ): void => {
    listen(type, (event, conversation) => {
      const request: ResultRequestEvent<unknown> = event;
      request.setDefaultAction(() => act(event, conversation));
    });
  };
  on('ubik-send-request', ({text, files}, {draft}) => draft.submit(text, files));
  on('ubik-stop-request', (_, {controller}) => controller.stop());
  on('ubik-retry-request', (_, {controller}) => controller.retry());
  on('ubik-withdraw-request', (_, {draft}) => draft.withdraw());
  on('ubik-continue-request', (_, {controller}) => controller.continue());
  on('ubik-edit-request', ({message, text}, {draft}) => draft.edit(message, text));
  on('ubik-regenerate-request', ({message}, {controller}) => controller.regenerate(message));
  on('ubik-navigate-request', ({message}, {controller}) => controller.navigate(message));
  on('ubik-restore-request', ({checkpoint, hint}, {controller}) =>
    controller.restoreCheckpoint(checkpoint, hint ? {hint} : {}),
  );
  on('ubik-attach-request', ({files}, {draft}) => draft.addFiles(files));
  on('ubik-detach-request', ({attachment}, {draft}) => draft.remove(attachment));
  on('ubik-copied', (_, {owner}) => owner.announce(({announce}) => announce.copied));
  on('ubik-error', (event, {error}) => error.showPartError(event));
  listen('ubik-draft-change', ({text}, {draft}) => draft.setText(text));
  respond('ubik-reply-request', ({request, reply}, {controller}) =>
    controller.reply(request, reply),
  );
  respond('ubik-extend-request', ({request}, {controller}) => controller.extend(request));
  respond('ubik-draft-request', (event, {draft}) => Promise.resolve(draft.offer(event)));
  respond('ubik-asset-request', ({url}, {controller}) => controller.asset(url));
  respond('ubik-session-list-request', ({page}, {controller}) => controller.sessions({page}));
  respond('ubik-session-open-request', ({session}, {controller}) =>
    controller.loadSession(session),
  );
  respond('ubik-session-rename-request', ({session, title}, {controller}) =>
    controller.renameSession(session, title),
  );
  respond('ubik-session-remove-request', ({session}, {controller}) =>
    controller.removeSession(session),
  );
}
