import {SignJWT} from 'jose';

/** Issuer and audience of the tokens. The proxy rejects other tokens. */
export const issuer = 'chat-token-endpoint';
export const audience = 'chat-proxy';

/** The chat requests a new token before this one expires. */
const lifetimeSeconds = 600;

/** Minimum length of a secret. */
const minBytes = 32;

/** The key that the site and the proxy share. Throws if the secret is too short. */
export function signingKey(secret = ''): Uint8Array {
  const key = new TextEncoder().encode(secret);
  if (key.length >= minBytes) return key;
  throw new Error(`CHAT_TOKEN_SECRET must have at least ${minBytes} random bytes.`);
}

/** The response of your `token-endpoint` for a signed-in user. */
export async function mintToken(user: string, secret: string | undefined): Promise<Response> {
  const token = await new SignJWT()
    .setProtectedHeader({alg: 'HS256'})
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(user)
    .setExpirationTime(`${lifetimeSeconds} seconds`)
    .sign(signingKey(secret));
  return Response.json({access_token: token, expires_in: lifetimeSeconds});
}
