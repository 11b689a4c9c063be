import {setImmediate as breathe, setTimeout as sleep} from 'node:timers/promises';
import {Stopped} from '../agent/agent.js';
import type {Store} from '../store/store.js';
import {isTerminal} from '../ubik/events.js';
import {joined} from '../ubik/order.js';
import {contentSoFar, settle} from './end.js';
import type {LiveTask} from './live-task.js';
import {adopted, type Recording} from './recordings.js';

/** The longest pause, in milliseconds before the pace: nobody wants to wait as long as it took. */
const longestGap = 2000;

/**
 * Says what a recording says, with its own times, after the events that every run begins with. A recording does not wait:
 * it holds what came after the answers. Gives whether it came to an end.
 */
export async function play(
  recording: Recording,
  store: Store,
  task: LiveTask,
  pace: number,
): Promise<boolean> {
  const {session, id, message, origin} = task.record;
  const events = adopted(recording, {session, task: id, message}).filter(
    ({event}) => !opening.has(event.type),
  );
  const start = origin
    ? 1 +
      events.findLastIndex(
        ({event}) => event['checkpoint_name'] === origin.checkpoint && 'created_at' in event,
      )
    : 0;
  // By the clock: pauses that are shorter than a timer's do not add up.
  let due = performance.now();
  for (const [n, {at, event}] of events.entries()) {
    if (n < start) continue;
    const gap = at - (events[n - 1]?.at ?? at);
    due += Math.min(gap, longestGap) * (recording.pace ?? pace);
    const left = due - performance.now();
    if (left > 0) await sleep(left);
    else await breathe();
    if (task.stop.aborted) throw new Stopped();
    task.relay(event);
  }
  const end = joined(events.map(({event}) => event)).find(isTerminal);
  if (!end) return false;
  const content = end['content'];
  settle(
    store,
    task,
    end.type === 'agent_processing_error' ? 'failed' : 'done',
    typeof content === 'string' ? content : contentSoFar(store, task, true),
  );
  return true;
}

const opening = new Set(['agent_processing_started', 'response_stream_start']);
