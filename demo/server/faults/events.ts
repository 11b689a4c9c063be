import {randomUUID} from 'node:crypto';
import {quiet, withQuiet} from '../stream/quiet.js';
import {isTerminal, type WireEvent} from '../ubik/events.js';
import type {FaultOf} from './fault.js';
import {shuffled} from './random.js';

type Events = AsyncIterable<WireEvent>;

/** Milliseconds of silence after which a window of events that is not full goes out as it is. */
const patience = 30;

/**
 * Events change places within windows. The terminal one stays last, because a client leaves when it has come; the first one
 * has no time that a client could sort it by.
 */
export async function* shuffle(source: Events, {window, seed}: FaultOf<'shuffle'>): Events {
  let waiting: WireEvent[] = [];
  let round = seed;
  for await (const event of withQuiet(source, patience)) {
    if (event !== quiet && event.type === 'connection_established') yield event;
    else if (event !== quiet && !isTerminal(event)) waiting.push(event);
    if (event === quiet || isTerminal(event) || waiting.length >= window) {
      yield* shuffled(waiting, round++);
      waiting = [];
    }
    if (event !== quiet && isTerminal(event)) yield event;
  }
  yield* waiting;
}

/** Big events come in pieces (`…_delta_sse`), perhaps in disorder. Pieces are cut anywhere, inside of escapes too. */
export async function* split(source: Events, fault: FaultOf<'split'>): Events {
  let round = fault.seed;
  for await (const event of source) {
    const text = JSON.stringify(event).replace(
      /[\u0080-\uffff]/g,
      character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const wanted = fault.types?.includes(event.type) ?? event.type !== 'connection_established';
    if (!wanted || text.length <= fault.size) {
      yield event;
      continue;
    }
    const pieces = piecesOf(text, event.type, fault.size);
    yield* fault.shuffle ? shuffled(pieces, round++) : pieces;
  }
}

function piecesOf(text: string, type: string, size: number): WireEvent[] {
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

/** After every n-th event comes the whole content so far (`agent_response_update`). */
export async function* snapshot(
  source: Events,
  {every}: FaultOf<'snapshot'>,
  content: (events: readonly WireEvent[]) => string,
): Events {
  const seen: WireEvent[] = [];
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
