import {isAct, type Exchange, type Play} from '../site/exchanges.js';

type Place = Pick<Exchange, 'method' | 'path'>;

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
  #running: Performance | undefined;
  #performances = 0;

  constructor(plays: readonly Play[]) {
    this.#plays = plays;
  }

  answer(place: Place, body: string, signal: AbortSignal | undefined): Response {
    const expected = this.#running?.take(place);
    if (this.#running && expected) return this.#running.respond(expected, signal);
    const play = this.#asked(place, body);
    if (play) {
      this.#running = new Performance(play, this.#performances++);
      const opening = this.#running.take(place);
      if (opening) return this.#running.respond(opening, signal);
    }
    const known = this.#plays.flatMap(beforehand).findLast(isAt(place));
    if (known && !isStream(known)) return new Performance(undefined, 0).respond(known, signal);
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
  readonly #left: Exchange[];
  readonly #number: number;
  readonly #kept: ReadonlySet<string>;
  /** From a time in the play to one of now, in milliseconds. */
  readonly #now: (time: number) => number;
  #acts = 0;
  #acted: (() => void)[] = [];

  constructor(play: Play | undefined, number: number) {
    this.#left = play?.exchanges.slice(play.opening).filter(isStream) ?? [];
    this.#number = number;
    const begun = Date.now();
    this.#now = time => (play ? begun + (time - play.startedAt) * play.slowness : time);
    // What was made before this play, such as the session, keeps its id.
    this.#kept = new Set(play?.exchanges[play.opening]?.path.match(id));
    this.#acts = play?.exchanges.slice(0, play.opening).filter(isAct).length ?? 0;
  }

  /** The exchange that this request would be, if it is one that is still expected. */
  take(place: Place): Exchange | undefined {
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

  respond(exchange: Exchange, signal: AbortSignal | undefined): Response {
    const {status, type} = exchange;
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
    return new Response(status === 204 ? null : body, {status, headers: {'content-type': type}});
  }

  async *#pieces({pieces, ...rest}: Exchange, signal?: AbortSignal): AsyncGenerator<string> {
    let before = pieces[0]?.[0] ?? 0;
    for (const [at, after, text] of pieces) {
      if (isStream(rest)) {
        while (this.#left.length > 0 && this.#acts < after) await this.#nextAct(signal);
        await pause(Math.min(at - before, longestPause), signal);
      }
      before = at;
      yield this.#rename(text)
        .replace(isoTime, (_, seconds: string, fraction = '.0') =>
          this.#isoNow(seconds, fraction as string),
        )
        .replace(epochTime, time => String(Math.round(this.#now(Number(time)))));
    }
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

const isStream = ({type}: Pick<Exchange, 'type'>): boolean => /event-stream|ndjson/.test(type);

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
