import {SignJWT} from 'jose';

/** Seconds. The chat asks for another token before one ends. */
const lifetime = 600;

/** What your `token-endpoint` answers to a user who is signed in: a token that the proxy takes. */
export async function mintToken(user: string, secret: string): Promise<Response> {
  const token = await new SignJWT()
    .setProtectedHeader({alg: 'HS256'})
    .setSubject(user)
    .setExpirationTime(`${lifetime} seconds`)
    .sign(new TextEncoder().encode(secret));
  return Response.json({access_token: token, expires_in: lifetime});
}
