import {SignJWT} from 'jose';

/** Who signs the tokens, and which service they are for. The proxy refuses any other token. */
export const issuer = 'chat-token-endpoint';
export const audience = 'chat-proxy';

/** Seconds. The chat asks for another token before one ends. */
const lifetime = 600;

/** Bytes of a secret that cannot be guessed. */
const shortest = 32;

/** The bytes of the secret that the site and the proxy share. */
export function signingKey(secret = ''): Uint8Array {
  const key = new TextEncoder().encode(secret);
  if (key.length >= shortest) return key;
  throw new Error(`CHAT_TOKEN_SECRET must have at least ${shortest} random bytes.`);
}

/** What your `token-endpoint` answers to a user who is signed in: a token that the proxy accepts. */
export async function mintToken(user: string, secret: string | undefined): Promise<Response> {
  const token = await new SignJWT()
    .setProtectedHeader({alg: 'HS256'})
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(user)
    .setExpirationTime(`${lifetime} seconds`)
    .sign(signingKey(secret));
  return Response.json({access_token: token, expires_in: lifetime});
}
