/** Headers of an answer that are a client's business; all others stay here. */
const passedOn = ['content-type', 'retry-after', 'request-id', 'x-should-retry'];

/**
 * Asks upstream, and gives the answer on as it comes: nothing is collected, and when the client leaves, the request is
 * cancelled. Written against the Fetch API alone, so that it runs wherever that is.
 */
export async function relay(url: URL, init: RequestInit, client: AbortSignal): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(url, {...init, signal: client, redirect: 'manual'});
  } catch {
    return refused(502, 'The service could not be reached');
  }
  // A refused key is this server's trouble: the client would think that it has to sign in again.
  if (answer.status === 401 || answer.status === 403 || answer.type === 'opaqueredirect') {
    await answer.body?.cancel();
    return refused(502, 'The service refused this server');
  }
  const headers = new Headers({
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    // A page or a script among the answers, such as a file that somebody uploaded, is none of this site.
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  for (const name of passedOn) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(answer.body, {status: answer.status, headers});
}

/** An answer of the proxy itself, in words that every wire's client can read. */
export function refused(status: number, message: string, headers: HeadersInit = {}): Response {
  const error = {type: status === 429 ? 'rate_limit_error' : 'api_error', message};
  return Response.json(
    {type: 'error', error, description: message, detail: message},
    {status, headers},
  );
}
