import {parseTimestamp} from '../../core/model/select.js';
import type {RequestItem} from '../../core/model/item.js';

type RequestTime = Pick<RequestItem, 'id' | 'createdAt' | 'timeout'>;

/**
 * The ages of questions. Measured with the page's monotonic clock; earlier times are related to it by the `Date` header of
 * responses, so that a wrong clock of the user's machine has no effect.
 */
export class QuestionTimes {
  /** The server's time minus that of the monotonic clock, in milliseconds. */
  #offset: number | undefined;
  readonly #asked = new Map<string, number>();

  /** Reads the server's time. A response out of a cache is older than the latest one known, and changes nothing. */
  learn({headers}: Pick<Response, 'headers'>): void {
    const date = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(date)) return;
    this.#offset = Math.max(this.#offset ?? -Infinity, date - performance.now());
  }

  /** Records the arrival of a question. A live one was asked just now; any other may be older. The first arrival counts. */
  arrive({id, createdAt}: RequestTime, live: boolean): void {
    if (this.#asked.has(id)) return;
    this.#asked.set(id, performance.now() - (live ? 0 : this.#ageOf(createdAt)));
  }

  /** Records that the user has this number of seconds left: the time before the extension no longer counts. */
  extend({id, timeout = 0}: RequestTime, secondsLeft: number): void {
    this.#asked.set(id, performance.now() - (timeout - secondsLeft) * 1000);
  }

  /** Seconds since a question was asked, without the time by which it was extended. */
  age(question: RequestTime): number {
    this.arrive(question, false);
    const now = performance.now();
    return (now - (this.#asked.get(question.id) ?? now)) / 1000;
  }

  #ageOf(createdAt = ''): number {
    const asked = parseTimestamp(createdAt);
    if (this.#offset === undefined || Number.isNaN(asked)) return 0;
    return Math.max(0, performance.now() + this.#offset - asked);
  }
}
