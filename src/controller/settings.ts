import type {ChatOptions} from './types.js';
import {defaultEnvironment, type Environment} from './environment.js';

/** Timeouts, delays and counts. Names end in their unit: `Ms` is milliseconds. */
export const defaultLimits = {
  /** How often a request or a lost stream is tried again before it is given up. */
  maxRetries: 8,
  /** A request or stream without a byte for this long has failed; a stream is then joined again. Polled every quarter of it. */
  idleTimeoutMs: 60_000,
  /** A replay that takes longer is displayed as far as it has come. */
  replayTimeoutMs: 2000,
  /** A stream may stay open this long after its last event: a late frame can still arrive. */
  drainTimeoutMs: 500,
  /** After this time without a frame, a stopped run closes its stream, and a page that becomes visible joins again. */
  staleAfterMs: 30_000,
  /** A message that is stored shorter than it is displayed is loaded once more after this time. */
  recheckDelayMs: 2000,
  /** The first pause between two requests for the state of an uploaded file; each next one is half as long again. */
  firstPollMs: 500,
  maxPollMs: 5000,
  /** A token is replaced this long before it expires. */
  tokenMarginMs: 60_000,
  /** How long a tab waits for the tab that reads a shared stream, before it opens a stream of its own. */
  leaderAnswerTimeoutMs: 150,
  /** A tab that reads a shared stream and sends nothing for this long is asked whether it is still there … */
  leaderQuietTimeoutMs: 1000,
  /** … and replaced if it does not answer within this time. */
  leaderGraceTimeoutMs: 2000,
  /** Sessions on a page of the list. */
  sessionsPerPage: 20,
  /** How often in a row an answer is continued with results of page tools before the user is asked whether to go on. */
  maxToolRounds: 100,
  /** Characters of a session title that is made from a message. */
  maxTitleCharacters: 60,
};

export type Limits = Readonly<typeof defaultLimits>;

/** Options without `undefined` as a value, so that one with the name of a limit is a number. */
type GivenOptions = {readonly [Name in keyof ChatOptions]: Exclude<ChatOptions[Name], undefined>};

/**
 * What a chat is configured with: the options, the limits and the environment. There is one object per controller. It is
 * passed to every part of a chat, which reads from it what it needs at the time of use, so that a changed option applies
 * from then on.
 */
export class Settings {
  readonly environment: Environment;
  #options: GivenOptions = {};
  #limits: Limits = defaultLimits;

  constructor(options: ChatOptions = {}, environment: Environment = defaultEnvironment) {
    this.environment = environment;
    this.change(options);
  }

  get options(): ChatOptions {
    return this.#options;
  }

  get limits(): Limits {
    return this.#limits;
  }

  /** Changes options; `undefined` removes one. */
  change(changes: ChatOptions): void {
    this.#options = withoutUnset({...this.#options, ...changes});
    this.#limits = {...defaultLimits, ...this.#options};
  }
}

/** Removes options that are unset. A numeric attribute is `null` after its removal, and `NaN` if it is not a number. */
function withoutUnset(options: ChatOptions): GivenOptions {
  return Object.fromEntries(
    Object.entries(options).filter(
      ([name, value]) =>
        value !== undefined && !(name in defaultLimits && (value === null || Number.isNaN(value))),
    ),
  );
}
