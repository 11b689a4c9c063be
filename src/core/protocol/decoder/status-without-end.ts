import type {FinalStatus} from '../../model/op.js';

/**
 * How an answer ends whose stream has ended without a final event.
 *
 * @param asks Whether all that is missing is the answer to a question. That needs no final event, because another stream
 *   continues after it.
 */
export function statusWithoutEnd(reason: 'lost' | 'stopped', asks: boolean): FinalStatus {
  if (reason === 'stopped') return 'stopped';
  return asks ? 'done' : 'interrupted';
}
