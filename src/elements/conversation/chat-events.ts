import type {ChatEvent} from '../../controller/types.js';
import {
  UbikCheckpointReachedEvent,
  UbikDataEvent,
  UbikDiagnosticEvent,
  UbikErrorEvent,
  UbikInputRequiredEvent,
  UbikReadyEvent,
  UbikSessionChangeEvent,
  UbikSessionListChangeEvent,
  UbikShutdownEvent,
  UbikStepChangeEvent,
  UbikToolChangeEvent,
  UbikTurnEndEvent,
  UbikTurnStartEvent,
} from '../events.js';

/** The DOM event for an event of the controller; a page that sets another user knows it. */
export function domEvent(event: Exclude<ChatEvent, {type: 'leave'}>): Event {
  switch (event.type) {
    case 'ready':
      return new UbikReadyEvent();
    case 'turn-start':
      return new UbikTurnStartEvent(event.message);
    case 'turn-end':
      return new UbikTurnEndEvent(event.message);
    case 'step':
      return new UbikStepChangeEvent(event.item);
    case 'tool':
      return new UbikToolChangeEvent(event.item);
    case 'input-required':
      return new UbikInputRequiredEvent(event.item);
    case 'checkpoint':
      return new UbikCheckpointReachedEvent(event.item);
    case 'data':
      return new UbikDataEvent(event.item);
    case 'session-change':
      return new UbikSessionChangeEvent(event.session);
    case 'sessions-change':
      return new UbikSessionListChangeEvent();
    case 'shutdown':
      return new UbikShutdownEvent();
    case 'error':
      return new UbikErrorEvent(event.error, event.item);
    case 'diagnostic':
      return new UbikDiagnosticEvent(event.diagnostic);
  }
}
