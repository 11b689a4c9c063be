import {jwtVerify, SignJWT} from 'jose';
import {z} from 'zod';

const claims = z.object({user: z.string().optional(), generation: z.number()});

/** The server that mints a token, and the service that the token is for: this server is both. */
const issuer = 'ubik-chat-demo';
const audience = 'ubik-chat-demo';

/** Short-lived JWTs (HS256). They outlive a restart of the server, but not their time. */
export class Tokens {
  readonly #secret: Uint8Array;
  /** Tokens of an earlier generation were revoked. */
  #generation = 0;

  constructor(secret: string) {
    this.#secret = new TextEncoder().encode(secret);
  }

  /** A token for an end user; without one it acts for the account. */
  mint(user: string | undefined, seconds: number): Promise<string> {
    return new SignJWT({generation: this.#generation, ...(user === undefined ? {} : {user})})
      .setProtectedHeader({alg: 'HS256'})
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
      .sign(this.#secret);
  }

  /** Whose token it is; nothing where it is no token of ours, has expired, or was revoked. */
  async check(token: string): Promise<{user: string | undefined} | undefined> {
    try {
      const options = {algorithms: ['HS256'], issuer, audience, requiredClaims: ['exp']};
      const {payload} = await jwtVerify(token, this.#secret, options);
      const {user, generation} = claims.parse(payload);
      return generation === this.#generation ? {user} : undefined;
    } catch {
      return undefined;
    }
  }

  /** No token that exists is good any more. */
  revoke(): void {
    this.#generation++;
  }
}
