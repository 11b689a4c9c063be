import {agUi, FrameParser, type Frame} from 'ubik-chat/core';

type Event = Record<string, unknown>;

const isRecord = (value: unknown): value is Event =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asFields = (value: unknown): Event => (isRecord(value) ? value : {});

/**
 * Removes from a stream of an AG-UI agent what a page must not know: the input that `RUN_STARTED` repeats, with its
 * instructions and tools, messages of the roles `system` and `developer`, also in the state, and events of the framework
 * behind the agent. The events name the thread of the page instead of the one of the service. Each frame is written again,
 * so that nothing passes that the browser would read otherwise than this filter.
 */
export function filterEvents(answer: Response, threadId: string): Response {
  const parser = new FrameParser();
  const hidden = new HiddenMessages();
  const state = new AgentState();
  const write = (frame: Frame): string => filtered(frame, threadId, hidden, state);
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
function filtered(
  {event, id, data}: Frame,
  threadId: string,
  hidden: HiddenMessages,
  state: AgentState,
): string {
  const json = publicEvent(data, threadId, hidden, state);
  if (json === undefined) return '';
  const name = event === undefined ? '' : `event: ${event}\n`;
  return `${name}${id === undefined ? '' : `id: ${id}\n`}data: ${json}\n\n`;
}

function publicEvent(
  data: string,
  threadId: string,
  hidden: HiddenMessages,
  state: AgentState,
): string | undefined {
  let event: unknown;
  try {
    event = JSON.parse(data);
  } catch {
    return undefined;
  }
  if (!isRecord(event) || event['type'] === 'RAW' || hidden.has(event)) return undefined;
  const isState = event['type'] === 'STATE_SNAPSHOT' || event['type'] === 'STATE_DELTA';
  const shown = isState ? state.take(event) : event;
  if (!shown) return undefined;
  const fields = Object.entries(shown).filter(([name]) => name !== 'input' && name !== 'rawEvent');
  return JSON.stringify({
    ...Object.fromEntries(fields),
    ...('threadId' in shown && {threadId}),
    ...('messages' in shown && {messages: withoutInstructions(shown['messages'])}),
  });
}

/**
 * The state of the agent, of which the page gets everything but instructions. The paths of a change are those of the whole
 * state, so that a change of a state with instructions is sent as a snapshot.
 */
class AgentState {
  /** Reads the state as the chat does. */
  readonly #decoder = agUi.createDecoder({run: 'run'});
  #isKnown = false;
  /** Whether the page has all of the state. */
  #isPublic = true;

  /** The event for the page about the state; `undefined` if a change does not fit. */
  take(event: Event): Event | undefined {
    const {delta, snapshot, ...others} = event;
    const isDelta = event['type'] === 'STATE_DELTA';
    if (isDelta && !this.#isKnown) return {...others, delta: withoutMessages(delta)};
    const state = this.#read({...others, delta, snapshot});
    if (state === undefined) return undefined;
    const shown = withoutInstructions(state);
    const wasPublic = this.#isPublic;
    this.#isKnown = true;
    this.#isPublic = isEqual(shown, state);
    const isWhole = wasPublic && this.#isPublic && isEqual(withoutInstructions(delta), delta);
    return isDelta && isWhole
      ? {...others, delta}
      : {...others, type: 'STATE_SNAPSHOT', snapshot: shown};
  }

  #read(event: Event): unknown {
    const ops = this.#decoder.decode({data: JSON.stringify(event)});
    const written = ops.map(op => asFields('fields' in op && op.fields));
    return written.findLast(({name}) => name === 'state')?.['data'];
  }
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The changes of an unknown state without those of single messages, which may be instructions. */
const withoutMessages = (delta: unknown): unknown =>
  Array.isArray(delta)
    ? delta
        .filter(isRecord)
        .filter(({path, from, value}) => ![path, from].some(isInMessages) && !isInstruction(value))
        .map(withoutInstructions)
    : [];

const isInMessages = (path: unknown): boolean => String(path).includes('/messages/');

/** A value without the messages in it that are instructions. */
function withoutInstructions(value: unknown): unknown {
  if (Array.isArray(value))
    return value.filter(one => !isInstruction(one)).map(withoutInstructions);
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).filter(([, one]) => !isInstruction(one));
  return Object.fromEntries(fields.map(([name, one]) => [name, withoutInstructions(one)]));
}

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
