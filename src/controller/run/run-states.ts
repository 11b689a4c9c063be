import {isOver} from '../../core/model/messages.js';
import type {ErrorInfo, ChatStatus} from '../types.js';
import type {MessageItem} from '../../core/model/item.js';

/** Possible in each active state: the user stops the run, or the page leaves it. */
const interruptions = {stop: 'stopped', leave: 'left'} as const;

/**
 * The states of a run and their transitions: `state × event → state`. Each active state has one activity in `Run`, which
 * returns the event that comes next. A pair that is missing here is an error of this program, and throws.
 */
const transitions = {
  /** A request was sent whose response is a stream. */
  requesting: {
    ...interruptions,
    stream: 'reading',
    message: 'ended',
    moved: 'joining',
    absent: 'nothing',
  },
  /** Connects to the stream of a run that is in progress. */
  joining: {
    ...interruptions,
    stream: 'reading',
    message: 'ended',
    moved: 'joining',
    absent: 'nothing',
    question: 'waiting',
    restart: 'joining',
    unavailable: 'backoff',
    doubtful: 'checking',
    failed: 'givingUp',
  },
  /** Reads the frames of a stream. */
  reading: {
    ...interruptions,
    complete: 'ended',
    absent: 'nothing',
    question: 'waiting',
    restart: 'joining',
    unavailable: 'backoff',
    doubtful: 'checking',
    failed: 'givingUp',
  },
  /** The stream has closed, and a question is open. */
  waiting: {...interruptions, restart: 'joining'},
  /** Waits before the next attempt. */
  backoff: {...interruptions, restart: 'joining', failed: 'givingUp'},
  /** Checks in the history whether the run is over, before the next attempt. */
  checking: {...interruptions, settled: 'nothing', question: 'waiting', unsettled: 'backoff'},
  /** Checks in the history whether the run is over, because there is no further attempt. */
  givingUp: {...interruptions, settled: 'nothing', question: 'waiting', unsettled: 'lost'},
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

type Transitions = typeof transitions;
/** A state with an activity. */
export type ActiveState = keyof Transitions;
type TargetOf<State> = State extends ActiveState
  ? Transitions[State][keyof Transitions[State]]
  : never;
export type RunState = TargetOf<ActiveState> | ActiveState;
type StateEvent<State> = State extends ActiveState ? keyof Transitions[State] : never;
/**
 * The result of an activity.
 * - `stream`, `message`: the response is a stream, or the whole message.
 * - `moved`: the response contains the address of the stream; `absent`: there is no stream.
 * - `complete`: the stream has completed the message; `question`: the message waits for an answer.
 * - `restart`: join at once; `unavailable`: join later; `doubtful`: the run may be over; `failed`: do not join again.
 * - `settled`, `unsettled`: whether the history contains the end of the run.
 * - `stop`, `leave`: the user stopped the run, or the page left it.
 */
export type RunEvent = StateEvent<ActiveState>;
/** `nothing`: the server no longer has a stream of the run; `left`: the page left the run. */
export type FinalState = Exclude<RunState, ActiveState>;

export function nextState(state: ActiveState, event: RunEvent): RunState {
  const next = (transitions[state] as Partial<Record<RunEvent, RunState>>)[event];
  if (next) return next;
  throw new Error(`No transition for the event ${event} in the state ${state} of a run.`);
}

export const isActive = (state: RunState): state is ActiveState => state in transitions;

/** How a run ended; the error of `nothing` is for an answer that is not in the history either. */
export type RunEnd =
  | {readonly reason: Exclude<FinalState, 'lost' | 'nothing'>}
  | {readonly reason: 'lost' | 'nothing'; readonly error: ErrorInfo};

/** The status of the chat during a run; `resuming`: connects to a run that was in progress before. */
export type RunStatus = Exclude<ChatStatus, 'idle' | 'lost'> | 'resuming';

/** The status at the start of a state. Other states keep the current status. */
export const statusOfState: Readonly<Partial<Record<RunState, RunStatus>>> = {
  requesting: 'connecting',
  waiting: 'waiting',
  backoff: 'reconnecting',
};

/** The status that a displayed message causes; `undefined` if the message is over. */
export function statusOfMessage(message: MessageItem): RunStatus | undefined {
  if (isOver(message)) return undefined;
  return message.status === 'waiting' ? 'waiting' : 'streaming';
}

/** The event at the end of a stream that has brought `message` so far. */
export function eventOfStreamEnd(
  message: MessageItem | undefined,
  {restart, isEmpty, joinable}: {restart: boolean; isEmpty: boolean; joinable: boolean},
): RunEvent {
  if (message && isOver(message)) return 'complete';
  if (restart) return 'restart';
  if (message?.status === 'waiting') return 'question';
  if (isEmpty) return 'doubtful';
  return joinable ? 'unavailable' : 'failed';
}

/** The event after the server refused to let a run be joined. */
export function eventOfRejection(
  {code, status = 0, retryable, retryAfter}: ErrorInfo,
  shown: MessageItem | undefined,
): RunEvent {
  if (status > 0 && shown?.status === 'waiting') return 'question';
  const isUnknown = status === 404 || status === 409 || status === 410;
  // A stored answer can look incomplete although the server has no more of it.
  if (isUnknown && shown && isOver(shown)) return 'absent';
  // An HTML page instead of a stream, such as a login page, may be temporary.
  const isTemporary = retryable || code === 'not_a_stream';
  if (!isTemporary || status === 409) return 'failed';
  // An overloaded server gets no request before the time in `Retry-After`.
  return status > 0 && retryAfter === undefined ? 'doubtful' : 'unavailable';
}
