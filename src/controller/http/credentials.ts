import {ChatError, toErrorInfo, factsOf, type ResponseFacts} from './errors.js';
import {Watchdog} from './watchdog.js';
import {parseBody, readText} from './read-response.js';
import {absoluteUrl} from './request.js';
import {describeSecretBody} from '../../core/protocol/diagnosis/describe.js';
import {fetchWithinOrigin} from './redirects.js';
import type {TokenReason} from '../types.js';
import type {Settings} from '../settings.js';
import {asRecord} from '../../core/values.js';

/** Errors of the token endpoint that are not caused by the connection. They are reported unchanged. */
const permanentErrors = ['redirected', 'answer_too_large'] as const;

const maxTokenBytes = 2 ** 20;

interface AccessToken {
  readonly value: string | undefined;
  /** Milliseconds since the epoch; infinite if unknown. */
  readonly expires: number;
}

/**
 * The short-lived token of every request. It is kept in memory only. Concurrent callers share one request for a new token.
 */
export class Credentials {
  readonly #settings: Settings;
  readonly #life = new AbortController();
  #token: AccessToken | undefined;
  #renewing: Promise<AccessToken> | undefined;
  /** The endpoint that the token is from. A function is not compared: frameworks pass another one with each rendering. */
  #source: string | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** A token that does not expire soon; `undefined` if the site needs none. */
  async get(): Promise<string | undefined> {
    const {getToken, tokenEndpoint} = this.#settings.options;
    const source = getToken ? undefined : tokenEndpoint;
    if (!this.isRenewable || source !== this.#source) this.#token = this.#renewing = undefined;
    this.#source = source;
    this.#life.signal.throwIfAborted();
    if (!this.isRenewable) return undefined;
    const token = this.#token;
    if (
      token &&
      token.expires - this.#settings.environment.now() > this.#settings.limits.tokenMarginMs
    )
      return token.value;
    return (await this.#renew(token ? 'expiring' : 'initial')).value;
  }

  /** A token to replace a refused one. */
  async renew(refused: string | undefined): Promise<string | undefined> {
    if (this.#token && this.#token.value !== refused) return this.#token.value;
    return (await this.#renew('unauthorized')).value;
  }

  /** Whether a refused token can be replaced at all. */
  get isRenewable(): boolean {
    const {getToken, tokenEndpoint} = this.#settings.options;
    return getToken !== undefined || tokenEndpoint !== undefined;
  }

  /** For another user or endpoint: pending requests for a token are rejected. */
  end(): void {
    this.#life.abort();
    this.#token = undefined;
  }

  #renew(reason: TokenReason): Promise<AccessToken> {
    if (this.#renewing) return this.#renewing;
    const {signal} = this.#life;
    const source = this.#source;
    const renewing = this.#requestToken(reason, signal).finally(() => {
      if (this.#renewing === renewing) this.#renewing = undefined;
    });
    this.#renewing = renewing;
    return renewing.then(token => {
      signal.throwIfAborted();
      if (source === this.#source) this.#token = token;
      return token;
    });
  }

  async #requestToken(reason: TokenReason, signal: AbortSignal): Promise<AccessToken> {
    signal.throwIfAborted();
    const {getToken, tokenEndpoint, fetch = globalThis.fetch} = this.#settings.options;
    const watchdog = new Watchdog(signal, this.#settings, getToken && Infinity);
    let facts: ResponseFacts = {};
    try {
      if (getToken) {
        const token: unknown = await getToken({reason, signal});
        if (token !== undefined && typeof token !== 'string') {
          facts = {expected: 'a string from getToken', received: describeSecretBody(token)};
          throw unavailable();
        }
        return tokenOf(token);
      }
      const url = absoluteUrl(tokenEndpoint ?? '');
      facts = {...factsOf('POST', url), expected};
      const init = {
        method: 'POST',
        headers: {accept: 'application/json'},
        signal: watchdog.signal,
      };
      const response = await fetchWithinOrigin(fetch, tokenEndpoint ?? '', init, facts);
      facts = {...factsOf('POST', url, response), expected};
      const body = parseBody(await readText(response, maxTokenBytes));
      facts = {...facts, received: describeSecretBody(body)};
      if (!response.ok) throw unavailable();
      return this.#read(body);
    } catch (error) {
      const info = toErrorInfo(error);
      if (error instanceof ChatError && !error.sent && info.code !== 'token_unavailable')
        throw error;
      const code = permanentErrors.find(each => each === info.code);
      if (code) throw new ChatError({...info, code}, {sent: false});
      throw this.#settings.environment.online()
        ? unavailable(error instanceof ChatError ? undefined : error, facts)
        : new ChatError({code: 'offline', retryable: true}, {sent: false, cause: error});
    } finally {
      watchdog.stop();
    }
  }

  #read(body: unknown): AccessToken {
    const {access_token, expires_in} = asRecord(body);
    if (typeof access_token !== 'string' || access_token.trim() === '') throw unavailable();
    const value = bare(access_token);
    const lifetime = Number(expires_in);
    return Number.isFinite(lifetime)
      ? {value, expires: this.#settings.environment.now() + lifetime * 1000}
      : tokenOf(value);
  }
}

/** A token without its prefix `Bearer`. Throws if a header cannot contain it. */
function bare(token: string): string {
  const value = token.trim().replace(/^(bearer\s+)+/i, '');
  if (/[^\t\x20-\x7e]/.test(value)) throw unavailable();
  return value;
}

function tokenOf(text: string | undefined): AccessToken {
  const value = text === undefined ? undefined : bare(text);
  return {value, expires: value === undefined ? Infinity : expiryOf(value)};
}

/** The `exp` claim of a JSON Web Token (RFC 7519, 4.1.4), in milliseconds; infinite for any other token. */
function expiryOf(token: string): number {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const {exp} = asRecord(JSON.parse(atob(payload)));
    return typeof exp === 'number' ? exp * 1000 : Infinity;
  } catch {
    return Infinity; // Not a JSON Web Token: the server rejects it when it has expired.
  }
}

const expected = 'JSON with the string access_token';

function unavailable(cause?: unknown, facts: ResponseFacts = {}): ChatError {
  return new ChatError(
    {code: 'token_unavailable', ...facts, retryable: true},
    {sent: false, cause},
  );
}
