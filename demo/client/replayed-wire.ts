import {bytesOf} from '../../src/core/recording/frames.js';
import type {Recording} from '../../src/core/recording/recording.js';
import {isAct, type Exchange, type Play} from '../site/exchanges.js';

type Place = Pick<Exchange, 'method' | 'path'>;

/** An exchange whose answer is a stream. */
type Stream = Exchange & {readonly body: {readonly recording: string}};

/** Gives a recording by its name. */
type Load = (recording: string) => Promise<Pick<Recording, 'parts'>>;

/** The longest pause in milliseconds: nobody wants to wait as long as it took. */
const longestPause = 1200;

/** Times as wires write them: of ISO 8601 (what follows the seconds stays), and milliseconds since the epoch. */
const isoTime = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,6})?/g;
const epochTime = /\b1[789]\d{11}\b/g;

const id = /[0-9a-f]{8}(?=-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/g;

/**
 * A server that says again what one has said. It knows no wire: a request is answered as the same request was, in its
 * order; what the agent said after an answer of the user waits for an answer.
 */
export class ReplayedWire {
  readonly #plays: readonly Play[];
  readonly #load: Load;
  #running: Performance | undefined;
  #performances = 0;

  constructor(plays: readonly Play[], load: Load) {
    this.#plays = plays;
    this.#load = load;
  }

  answer(place: Place, body: string, signal: AbortSignal | undefined): Response {
    const expected = this.#running?.take(place);
    if (this.#running && expected) return this.#running.respond(expected, signal);
    const play = this.#asked(place, body);
    if (play) {
      this.#running = new Performance(play, this.#load, this.#performances++);
      const opening = this.#running.take(place);
      if (opening) return this.#running.respond(opening, signal);
    }
    const known = this.#plays.flatMap(beforehand).findLast(isAt(place));
    if (typeof known?.body === 'string') return respond(known, known.body);
    return Response.json({detail: 'This copy of the site has no server.'}, {status: 503});
  }

  /** The play that the request opens: the one whose words it says last (a chat may send all that was said), else the first. */
  #asked(place: Place, body: string): Play | undefined {
    const openings = this.#plays.filter(({exchanges, opening}) => {
      const first = exchanges[opening];
      return first !== undefined && isAt(place)(first);
    });
    const said = openings
      .map(play => ({play, words: JSON.stringify(play.words).slice(1, -1)}))
      .map(({play, words}) => ({play, start: body.lastIndexOf(words), words}))
      .map(({play, start, words}) => ({play, at: start < 0 ? -1 : start + words.length}))
      .reduce((best, one) => (one.at > best.at ? one : best), {play: openings[0], at: -1});
    return said.play;
  }
}

/** A play that goes on. From the second one on, ids are new, for nothing comes twice in a conversation. */
class Performance {
  readonly #play: Play;
  readonly #load: Load;
  readonly #left: Stream[];
  readonly #number: number;
  readonly #kept: ReadonlySet<string>;
  readonly #begun = Date.now();
  readonly #actTimes: readonly number[];
  #acts: number;
  #acted: (() => void)[] = [];

  constructor(play: Play, load: Load, number: number) {
    const {exchanges, opening} = play;
    this.#play = play;
    this.#load = load;
    this.#number = number;
    this.#left = exchanges.slice(opening).filter(isStream);
    // What was made before this play, such as the session, keeps its id.
    this.#kept = new Set(exchanges[opening]?.path.match(id));
    this.#actTimes = exchanges.filter(isAct).map(({at}) => at);
    this.#acts = exchanges.slice(0, opening).filter(isAct).length;
  }

  /** The exchange that this request would be, if it is one that is still expected. */
  take(place: Place): Stream | undefined {
    const at = this.#left.findIndex(
      exchange => exchange.method === place.method && this.#rename(exchange.path) === place.path,
    );
    const [taken] = at < 0 ? [] : this.#left.splice(at, 1);
    if (taken && isAct(taken)) {
      this.#acts++;
      for (const wake of this.#acted.splice(0)) wake();
    }
    return taken;
  }

  respond(exchange: Stream, signal: AbortSignal | undefined): Response {
    const pieces = this.#pieces(exchange, signal);
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        try {
          const next = await pieces.next();
          if (next.done) controller.close();
          else controller.enqueue(encoder.encode(next.value));
        } catch (error) {
          controller.error(error);
        }
      },
    });
    return respond(exchange, body);
  }

  async *#pieces({at, body}: Stream, signal: AbortSignal | undefined): AsyncGenerator<string> {
    const {parts} = await this.#load(body.recording);
    const decoder = new TextDecoder();
    let before = parts[0]?.at ?? 0;
    for (const part of parts) {
      if ('open' in part) continue;
      const acts = this.#actTimes.filter(time => time < at + part.at).length;
      while (this.#left.length > 0 && this.#acts < acts) await this.#nextAct(signal);
      await pause(Math.min((part.at - before) * this.#play.slowness, longestPause), signal);
      before = part.at;
      yield this.#rename(decoder.decode(bytesOf(part), {stream: true}))
        .replace(isoTime, (_, seconds: string, fraction = '.0') =>
          this.#isoNow(seconds, fraction as string),
        )
        .replace(epochTime, time => String(Math.round(this.#now(Number(time)))));
    }
  }

  /** From a time in the play to one of now, in milliseconds. */
  #now(time: number): number {
    return this.#begun + (time - this.#play.startedAt) * this.#play.slowness;
  }

  #isoNow(seconds: string, fraction: string): string {
    const time = this.#now(Date.parse(`${seconds}Z`) + Number(fraction) * 1000);
    const microseconds = String(Math.floor((time % 1) * 1000)).padStart(3, '0');
    return new Date(time).toISOString().slice(0, -1) + microseconds;
  }

  #rename(text: string): string {
    if (this.#number === 0) return text;
    const prefix = this.#number.toString(16).padStart(8, '0');
    return text.replace(id, found => (this.#kept.has(found) ? found : prefix));
  }

  #nextAct(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#acted.push(resolve);
      signal?.addEventListener('abort', () => reject(reasonOf(signal)), {once: true});
    });
  }
}

/** What may be asked at any time. A history does not belong there: it would tell of other plays of the same session. */
const beforehand = ({exchanges, opening}: Play): readonly Exchange[] =>
  exchanges.filter(({method}, at) => at < opening || method === 'PUT');

const isStream = (exchange: Exchange): exchange is Stream => typeof exchange.body === 'object';

const respond = ({status, type}: Exchange, body: BodyInit): Response =>
  new Response(status === 204 ? null : body, {status, headers: {'content-type': type}});

const isAt = (place: Place) => (exchange: Exchange) =>
  exchange.method === place.method && exchange.path === place.path;

const reasonOf = (signal: AbortSignal): Error =>
  signal.reason instanceof Error ? signal.reason : new DOMException('Stopped', 'AbortError');

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) reject(reasonOf(signal));
    setTimeout(resolve, Math.max(0, milliseconds));
    signal?.addEventListener('abort', () => reject(reasonOf(signal)), {once: true});
  });
}
