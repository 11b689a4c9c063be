import {randomUUID} from 'node:crypto';
import {idle, withIdle} from '../stream/idle.js';
import {isTerminal, type StoredEvent} from '../ubik/events.js';
import type {FaultOf} from './fault.js';
import {shuffleEntries} from './random.js';

type Events = AsyncIterable<StoredEvent>;

/** Idle time after which an incomplete window of events is sent. */
const windowTimeoutMs = 30;

/**
 * Shuffles events within windows. The terminal event stays last, because clients disconnect after it; the first event
 * stays first, because it has no timestamp to sort by.
 */
export async function* shuffle(source: Events, {window, seed}: FaultOf<'shuffle'>): Events {
  let waiting: StoredEvent[] = [];
  let round = seed;
  for await (const event of withIdle(source, windowTimeoutMs)) {
    if (event !== idle && event.type === 'connection_established') yield event;
    else if (event !== idle && !isTerminal(event)) waiting.push(event);
    if (event === idle || isTerminal(event) || waiting.length >= window) {
      yield* shuffleEntries(waiting, round++);
      waiting = [];
    }
    if (event !== idle && isTerminal(event)) yield event;
  }
  yield* waiting;
}

/** Splits large events into chunks (`…_delta_sse`), optionally shuffled. Chunks are cut anywhere, also within escapes. */
export async function* split(source: Events, fault: FaultOf<'split'>): Events {
  let round = fault.seed;
  for await (const event of source) {
    const text = JSON.stringify(event).replace(
      /[\u0080-\uffff]/g,
      character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const isSplit = fault.types?.includes(event.type) ?? event.type !== 'connection_established';
    if (!isSplit || text.length <= fault.size) {
      yield event;
      continue;
    }
    const chunks = splitEvent(text, event.type, fault.size);
    yield* fault.shuffle ? shuffleEntries(chunks, round++) : chunks;
  }
}

function splitEvent(text: string, type: string, size: number): StoredEvent[] {
  const total = Math.ceil(text.length / size);
  const chunk_id = randomUUID();
  return Array.from({length: total}, (_, chunk_index) => ({
    type: `${type}_delta_sse`,
    chunk_id,
    chunk_index,
    total_chunks: total,
    original_event_type: type,
    chunk_data: text.slice(chunk_index * size, (chunk_index + 1) * size),
    is_last_chunk: chunk_index === total - 1,
  }));
}

/** Inserts the content so far (`agent_response_update`) after every n-th event. */
export async function* snapshot(
  source: Events,
  {every}: FaultOf<'snapshot'>,
  content: (events: readonly StoredEvent[]) => string,
): Events {
  const seen: StoredEvent[] = [];
  for await (const event of source) {
    yield event;
    seen.push(event);
    const {timestamp} = event;
    if (seen.length % every !== 0 || isTerminal(event) || timestamp === undefined) continue;
    yield {
      type: 'agent_response_update',
      message_id: 'None',
      content: content(seen),
      parent_id: null,
      timestamp,
    };
  }
}
