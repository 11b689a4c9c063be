/** Checks an id that a request needs. Throws if it is empty, because the server would treat it as missing. */
export function requiredId(id: string): string {
  if (id === '') throw new TypeError('The id is empty.');
  return id;
}

/**
 * Encodes an id as a path segment. Throws if it is empty, is `.` or `..`, or contains an unpaired surrogate. URLs have no
 * spelling of `.` and `..` as a segment: they would address another operation, or another id.
 */
export function pathPart(id: string): string {
  if (/\p{Surrogate}/u.test(id))
    throw new TypeError(`The id contains an unpaired surrogate: ${JSON.stringify(id)}`);
  if (/^\.\.?$/.test(id)) throw new TypeError(`The id cannot be part of a path: "${id}"`);
  return encodeURIComponent(requiredId(id));
}

/** Checks the id of a session in a response. Throws if it is missing: the message says what was expected. */
export function withId<T extends {readonly id: string}>(session: T): T {
  if (session.id === '') throw new TypeError('JSON with the id of the session');
  return session;
}
