import {ChatController} from '../controller/chat-controller.js';
import {explainError} from '../controller/explain-error.js';
import {aborted} from '../controller/http/abort-reason.js';
import {causeOf, ChatError} from '../controller/http/errors.js';
import type {ChatOptions, ErrorInfo} from '../controller/types.js';
import {walk} from '../core/model/select.js';
import type {Kind, MessageItem} from '../core/model/item.js';
import {asRecord, asText} from '../core/values.js';
import type {Diagnostic} from '../core/protocol/diagnostics.js';
import type {Operations, Protocol} from '../core/protocol/types.js';
import type {Frame} from '../core/sse/frame.js';
import {OpDescriber} from './describe-ops.js';

/** One event of the server, and what the chat has understood of it. */
export interface CheckedEvent {
  readonly frame: Frame;
  /** The changes of the conversation, in words; empty if the event changes nothing. */
  readonly effects: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * A result of the check. An `error` breaks the chat, a `warning` makes it worse, `missing` is an optional feature, and
 * `untested` is a feature of the protocol that one message does not show.
 */
export interface Finding {
  readonly level: 'ok' | 'missing' | 'untested' | 'warning' | 'error';
  readonly text: string;
  /** What it means for the user. */
  readonly consequence?: string;
}

export interface CheckOptions extends Pick<
  ChatOptions,
  'endpoint' | 'agentId' | 'getToken' | 'tokenEndpoint' | 'headers' | 'fetch'
> {
  readonly protocol: Protocol;
  /** The message to send. */
  readonly message: string;
  /** Called with each event as it arrives. */
  readonly onEvent?: (event: CheckedEvent) => void;
  /** Ends the check early. The answer is too late for an `AbortSignal.timeout`, which is an error. */
  readonly signal?: AbortSignal;
}

/** Milliseconds that the server has to stop the answer after the end of the check. */
const STOP_MS = 2000;

/**
 * Sends a message to a server as a chat does. Resolves with the findings: whether the answer was complete, what it
 * consisted of, and which features the protocol and the server have. Never rejects because of the server.
 */
export async function checkServer(options: CheckOptions): Promise<readonly Finding[]> {
  const {protocol, message, onEvent, signal, fetch: send = fetch, ...connection} = options;
  const stream = new StreamObserver(protocol, onEvent);
  let [hasAsked, hasSent] = [false, false];
  const unrun: string[] = [];
  const redirected: Finding[] = [];
  const life = new AbortController();
  let rejection: unknown;
  const limited: typeof fetch = async (input, init) => {
    const signals = [life.signal, ...(init?.signal ? [init.signal] : [])];
    try {
      return await send(input, {...init, signal: AbortSignal.any(signals)});
    } catch (error) {
      rejection = error;
      throw error;
    }
  };
  const settings: ChatOptions = {
    ...connection,
    protocol,
    storage: null,
    // No request outlasts the check, also not for a token, which is requested for all chats of a page.
    fetch: limited,
  };
  const chat = new ChatController(undefined, {
    ...settings,
    fetch: async (input, init) => {
      hasSent ||= input !== connection.tokenEndpoint;
      const response = await limited(input, init);
      redirected.push(...redirectFindings(input, init, response));
      return stream.countReads(response);
    },
    onEvent: event => {
      if (event.type === 'diagnostic' && event.diagnostic.code === 'call-not-run')
        unrun.push(event.diagnostic.message);
      if (event.type !== 'input-required') return;
      // A check has no user to answer the question.
      hasAsked = true;
      void chat.stop();
    },
  });
  let deadline: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    void chat.stop();
    deadline = setTimeout(() => life.abort(), STOP_MS);
  };
  signal?.addEventListener('abort', stop);
  try {
    chat.observe(frame => stream.observe(frame));
    await chat.ready;
    const outcome = await chat.send(message);
    const error = outcome.error ?? chat.lastError;
    const answer = chat.conversation.children.findLast(
      (item): item is MessageItem => item.kind === 'message' && item.role === 'assistant',
    );
    const hasContent = answer?.children.some(({kind}) => kind !== 'error') ?? false;
    // An error of the stream itself has no address.
    const isOfAgent = answer?.status === 'failed' && error?.url === undefined;
    if (error && !isOfAgent) {
      const others = error.code === 'redirected' ? [] : redirected;
      return [failureOf(error, hasContent, rejection), ...others, ...stream.findings()];
    }
    if (!hasSent && isTimeout(signal)) {
      const text = 'The token did not arrive in time, and no message was sent.';
      return [{level: 'error', text, consequence: 'The user waits for an answer.'}];
    }
    if (!answer) {
      const text = 'The server accepted the message, and sent no answer.';
      return [{level: 'error', text, consequence: 'The user sees only the own message.'}];
    }
    return [
      ...redirected,
      ...stream.findings(),
      ...(answer.status === 'done' && unrun.length > 0
        ? unrun.map(unrunFinding)
        : [endOf(answer, hasAsked, isTimeout(signal))]),
      ...contentFindings(answer),
      ...(await historyFindings(chat, settings, signal)),
      ...featureFindings(protocol.operations),
    ];
  } finally {
    signal?.removeEventListener('abort', stop);
    clearTimeout(deadline);
    chat.dispose();
    life.abort();
  }
}

/** A redirect that the chat follows here, but not in a browser, which hides where it leads. */
function redirectFindings(
  input: RequestInfo | URL,
  {method = 'GET'}: RequestInit = {},
  {status, headers}: Response,
): readonly Finding[] {
  if (method === 'GET' || status < 300 || status > 399 || !headers.has('location')) return [];
  const url = input instanceof Request ? input.url : String(input);
  return [
    {
      level: 'error',
      text: `${method} ${url} is redirected: status ${status} to ${headers.get('location')}. Use the address that responds.`,
      consequence: 'Pages refuse the redirect of a request that sends something.',
    },
  ];
}

const isTimeout = (signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true && (signal.reason as {name?: unknown}).name === 'TimeoutError';

/** `rejection`: why the last request without a response had none. */
function failureOf(error: ErrorInfo, hasContent: boolean, rejection: unknown): Finding {
  const cause = causeOf(error);
  // A check needs no user to decide whether to send the message again, but a developer to read why it was not answered.
  const known = error.code === 'unconfirmed' && cause instanceof ChatError ? cause.info : error;
  const received = known.status === undefined ? reasonOf(rejection) : undefined;
  return {
    level: 'error',
    text: explainError(received === undefined ? known : {received, ...known}).replace(
      /^Ubik Chat: /,
      'Failed: ',
    ),
    consequence: hasContent
      ? 'The user sees the error below what had arrived.'
      : 'The user sees an error instead of an answer.',
  };
}

/** Why `fetch` had no response: what Node names as the cause, else its message. Only a `TypeError` is about the network. */
function reasonOf(rejection: unknown): string | undefined {
  if (!(rejection instanceof TypeError)) return undefined;
  const {code, message} = asRecord(rejection.cause);
  return [asText(code), asText(message)].filter(Boolean).join(', ') || rejection.message;
}

/** Decodes each frame beside the chat, and counts how the body arrives. */
class StreamObserver {
  readonly #describer = new OpDescriber();
  readonly #decoder: ReturnType<Protocol['createDecoder']>;
  readonly #onEvent: ((event: CheckedEvent) => void) | undefined;
  #diagnostics: Diagnostic[] = [];
  #frames = 0;
  #reads = 0;
  #unknown = 0;

  constructor(protocol: Protocol, onEvent: ((event: CheckedEvent) => void) | undefined) {
    this.#decoder = protocol.createDecoder({
      run: 'check',
      report: diagnostic => this.#diagnostics.push(diagnostic),
    });
    this.#onEvent = onEvent;
  }

  observe(frame: Frame): void {
    this.#frames += 1;
    const effects = this.#describer.describe(this.#decoder.decode(frame));
    const diagnostics = this.#diagnostics;
    this.#diagnostics = [];
    if (diagnostics.length > 0) this.#unknown += 1;
    this.#onEvent?.({frame, effects, diagnostics});
  }

  /** A response whose reads are counted. */
  countReads(response: Response): Response {
    const {body, status, statusText, headers, ok} = response;
    if (!body || !ok || /\b(?:json|html)\b/i.test(headers.get('content-type') ?? '')) {
      return response;
    }
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        this.#reads += 1;
        controller.enqueue(chunk);
      },
    });
    return new Response(body.pipeThrough(counter), {status, statusText, headers});
  }

  findings(): readonly Finding[] {
    if (this.#frames === 0) return [];
    return [...this.#arrivalFindings(), ...this.#diagnosticFindings()];
  }

  #arrivalFindings(): readonly Finding[] {
    const consequence = 'The user sees nothing until the answer is complete.';
    if (this.#reads === 0) {
      return [{level: 'warning', text: 'The server sent the whole answer at once.', consequence}];
    }
    const text = `${countOf(this.#frames, 'event')} arrived in ${countOf(this.#reads, 'chunk')}.`;
    if (this.#frames < 5 || this.#reads > 1) return [{level: 'ok', text}];
    const advice = 'The server or a proxy may buffer the response.';
    return [{level: 'warning', text: `${text} ${advice}`, consequence}];
  }

  #diagnosticFindings(): readonly Finding[] {
    if (this.#unknown === 0) return [];
    const text = `${countOf(this.#unknown, 'event')} not understood completely; see above.`;
    const consequence = 'The content is not displayed, or not in its place.';
    return [{level: 'warning', text, consequence}];
  }
}

const countOf = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

const unrunFinding = (text: string): Finding => ({
  level: 'warning',
  text,
  consequence:
    'In a page without a tool of this name, the call is interrupted, and the agent waits.',
});

const asked: Finding = {
  level: 'ok',
  text: 'The agent asked a question, and the check ended there.',
};

function endOf(answer: MessageItem, hasAsked: boolean, isTooLate: boolean): Finding {
  const {status, stopReason} = answer;
  switch (status) {
    case 'done':
      if (hasAsked) return asked;
      return {level: 'ok', text: `The answer is complete${stopReason ? `: ${stopReason}` : ''}.`};
    case 'failed': {
      const error = answer.children.findLast(item => item.kind === 'error');
      const {code, text} = error ?? {code: 'unknown'};
      return {
        level: 'error',
        text: `The agent reported an error: ${[code, text].filter(Boolean).join(', ')}`,
        consequence: 'The user sees the error below what had arrived.',
      };
    }
    case 'stopped':
      if (hasAsked) return asked;
      return isTooLate
        ? {level: 'error', text: 'The answer was not complete in time, and was stopped.'}
        : {level: 'warning', text: 'The answer was stopped.'};
    default:
      return {level: 'error', text: `The answer ended with the status ${status}.`};
  }
}

/** The kinds that an answer can contain, and what a user misses without them. */
const contents: readonly (readonly [Kind, string, string])[] = [
  ['text', 'text', 'There is no answer to read.'],
  ['thinking', 'reasoning', 'The user does not see how the agent reasons.'],
  ['tool', 'tool calls', 'The user does not see what the agent does.'],
  ['step', 'steps', 'The work is not divided into steps.'],
  ['source', 'sources', 'Statements have no sources.'],
];

function contentFindings(answer: MessageItem): readonly Finding[] {
  const kinds = new Set([...walk(answer)].map(({kind}) => kind));
  return contents.map(([kind, name, consequence]): Finding => {
    if (kinds.has(kind)) return {level: 'ok', text: `The answer has ${name}.`};
    const level = kind === 'text' ? 'warning' : 'missing';
    return {level, text: `The answer has no ${name}.`, consequence};
  });
}

/** Whether another chat finds the conversation in the history of the server. */
async function historyFindings(
  {operations, session, conversation}: ChatController,
  settings: ChatOptions,
  signal = new AbortController().signal,
): Promise<readonly Finding[]> {
  if (!operations.history || !session) return [];
  const other = new ChatController(undefined, {...settings, sessionId: session.id});
  const consequence = 'After a reload, the conversation is empty.';
  try {
    const isLoaded = other.ready.then(() => true);
    if (!(await Promise.race([isLoaded, aborted(signal).then(() => false)]))) {
      const text = `The history did not arrive${isTimeout(signal) ? ' in time' : ''}.`;
      return [{level: 'warning', text, consequence}];
    }
    const count = other.conversation.children.filter(({kind}) => kind === 'message').length;
    if (count >= conversation.children.filter(({kind}) => kind === 'message').length)
      return [{level: 'ok', text: 'The server has stored the conversation.'}];
    const reason = other.lastError
      ? explainError(other.lastError).replace(/^Ubik Chat: /, '')
      : 'The history of the session does not contain the conversation.';
    return [{level: 'warning', text: reason, consequence}];
  } finally {
    other.dispose();
  }
}

const features: readonly (readonly [keyof Operations, string, string])[] = [
  [
    'history',
    'load a conversation',
    'After a reload, the conversation is empty; the attribute local-sessions stores it in the browser.',
  ],
  ['attach', 'resume a stream', 'An answer is cut off by a lost connection or a reload.'],
  [
    'stop',
    'stop a run on the server',
    'A stop only closes the connection; the server may continue.',
  ],
  [
    'continue',
    'continue an answer',
    'Tools of the page cannot be used, and a cut answer cannot be continued.',
  ],
  ['regenerate', 'regenerate an answer', 'The button is hidden.'],
  ['edit', 'edit a message', 'The button is hidden.'],
  [
    'upload',
    'upload files',
    'Files can be attached only if the protocol sends them with the message.',
  ],
];

/** What the protocol has is not what the server has: only the history was tested. */
const featureFindings = (operations: Operations): readonly Finding[] =>
  features.flatMap(([name, ability, consequence]): readonly Finding[] => {
    if (!operations[name])
      return [{level: 'missing', text: `The protocol cannot ${ability} here.`, consequence}];
    if (name === 'history') return [];
    return [{level: 'untested', text: `The chat can ${ability} if the server supports it.`}];
  });
