import {jwtVerify} from 'jose';
import {askMessages} from '../../server/proxy/messages.js';
import {respond, Refusal} from '../../server/proxy/refusal.js';
import {UserLimits} from '../../server/proxy/user-limits.js';
import {audience, issuer, signingKey} from './token.js';

/** Environment variables, or the secrets of the platform. */
export type Secrets = Readonly<Record<string, string | undefined>>;

/** Creates a proxy for the Messages API: a function from `Request` to `Response`. */
export function createProxy(secrets: Secrets): (request: Request) => Promise<Response> {
  const upstream = {
    url: secrets['ANTHROPIC_BASE_URL'] ?? 'https://api.anthropic.com',
    key: secrets['ANTHROPIC_API_KEY'] ?? '',
    model: secrets['ANTHROPIC_MODEL'] ?? 'claude-sonnet-4-5',
    system: secrets['ANTHROPIC_SYSTEM'],
    maxTokens: 4096,
  };
  if (upstream.key === '') throw new Error('ANTHROPIC_API_KEY is missing.');
  const key = signingKey(secrets['CHAT_TOKEN_SECRET']);
  // Limits per user.
  const limits = new UserLimits({
    requestsPerMinute: 20,
    requestsAtOnce: 4,
    charactersPerDay: 5_000_000,
  });
  return request =>
    respond(async () => {
      if (request.method !== 'POST') throw new Refusal(405, 'Only POST', {allow: 'POST'});
      const user = await userOf(request, key);
      return limits.apply(user, request.signal, allowance =>
        askMessages(request, upstream, allowance),
      );
    });
}

/** The user of a request: the subject of a JWT (HS256) that your `token-endpoint` signed. */
async function userOf(request: Request, key: Uint8Array): Promise<string> {
  const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  const options = {algorithms: ['HS256'], requiredClaims: ['sub', 'exp'], issuer, audience};
  const verified = await jwtVerify(token, key, options).catch(() => undefined);
  const user = verified?.payload.sub;
  if (!user) throw new Refusal(401, 'Sign in first');
  return user;
}
