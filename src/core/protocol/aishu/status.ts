import type {Turn} from './turn.js';
import type {Status} from '../../model/item.js';

/** What the whole turn says about steps that say nothing themselves. */
export interface TurnState {
  readonly over: Turn['over'];
  readonly failed: boolean;
  /** The agent waits for an answer. */
  readonly asking: boolean;
}

export function messageStatus({over, failed, asking}: TurnState): Status {
  if (over === undefined) return 'streaming';
  if (over === 'stopped') return 'stopped';
  if (failed) return 'failed';
  if (asking) return 'waiting';
  return over === 'lost' ? 'interrupted' : 'done';
}

/** A step that still runs when the stream is over shares the fate of its message. States are an open set. */
export function stepStatus(told: unknown, outlook: TurnState): Status {
  switch (told) {
    case 'completed':
      return 'done';
    case 'failed':
      return 'failed';
    case 'skipped':
      return 'stopped';
    default:
      return outlook.asking && outlook.over !== 'stopped' && !outlook.failed
        ? 'waiting'
        : messageStatus(outlook);
  }
}
