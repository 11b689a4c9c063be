import {observe} from './observe.js';
import {Refusal} from './refusal.js';

/** Limits per user. */
export interface LimitsPerUser {
  readonly requestsPerMinute: number;
  /** Requests that may be open at the same time. */
  readonly requestsAtOnce: number;
  /** Characters that may be sent and received in a day (UTC). */
  readonly charactersPerDay: number;
}

/** Counts the characters of one user. */
export interface Allowance {
  /** Counts sent characters, which may be none; throws a `Refusal` if the limit of the day is reached or would be exceeded. */
  send(characters: number): void;
  /** Counts received characters. */
  receive(characters: number): void;
}

interface UserUsage {
  /** Remaining requests of the minute, at the time `seen` (token bucket). */
  requests: number;
  seen: number;
  open: number;
  /** The number of the day in which the characters were counted. */
  day: number;
  characters: number;
}

const day = 86_400_000;

interface UserLimitsOptions {
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Maximum number of users in memory. */
  readonly maxUsers?: number;
}

/** When a user is asked to come back for whom there is no room. */
const noRoomSeconds = 60;

/** Limits for each user, kept in the memory of this process. */
export class UserLimits {
  readonly #limits: LimitsPerUser;
  readonly #now: () => number;
  readonly #maxUsers: number;
  /** In the order of their last requests. */
  readonly #users = new Map<string, UserUsage>();

  constructor(limits: LimitsPerUser, {now = Date.now, maxUsers = 10_000}: UserLimitsOptions = {}) {
    this.#limits = limits;
    this.#now = now;
    this.#maxUsers = maxUsers;
  }

  /** The number of users in memory. */
  get size(): number {
    return this.#users.size;
  }

  /** Handles a request of a user; throws a `Refusal` if a limit is exceeded. The request is open until its response ends. */
  async apply(
    user: string,
    client: AbortSignal,
    ask: (allowance: Allowance) => Promise<Response>,
  ): Promise<Response> {
    const usage = this.#enter(user);
    let isClosed = false;
    const close = (): void => {
      if (!isClosed) usage.open--;
      isClosed = true;
    };
    client.addEventListener('abort', close, {once: true});
    try {
      const answer = await ask({
        send: characters => this.#send(usage, characters),
        receive: characters => this.#count(usage, characters),
      });
      if (client.aborted) close();
      return observe(answer, {onEnd: close});
    } catch (error) {
      close();
      throw error;
    }
  }

  #enter(user: string): UserUsage {
    const {requestsPerMinute, requestsAtOnce} = this.#limits;
    const usage = this.#usageOf(user);
    if (usage.open >= requestsAtOnce) throw tooMany('Too many of your requests are still open', 5);
    if (usage.requests < 1) {
      const seconds = ((1 - usage.requests) * 60) / requestsPerMinute;
      throw tooMany('You sent too many requests', Math.ceil(seconds));
    }
    usage.requests--;
    usage.open++;
    return usage;
  }

  #send(usage: UserUsage, characters: number): void {
    const now = this.#now();
    const used = usage.day === dayOf(now) ? usage.characters : 0;
    const {charactersPerDay} = this.#limits;
    if (used >= charactersPerDay || used + characters > charactersPerDay) {
      const seconds = ((dayOf(now) + 1) * day - now) / 1000;
      throw tooMany("Today's characters are used up", Math.ceil(seconds));
    }
    this.#count(usage, characters);
  }

  #count(usage: UserUsage, characters: number): void {
    const today = dayOf(this.#now());
    if (usage.day !== today) Object.assign(usage, {day: today, characters: 0});
    usage.characters += characters;
  }

  /** The usage of a user, with the requests of the time since `seen` added. */
  #usageOf(user: string): UserUsage {
    const {requestsPerMinute} = this.#limits;
    const now = this.#now();
    const usage = this.#users.get(user) ?? {
      requests: requestsPerMinute,
      seen: now,
      open: 0,
      day: 0,
      characters: 0,
    };
    usage.requests = this.#requestsOf(usage, now);
    usage.seen = now;
    this.#users.delete(user);
    this.#forget(now);
    if (this.#users.size >= this.#maxUsers)
      throw tooMany('The server has too many users at the moment', noRoomSeconds);
    this.#users.set(user, usage);
    return usage;
  }

  #requestsOf({requests, seen}: UserUsage, now: number): number {
    const {requestsPerMinute} = this.#limits;
    return Math.min(requestsPerMinute, requests + ((now - seen) * requestsPerMinute) / 60_000);
  }

  /**
   * Removes users without requests for a day, and others if there is no room, the least recently seen first. An entry that
   * restricts its user stays: otherwise, requests of other users could lift the limit.
   */
  #forget(now: number): void {
    for (const [user, usage] of this.#users) {
      if (this.#users.size < this.#maxUsers && now - usage.seen < day) return;
      if (!this.#restricts(usage, now)) this.#users.delete(user);
    }
  }

  #restricts(usage: UserUsage, now: number): boolean {
    const isFull = this.#requestsOf(usage, now) >= this.#limits.requestsPerMinute;
    const used = usage.day === dayOf(now) ? usage.characters : 0;
    return !isFull || used > 0 || usage.open > 0;
  }
}

const dayOf = (time: number): number => Math.floor(time / day);

function tooMany(message: string, seconds: number): Refusal {
  return new Refusal(429, message, {'retry-after': String(seconds)});
}
