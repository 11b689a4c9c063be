import {UbikErrorEvent} from '../events.js';
import {reportToConsole} from '../../controller/report-to-console.js';

/** Reports a failed action: the error to the console, and `not_loaded` to the user through the chat. */
export const reportFailure =
  (element: EventTarget) =>
  (error: unknown): void => {
    reportToConsole(error);
    element.dispatchEvent(new UbikErrorEvent({code: 'not_loaded', retryable: true}));
  };
