import {jwtVerify, SignJWT} from 'jose';
import {z} from 'zod';

const claims = z.object({user: z.string().optional()});

/** This server is both the issuer and the audience of its tokens. */
const issuer = 'ubik-chat-demo';
const audience = 'ubik-chat-demo';

/** Short-lived JWTs (HS256). They stay valid after a restart of the server. */
export class Tokens {
  readonly #renew: () => string;
  #secret: Uint8Array;

  /** @param renew Replaces the secret by a new one, also after a restart. */
  constructor(secret: string, renew: () => string) {
    this.#secret = new TextEncoder().encode(secret);
    this.#renew = renew;
  }

  /** A token for an end user, or for the account without one. */
  mint(user: string | undefined, seconds: number): Promise<string> {
    return new SignJWT(user === undefined ? {} : {user})
      .setProtectedHeader({alg: 'HS256'})
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
      .sign(this.#secret);
  }

  /** The owner of a token; `undefined` if it is invalid, expired or revoked. */
  async check(token: string): Promise<{user: string | undefined} | undefined> {
    try {
      const options = {algorithms: ['HS256'], issuer, audience, requiredClaims: ['exp']};
      const {payload} = await jwtVerify(token, this.#secret, options);
      const {user} = claims.parse(payload);
      return {user};
    } catch {
      return undefined;
    }
  }

  /** Revokes all existing tokens. */
  revoke(): void {
    this.#secret = new TextEncoder().encode(this.#renew());
  }
}
