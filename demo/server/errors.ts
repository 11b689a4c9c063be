import type {Context} from 'hono';
import {HTTPException} from 'hono/http-exception';
import type {ContentfulStatusCode} from 'hono/utils/http-status';
import type {z} from 'zod';
import {parseJson} from './json.js';

/** An entry of `detail` in a 422 response (OpenAPI description, `ValidationError`). */
interface Problem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** An error with the status and `detail` of the response. */
export class ApiError extends Error {
  constructor(
    readonly status: ContentfulStatusCode,
    readonly detail: string | readonly Problem[],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(typeof detail === 'string' ? detail : 'The request is not valid.');
  }
}

export const notFound = (what: string): ApiError => new ApiError(404, `${what} not found`);

export function invalid(
  loc: readonly (string | number)[],
  msg: string,
  type = 'value_error',
): ApiError {
  return new ApiError(422, [{loc, msg, type}]);
}

/** Parses `value` with the schema; throws a 422 with one entry per problem. */
export function valid<S extends z.ZodType>(schema: S, value: unknown, place: string): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const detail = result.error.issues.map(issue => ({
    loc: [place, ...issue.path.map(key => (typeof key === 'number' ? key : String(key)))],
    msg: issue.message,
    type: issue.code,
  }));
  throw new ApiError(422, detail);
}

/** Parses the JSON body with the schema. An empty body is read as `{}`. */
export async function validBody<S extends z.ZodType>(c: Context, schema: S): Promise<z.output<S>> {
  const text = await c.req.text();
  const body = text.trim() === '' ? {} : parseJson(text);
  if (body === undefined) {
    throw invalid(['body'], 'The body is not JSON, or is nested too deeply.', 'json_invalid');
  }
  return valid(schema, body, 'body');
}

/** The response for an error that a route threw. */
export function answerError(error: Error): Response {
  if (error instanceof ApiError) {
    return Response.json(
      {detail: error.detail},
      {status: error.status, headers: {...error.headers}},
    );
  }
  if (error instanceof HTTPException) {
    return Response.json({detail: error.message}, {status: error.status});
  }
  console.error(error);
  return Response.json({detail: 'Internal server error'}, {status: 500});
}
