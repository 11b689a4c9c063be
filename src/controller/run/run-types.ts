import {reasonOf} from '../http/abort-reason.js';
import type {Answers} from './answers.js';
import {isOver} from './replay-gate.js';
import type {TabChannel} from '../tabs/tab-channel.js';
import type {RunProjection} from './run-projection.js';
import type {ChatFault, FrameObserver} from '../types.js';
import type {Connection, ProtocolClient} from '../http/protocol-client.js';
import type {Environment} from '../environment.js';
import type {Diagnostic} from '../../core/protocol/types.js';
import type {MessageItem} from '../../core/model/item.js';

/** How a run ended. `nothing`: the server has no stream of it any more; `left`: the page turned away from it. */
export type RunEnd =
  | {readonly reason: 'ended' | 'stopped' | 'nothing' | 'left'}
  | {readonly reason: 'lost'; readonly fault: ChatFault};

/** What a run is doing, in the words of `ChatStatus`; `resuming`: it was going on before this page connects to it. */
export type RunPhase =
  'connecting' | 'resuming' | 'streaming' | 'waiting' | 'reconnecting' | 'stopping';

/** A connection that was opened elsewhere, and how to break it off. */
export interface OpenConnection {
  readonly connection: Connection;
  readonly abort: AbortController;
}

/** What to wait for before the stream is joined anew. */
export type Pause = 'none' | 'answer' | 'backoff';

/** What comes next: a stream to read, a pause and then another stream, or the end. */
export type Step = Connection | Pause | RunEnd;

export const isEnd = (step: Step): step is RunEnd => typeof step !== 'string' && 'reason' in step;

/** What the end of a stream means, by what it told; `hurried`: it was broken off, to be joined anew at once. */
export function classifyStreamEnd(told: MessageItem | undefined, hurried: boolean): RunEnd | Pause {
  if (told && isOver(told)) return {reason: 'ended'};
  if (hurried) return 'none';
  return told?.status === 'waiting' ? 'answer' : 'backoff';
}

/** The server has no stream of it any more. */
export const noRun = {reason: 'nothing'} as const;

/** What comes after the server refused to let a run be joined; `undefined`: it is to be given up. */
export function onAttachRejected(
  {code, status = 0, retryable}: ChatFault,
  shown: MessageItem | undefined,
): RunEnd | Pause | undefined {
  if (status > 0 && shown?.status === 'waiting') return 'answer';
  const isKnown = status !== 404 && status !== 409 && status !== 410;
  // An answer that only looks unfinished is all that is stored of it.
  if (!isKnown && shown && isOver(shown)) return noRun;
  // A page in place of the stream of a run that has begun, such as a sign-in page, may be gone with the next try.
  const mayPass = retryable || code === 'not_a_stream';
  return mayPass && status !== 409 ? 'backoff' : undefined;
}

/** Resolves when a signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise(resolve => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', resolve, {once: true});
  });

/** Rejects when a signal is aborted. */
export const refused = (signal: AbortSignal): Promise<never> =>
  aborted(signal).then(() => Promise.reject(reasonOf(signal)));

/** What a run is given, and whom it tells. */
export interface RunParts {
  /** Id of the message item that the run writes. */
  readonly item: string;
  /** The message as it is on screen already. */
  readonly shown?: MessageItem;
  /** The run's id on the protocol, where it is known. */
  readonly run?: string;
  /** What was told before, where the first connection goes on from there. */
  readonly projection?: RunProjection;
  readonly client: ProtocolClient;
  readonly tabs: TabChannel;
  readonly environment: Environment;
  readonly answers: Answers;
  readonly session: () => string | undefined;
  /** The protocol named the session. */
  readonly onSession: (session: string) => void;
  readonly onMessage: (message: MessageItem) => void;
  readonly onPhase: (phase: RunPhase) => void;
  readonly report: (diagnostic: Diagnostic) => void;
  readonly hear: FrameObserver;
  /** Asks the history whether the run is over, after the server refused to let it be joined. Never rejects. */
  readonly isSettled: () => Promise<boolean>;
}
