import type {ChatEvent, ChatOptions, Transport} from '../controller/types.js';
import type {Recording} from '../core/recording/recording.js';
import {framesOf} from '../core/recording/frames.js';
import {readRecording} from '../core/recording/read.js';
import {ChatError} from '../controller/http/errors.js';
import {asRecord, asText} from '../core/values.js';
import type {MessageItem} from '../core/model/item.js';
import type {RequestShape} from '../core/protocol/types.js';
import type {Frame} from '../core/sse/frame.js';

type UbikEvent = Readonly<Record<string, unknown>> & {readonly type: string};

/** `turn`: the answer is complete; `drop`: the connection breaks. */
type Action = UbikEvent | {readonly type: 'turn' | 'drop'};

const session = 'scripted-session';

/** The connection options of a `ChatController` without a server. */
const noServer: ChatOptions = {
  protocol: undefined,
  endpoint: undefined,
  tokenEndpoint: undefined,
  sessionId: undefined,
};
/** The same as properties of an element. */
const noServerProperties = {
  protocol: 'ubik',
  endpoint: '',
  tokenEndpoint: '',
  sessionId: '',
  localSessions: false,
};

const wrongProtocol = {
  code: 'unsupported',
  detail: 'The scripted agent speaks the protocol `ubik`: call `agent.connect(chat)`.',
  retryable: false,
} as const;

/** A `ChatController`. */
interface Configurable {
  configure(settings: ChatOptions): void;
  listen(listener: (event: ChatEvent) => void): unknown;
}

/**
 * An agent for tests, without a server. Its methods describe what it does, in order; `connect` makes it the agent of a
 * chat. Each message of the user receives what was described up to the next `next()`; after `ask()`, the user's answer
 * receives the rest.
 *
 * A request for the stream of a run in progress, as after `drop()`, replays that run and continues it.
 */
export class ScriptedAgent {
  /** The messages and answers that the user has sent. */
  readonly messages: string[] = [];
  readonly #actions: Action[] = [];
  /** What was sent of the run in progress. */
  #sent: UbikEvent[] = [];
  #step = 0;
  /** The number of the step that was described last; 0 after its end. */
  #openStep = 0;
  /** Whether the user's answer continues the run in progress. */
  #isAsking = false;
  /** Whether the last answer is complete without `next()`: it failed, or was sent before its end was described. */
  #isComplete = false;
  #calls = 0;
  #runs = 0;

  /** Streams Markdown, in chunks of a few words. */
  say(markdown: string): this {
    for (const [content] of markdown.matchAll(/\s*(?:\S+\s*){1,3}|\s+/g)) this.#chunk(content);
    return this;
  }

  /** Displays reasoning. */
  think(text: string): this {
    return this.#chunk(`<<thinking>>\n${text}\n<</thinking>>\n`);
  }

  /** Starts a step. The step before it ends. */
  step(title: string): this {
    this.#endStep();
    this.#step += 1;
    const step = this.#step;
    this.#openStep = step;
    return this.#add({
      type: 'agent_step_started',
      step,
      description: title,
      single_step_agent: false,
    });
  }

  /** Calls a tool, with its input and its output: any JSON value. */
  call(name: string, input: unknown = {}, output: unknown = {}): this {
    this.#calls += 1;
    const id = `call_${this.#calls}`;
    return this.#chunk(
      `<<TOOL_STEP_START/${name}:${id}>>\n<<TOOL_STEP_INPUT_START>>\n${JSON.stringify(input)}\n<<TOOL_STEP_INPUT_END>>\n` +
        `<<TOOL_STEP_RESULT_START>>\n${JSON.stringify(output)}\n<<TOOL_STEP_RESULT_END>>\n<<TOOL_STEP_END/${name}:${id}>>\n`,
    );
  }

  /** Asks the user a question. What is described afterwards follows the user's answer. */
  ask(prompt: string, inputTypes: readonly string[] = ['text']): this {
    this.#endStep();
    return this.#add({
      type: 'input_required',
      checkpoint_name: 'question',
      prompt,
      input_types: inputTypes,
    });
  }

  /** Ends the answer with an error of the agent. */
  fail(message: string): this {
    this.#add({type: 'agent_processing_error', error: message, traceback: ''});
    this.#endTurn();
    this.#isComplete = true;
    return this;
  }

  /** Breaks the connection. The chat connects again and receives the run from its beginning. */
  drop(): this {
    return this.#add({type: 'drop'});
  }

  /** Completes the answer: what is described afterwards belongs to the next message. */
  next(): this {
    if (this.#isComplete) this.#isComplete = false;
    else this.#complete();
    return this;
  }

  /**
   * Makes this the agent of a chat, whatever the page has configured: sets `transport`, the protocol `ubik` and no
   * storage, and removes `endpoint`, `tokenEndpoint`, `sessionId` and `localSessions`. Returns the chat. Throws a
   * `TypeError` if the value is not a chat.
   *
   * @param chat `<ubik-chat>`, `<ubik-conversation>`, or a `ChatController`.
   */
  connect<C extends Element | Configurable>(chat: C | null): C {
    const {transport} = this;
    if (isConfigurable(chat)) {
      chat.configure({transport, storage: null, ...noServer});
      chat.listen(event => event.type === 'turn-end' && this.#onEnd(event));
    } else if (isCustomElement(chat)) {
      Object.assign(chat, {transport, storage: null, ...noServerProperties});
      chat.addEventListener('ubik-turn-end', this.#onEnd as unknown as EventListener);
    } else {
      throw new TypeError('`connect` needs <ubik-chat>, <ubik-conversation> or a ChatController.');
    }
    return chat;
  }

  /**
   * The property of that name of `<ubik-chat>`, and option of `ChatController`. Works only without `endpoint` and with
   * the protocol `ubik`; `connect` sets all of these, and also notices a stop while a question waits.
   */
  readonly transport: Transport = (request, {signal}) => this.#respond(request, signal);

  async *#respond(request: RequestShape, signal: AbortSignal): AsyncGenerator<Frame> {
    await Promise.resolve();
    if (request.method === 'POST') this.#receive(request);
    yield* this.#sent.map(frameOf);
    if (this.#isAsking) return;
    // What is described next stays for a run that was stopped: `#skipTurn` needs its end.
    while (!signal.aborted) {
      const action = this.#take();
      if (!action) return;
      if (action.type === 'drop') throw new Error('The scripted agent dropped the connection.');
      if (action.type === 'turn') {
        this.#sent = [];
        return;
      }
      this.#sent.push(action);
      const isQuestion = action.type === 'input_required';
      this.#isAsking = isQuestion;
      yield frameOf(action);
      if (isQuestion) return;
      await new Promise(resolve => setTimeout(resolve));
    }
  }

  /** Takes the next action. An answer whose end was not described is completed. */
  #take(): Action | undefined {
    if (this.#actions.length === 0 && this.#sent.length > 0) {
      this.#complete();
      this.#isComplete = true;
    }
    return this.#actions.shift();
  }

  #receive({body, path}: RequestShape): void {
    const json = body && 'json' in body ? asRecord(body.json) : {};
    const content = asText(json['content']);
    if (content === undefined) throw new ChatError(wrongProtocol);
    this.messages.push(content);
    const isReply = this.#isAsking && path.endsWith(`/${session}/messages`);
    this.#isAsking = false;
    if (isReply) return;
    if (this.#sent.length > 0) this.#skipTurn();
    this.#runs += 1;
    const task = `run-${this.#runs}`;
    this.#sent = [
      {type: 'connection_established', session_id: session, connection_id: '', task_id: task},
      {type: 'agent_processing_started', task_id: task},
    ];
  }

  /** After a stop, the next message is no answer to the question. */
  readonly #onEnd = ({message}: {readonly message: MessageItem}): void => {
    if (message.status === 'stopped') this.#isAsking = false;
  };

  /** Leaves out the rest of an answer that the user has stopped, or left for a new conversation. */
  #skipTurn(): void {
    const end = this.#actions.findIndex(({type}) => type === 'turn');
    this.#actions.splice(0, end < 0 ? this.#actions.length : end + 1);
  }

  #complete(): void {
    this.#endStep();
    this.#add({type: 'agent_processing_complete', message_id: '', content: ''});
    this.#endTurn();
  }

  #endTurn(): void {
    this.#step = this.#openStep = 0;
    this.#add({type: 'turn'});
  }

  #endStep(): void {
    const step = this.#openStep;
    if (step === 0) return;
    this.#openStep = 0;
    this.#add({type: 'agent_step_completed', step, progress: 100, completed: true, results: {}});
  }

  #chunk(content: string): this {
    const step = this.#openStep;
    return this.#add({type: 'response_chunk', content, ...(step > 0 && {step})});
  }

  #add(action: Action): this {
    this.#isComplete = false;
    this.#actions.push(action);
    return this;
  }
}

const isConfigurable = (value: Element | Configurable | null): value is Configurable =>
  value !== null && 'configure' in value;

/** Whether the value is a custom element: its class may not be registered yet. */
const isCustomElement = (value: Element | Configurable | null): value is Element =>
  value !== null && 'localName' in value && value.localName.includes('-');

const frameOf = (event: UbikEvent): Frame => ({data: JSON.stringify(event)});

/**
 * A transport that answers each message with a recorded run, as a fixture. Needs the protocol of the recording. Throws
 * a `TypeError` if the text is not a recording.
 *
 * @param recording A recording, or the text of its file.
 */
export function fromRecording(recording: Recording | string): Transport {
  const known = typeof recording === 'string' ? readRecording(recording) : recording;
  const errors = 'errors' in known ? (known as ReturnType<typeof readRecording>).errors : [];
  const fatal = errors.find(({code}) => code === 'format' || code === 'version');
  if (fatal) throw new TypeError(fatal.message);
  const frames = [...framesOf(known)];
  const start = Math.max(
    frames.findLastIndex(({restarted}) => restarted),
    0,
  );
  return async function* () {
    for (const {frame} of frames.slice(start)) yield await Promise.resolve(frame);
  };
}
