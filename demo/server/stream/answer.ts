import {randomUUID} from 'node:crypto';
import type {Context} from 'hono';
import type {ServerContext} from '../context.js';
import {breakConnection} from '../faults/connection.js';
import {faultOf, type Fault} from '../faults/fault.js';
import type {Env} from '../identity.js';
import type {LiveTask} from '../runs/live-task.js';
import {messageContent} from '../ubik/content.js';
import type {StoredEvent} from '../ubik/events.js';
import {bodyOf} from './body.js';
import type {Framing} from './encode.js';
import {streamHeaders} from './headers.js';
import {pipeline} from './pipeline.js';

/** A response that streams `source`; counted as an open stream until it ends. */
export function streamResponse(
  c: Context<Env>,
  {settings, statistics, store}: ServerContext,
  source: (signal: AbortSignal) => AsyncIterable<StoredEvent>,
  {framing, faults, task}: {framing: Framing; faults: readonly Fault[]; task: LiveTask | undefined},
): Response {
  const waits = task ? store.tasks.waits(task.record.id) : [];
  const answers = waits.filter(({execution}) => execution === undefined).map(({answer}) => answer);
  const body = bodyOf(
    signal =>
      pipeline(source(signal), {
        framing,
        faults,
        signal,
        sever: () => breakConnection(c.env),
        keepAlive: settings.behaviour.keepAlive,
        content: events => messageContent(events, answers, {ended: false}),
      }),
    statistics.stream(),
  );
  return new Response(body, {headers: streamHeaders});
}

interface TaskOptions {
  readonly faults: readonly Fault[];
  /** Whether to include `response_chunk` events. */
  readonly chunks?: boolean;
}

/** Streams a task from its first event until it has ended. */
export function streamTask(
  c: Context<Env>,
  context: ServerContext,
  task: LiveTask,
  {faults, chunks = true}: TaskOptions,
): Response {
  const closesWaiting =
    context.settings.behaviour.waiting === 'close' || faultOf(faults, 'close_waiting');
  const {session, id} = task.record;

  async function* events(signal: AbortSignal): AsyncGenerator<StoredEvent> {
    yield {
      type: 'connection_established',
      session_id: session,
      connection_id: randomUUID(),
      task_id: id,
    };
    let n = 0;
    for await (const event of task.feed.follow(signal)) {
      n++;
      if (chunks || event.type !== 'response_chunk') yield event;
      if (closesWaiting && task.status === 'waiting' && n === task.feed.entries.length) return;
    }
  }
  return streamResponse(c, context, events, {framing: 'F1', faults, task});
}

/**
 * The response to a request that started a run: the event stream, or `message` with the URL of the stream. `wanted` is the
 * `stream` field of the request.
 */
export function respondWithRun(
  c: Context<Env>,
  context: ServerContext,
  {
    task,
    wanted,
    message,
    faults,
  }: {task: LiveTask; wanted: boolean; message: object; faults: readonly Fault[]},
): Response {
  const accept = c.req.header('Accept') ?? '*/*';
  const asJson = faultOf(faults, 'json');
  const takesStream = /\*\/\*|text\/\*|text\/event-stream/.test(accept);
  const behaviour = context.settings.behaviour.answer;
  if (wanted && takesStream && !asJson && behaviour === 'sse')
    return streamTask(c, context, task, {faults});
  const path = `/api/v1/agent-sessions/${task.record.session}/stream?task_id=${task.record.id}`;
  const url = asJson?.stream_url === 'foreign' ? `https://elsewhere.example${path}` : path;
  return c.json({...message, task_id: task.record.id, stream_url: url});
}
