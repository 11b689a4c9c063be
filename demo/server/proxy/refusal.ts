/** An error whose status and message are sent to the client. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** The error types of the Messages format; every other status is an `api_error`. */
const types: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [503, 'overloaded_error'],
  [529, 'overloaded_error'],
]);

/** An error response of the proxy, in a format that all protocols can read. */
export function errorResponse(
  status: number,
  message: string,
  headers: HeadersInit = {},
): Response {
  const error = {type: types.get(status) ?? 'api_error', message};
  return Response.json(
    {type: 'error', error, description: message, detail: message},
    {status, headers},
  );
}

/** Converts errors of `work` into responses. Details of errors other than `Refusal` stay on the server. */
export async function respond(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return errorResponse(error.status, error.message, error.headers);
    console.error(error);
    return errorResponse(500, 'The server failed');
  }
}
