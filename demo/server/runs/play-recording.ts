import {setImmediate as yieldToEvents, setTimeout as sleep} from 'node:timers/promises';
import {Stopped} from '../agent/agent.js';
import type {Store} from '../store/store.js';
import {isTerminal} from '../ubik/events.js';
import {joinChunks} from '../ubik/order.js';
import {contentSoFar, finish} from './end.js';
import type {LiveTask} from './live-task.js';
import {withIds, type EventRecording} from './recordings.js';

/** Longer pauses are shortened to this, before the pace is applied. */
const maxGapMs = 2000;

/**
 * Emits the events of a recording with their timing, after the events with which every run starts. Does not wait for
 * answers: the recording contains the events after them. Returns whether the recording has a terminal event.
 */
export async function playRecording(
  recording: EventRecording,
  store: Store,
  task: LiveTask,
  pace: number,
): Promise<boolean> {
  const {session, id, message, origin} = task.record;
  const events = withIds(recording, {session, task: id, message}).filter(
    ({event}) => !opening.has(event.type),
  );
  const start = origin
    ? 1 +
      events.findLastIndex(
        ({event}) => event['checkpoint_name'] === origin.checkpoint && 'created_at' in event,
      )
    : 0;
  // Absolute times: pauses shorter than the resolution of timers must not add up.
  let due = performance.now();
  for (const [n, {at, event}] of events.entries()) {
    if (n < start) continue;
    const gap = at - (events[n - 1]?.at ?? at);
    due += Math.min(gap, maxGapMs) * (recording.pace ?? pace);
    const remainingMs = due - performance.now();
    if (remainingMs > 0) await sleep(remainingMs);
    else await yieldToEvents();
    if (task.stop.aborted) throw new Stopped();
    task.emitRecorded(event);
  }
  const end = joinChunks(events.map(({event}) => event)).find(isTerminal);
  if (!end) return false;
  const content = end['content'];
  finish(
    store,
    task,
    end.type === 'agent_processing_error' ? 'failed' : 'done',
    typeof content === 'string' ? content : contentSoFar(store, task, true),
  );
  return true;
}

const opening = new Set(['agent_processing_started', 'response_stream_start']);
