import {FrameParser, type Frame} from 'ubik-chat/core';

type Event = Record<string, unknown>;

const isRecord = (value: unknown): value is Event =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Removes from a stream of an AG-UI agent what a page must not know: the input that `RUN_STARTED` repeats, with its
 * instructions and tools, messages of the roles `system` and `developer`, and events of the framework behind the agent.
 * The events name the thread of the page instead of the one of the service. Each frame is written again, so that nothing
 * passes that the browser would read otherwise than this filter.
 */
export function filterEvents(answer: Response, threadId: string): Response {
  const parser = new FrameParser();
  const hidden = new HiddenMessages();
  const write = (frame: Frame): string => filtered(frame, threadId, hidden);
  const filter = new TransformStream<string, string>({
    transform(chunk, controller) {
      const frames = parser.feed(chunk).map(write).join('');
      // A comment keeps the connection alive while a frame is incomplete or has nothing for the page.
      controller.enqueue(frames === '' ? ': receiving\n\n' : frames);
    },
    flush(controller) {
      for (const frame of parser.flush()) controller.enqueue(write(frame));
    },
  });
  const body = answer.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(filter)
    .pipeThrough(new TextEncoderStream());
  const {status, headers} = answer;
  return new Response(body, {status, headers});
}

/** A frame after the filter; empty if nothing of it remains. */
function filtered({event, id, data}: Frame, threadId: string, hidden: HiddenMessages): string {
  const json = publicEvent(data, threadId, hidden);
  if (json === undefined) return '';
  const name = event === undefined ? '' : `event: ${event}\n`;
  return `${name}${id === undefined ? '' : `id: ${id}\n`}data: ${json}\n\n`;
}

function publicEvent(data: string, threadId: string, hidden: HiddenMessages): string | undefined {
  let event: unknown;
  try {
    event = JSON.parse(data);
  } catch {
    return undefined;
  }
  if (!isRecord(event) || event['type'] === 'RAW' || hidden.has(event)) return undefined;
  const {snapshot, delta} = event;
  const fields = Object.entries(event).filter(([name]) => name !== 'input' && name !== 'rawEvent');
  return JSON.stringify({
    ...Object.fromEntries(fields),
    ...('threadId' in event && {threadId}),
    ...publicMessages(event),
    ...(isRecord(snapshot) && {snapshot: publicState(snapshot)}),
    ...(Array.isArray(delta) && {delta: delta.filter(isPublicChange).map(publicChange)}),
  });
}

/** The messages of a history, or of the state of a graph, without instructions. */
function publicMessages({messages}: Event): Event {
  return Array.isArray(messages) ? {messages: messages.filter(one => !isInstruction(one))} : {};
}

/** A state, or a part of it, without instructions. */
function publicState(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(one => !isInstruction(one));
  return isRecord(value) ? {...value, ...publicMessages(value)} : value;
}

const isPublicChange = (change: unknown): boolean =>
  !(isRecord(change) && isInstruction(change['value']));

/** An operation of a JSON Patch on the state. */
const publicChange = (change: unknown): unknown =>
  isRecord(change) && 'value' in change ? {...change, value: publicState(change['value'])} : change;

/** LangGraph names the role of a message in the state `type`. */
const isInstruction = (message: unknown): boolean =>
  isRecord(message) && [message['role'], message['type']].some(role => isHiddenRole(role));

const isHiddenRole = (role: unknown): boolean => role === 'system' || role === 'developer';

/** The messages of a stream that contain instructions. Only their first event has the role. */
class HiddenMessages {
  readonly #ids = new Set<unknown>();
  /** The id of the last message: later chunks may lack it. */
  #last: unknown;

  /** Whether an event belongs to such a message. */
  has({type, messageId, role}: Event): boolean {
    if (typeof type !== 'string' || !type.startsWith('TEXT_MESSAGE_')) return false;
    const id = messageId ?? this.#last;
    this.#last = id;
    const isHidden = isHiddenRole(role);
    if (isHidden) this.#ids.add(id);
    else if (role !== undefined || type === 'TEXT_MESSAGE_START') this.#ids.delete(id);
    return this.#ids.has(id);
  }
}
