import {bytesOf} from '../../src/core/recording/frames.js';
import type {Recording} from '../../src/core/recording/recording.js';
import {continuesRun, type Exchange, type RecordedTurn} from '../site/exchanges.js';

type RequestTarget = Pick<Exchange, 'method' | 'path'>;

/** An exchange whose response is a stream. */
type StreamExchange = Exchange & {readonly body: {readonly recording: string}};

/** Loads a recording by its file name. */
type LoadRecording = (recording: string) => Promise<Pick<Recording, 'parts'>>;

/** Longer pauses of a recording are shortened to this. */
const maxPauseMs = 1200;

/** Times in frames: ISO 8601 up to the fraction (the zone is kept), and milliseconds since the epoch. */
const isoTime = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,6})?/g;
const epochTime = /\b1[789]\d{11}\b/g;

const id = /[0-9a-f]{8}(?=-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/g;

/**
 * Responds to requests from recorded turns, independent of the protocol. A request gets the recorded response to the same
 * request, in the recorded order. Frames that were recorded after a reply of the user are sent after such a reply.
 */
export class ReplayedServer {
  readonly #turns: readonly RecordedTurn[];
  readonly #load: LoadRecording;
  #replay: TurnReplay | undefined;
  #replays = 0;

  constructor(turns: readonly RecordedTurn[], load: LoadRecording) {
    this.#turns = turns;
    this.#load = load;
  }

  respond(target: RequestTarget, body: string, signal: AbortSignal | undefined): Response {
    const expected = this.#replay?.take(target);
    if (this.#replay && expected) return this.#replay.respond(expected, signal);
    const turn = this.#findTurn(target, body);
    if (turn) {
      this.#replay = new TurnReplay(turn, this.#load, this.#replays++);
      const opening = this.#replay.take(target);
      if (opening) return this.#replay.respond(opening, signal);
    }
    const known = this.#turns.flatMap(repeatable).findLast(hasTarget(target));
    if (typeof known?.body === 'string') return respond(known, known.body);
    if (target.path.endsWith('/app-call')) return Response.json(failedCall);
    return Response.json({detail: 'This copy of the site has no server.'}, {status: 503});
  }

  /** The turn that a request starts: the one whose message occurs last in the body, which may contain the history; else the first. */
  #findTurn(target: RequestTarget, body: string): RecordedTurn | undefined {
    const openings = this.#turns.filter(({exchanges, opening}) => {
      const first = exchanges[opening];
      return first !== undefined && hasTarget(target)(first);
    });
    const last = openings
      .map(turn => ({turn, text: JSON.stringify(turn.text).slice(1, -1)}))
      .map(({turn, text}) => ({turn, start: body.lastIndexOf(text), text}))
      .map(({turn, start, text}) => ({turn, end: start < 0 ? -1 : start + text.length}))
      .reduce((best, one) => (one.end > best.end ? one : best), {turn: openings[0], end: -1});
    return last.turn;
  }
}

/** A turn that is replayed. From the second replay on, its ids are replaced, because ids of a conversation are unique. */
class TurnReplay {
  readonly #turn: RecordedTurn;
  readonly #load: LoadRecording;
  readonly #remaining: StreamExchange[];
  readonly #number: number;
  readonly #keptIds: ReadonlySet<string>;
  readonly #startedAt = Date.now();
  readonly #continuationTimes: readonly number[];
  #continuations: number;
  #waiting: (() => void)[] = [];

  constructor(turn: RecordedTurn, load: LoadRecording, number: number) {
    const {exchanges, opening} = turn;
    this.#turn = turn;
    this.#load = load;
    this.#number = number;
    this.#remaining = exchanges.slice(opening).filter(isStream);
    // Ids from before this turn, such as that of the session, are kept.
    this.#keptIds = new Set(exchanges[opening]?.path.match(id));
    this.#continuationTimes = exchanges.filter(continuesRun).map(({at}) => at);
    this.#continuations = exchanges.slice(0, opening).filter(continuesRun).length;
  }

  /** Removes the exchange that matches a request from those that remain, and returns it. */
  take(target: RequestTarget): StreamExchange | undefined {
    const at = this.#remaining.findIndex(
      exchange =>
        exchange.method === target.method && this.#renewIds(exchange.path) === target.path,
    );
    const [taken] = at < 0 ? [] : this.#remaining.splice(at, 1);
    if (taken && continuesRun(taken)) {
      this.#continuations++;
      for (const resolve of this.#waiting.splice(0)) resolve();
    }
    return taken;
  }

  respond(exchange: StreamExchange, signal: AbortSignal | undefined): Response {
    const chunks = this.#chunks(exchange, signal);
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        try {
          const next = await chunks.next();
          if (next.done) controller.close();
          else controller.enqueue(encoder.encode(next.value));
        } catch (error) {
          controller.error(error);
        }
      },
    });
    return respond(exchange, body);
  }

  async *#chunks(
    {at, body}: StreamExchange,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<string> {
    const {parts} = await this.#load(body.recording);
    const decoder = new TextDecoder();
    let previous = parts[0]?.at ?? 0;
    for (const part of parts) {
      if ('open' in part) continue;
      const due = this.#continuationTimes.filter(time => time < at + part.at).length;
      while (this.#remaining.length > 0 && this.#continuations < due)
        await this.#nextContinuation(signal);
      await pause(Math.min((part.at - previous) * this.#turn.slowness, maxPauseMs), signal);
      previous = part.at;
      yield this.#renewIds(decoder.decode(bytesOf(part), {stream: true}))
        .replace(isoTime, (_, seconds: string, fraction = '.0') =>
          this.#currentIso(seconds, fraction as string),
        )
        .replace(epochTime, time => String(Math.round(this.#current(Number(time)))));
    }
  }

  /** Converts a recorded time to a current one, in milliseconds. */
  #current(time: number): number {
    return this.#startedAt + (time - this.#turn.startedAt) * this.#turn.slowness;
  }

  #currentIso(seconds: string, fraction: string): string {
    const time = this.#current(Date.parse(`${seconds}Z`) + Number(fraction) * 1000);
    const microseconds = String(Math.floor((time % 1) * 1000)).padStart(3, '0');
    return new Date(time).toISOString().slice(0, -1) + microseconds;
  }

  #renewIds(text: string): string {
    if (this.#number === 0) return text;
    const prefix = this.#number.toString(16).padStart(8, '0');
    return text.replace(id, found => (this.#keptIds.has(found) ? found : prefix));
  }

  #nextContinuation(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(resolve);
      signal?.addEventListener('abort', () => reject(reasonOf(signal)), {once: true});
    });
  }
}

/** The result of a tool that an app calls. The app displays its text. */
const failedCall = {
  isError: true,
  content: [{type: 'text', text: 'This copy of the site has no server that could run tools.'}],
};

/** Exchanges that can be repeated at any time. Histories are excluded: they would contain other turns of the session. */
const repeatable = ({exchanges, opening}: RecordedTurn): readonly Exchange[] =>
  exchanges.filter(
    ({method, path}, at) => at < opening || method === 'PUT' || path.endsWith('/app-resource'),
  );

const isStream = (exchange: Exchange): exchange is StreamExchange =>
  typeof exchange.body === 'object';

const respond = ({status, type}: Exchange, body: BodyInit): Response =>
  new Response(status === 204 ? null : body, {status, headers: {'content-type': type}});

const hasTarget = (target: RequestTarget) => (exchange: Exchange) =>
  exchange.method === target.method && exchange.path === target.path;

const reasonOf = (signal: AbortSignal): Error =>
  signal.reason instanceof Error ? signal.reason : new DOMException('Stopped', 'AbortError');

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) reject(reasonOf(signal));
    setTimeout(resolve, Math.max(0, milliseconds));
    signal?.addEventListener('abort', () => reject(reasonOf(signal)), {once: true});
  });
}
