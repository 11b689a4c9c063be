import {jwtVerify} from 'jose';
import {askMessages} from '../../server/proxy/messages.js';
import {RateLimit} from '../../server/proxy/rate-limit.js';
import {refused} from '../../server/proxy/relay.js';

/** The secrets, wherever a platform keeps them. */
export type Secrets = Readonly<Record<string, string | undefined>>;

/** A proxy for the Messages API as one function of the Fetch API, which is what every platform calls. */
export function createProxy(secrets: Secrets): (request: Request) => Promise<Response> {
  const upstream = {
    url: secrets['ANTHROPIC_BASE_URL'] ?? 'https://api.anthropic.com',
    key: secrets['ANTHROPIC_API_KEY'] ?? '',
    model: secrets['ANTHROPIC_MODEL'] ?? 'claude-sonnet-4-5',
    system: secrets['ANTHROPIC_SYSTEM'],
    maxTokens: 4096,
  };
  const signed = new TextEncoder().encode(secrets['CHAT_TOKEN_SECRET']);
  if (upstream.key === '' || signed.length === 0) throw new Error('A secret is missing.');
  const rate = new RateLimit(20); // Requests of one user in a minute.
  return async request => {
    if (request.method !== 'POST') return refused(405, 'Only POST', {allow: 'POST'});
    const user = await userOf(request, signed);
    if (user === undefined) return refused(401, 'Sign in first');
    const wait = rate.take(user);
    if (wait > 0) return refused(429, 'Too many requests', {'retry-after': String(wait)});
    return askMessages(request, upstream);
  };
}

/** Whose request it is: the subject of a JWT (HS256) that your `token-endpoint` has signed. */
async function userOf(request: Request, secret: Uint8Array): Promise<string | undefined> {
  const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  const options = {algorithms: ['HS256'], requiredClaims: ['sub', 'exp']};
  const verified = await jwtVerify(token, secret, options).catch(() => undefined);
  return verified?.payload.sub;
}
