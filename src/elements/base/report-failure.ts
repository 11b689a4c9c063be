import {UbikErrorEvent} from '../events.js';

/** What a press that failed does: tells the developer the error, and the user, through the chat around it, that it failed. */
export const tellFailure =
  (element: EventTarget) =>
  (error: unknown): void => {
    reportError(error);
    element.dispatchEvent(new UbikErrorEvent({code: 'not_loaded', retryable: true}));
  };
