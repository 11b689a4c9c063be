import {z} from 'zod';
import {Refusal} from './refusal.js';

/** Limits for a JSON body. */
export interface BodyLimits {
  readonly bytes: number;
  /** Maximum nesting of arrays and objects. */
  readonly depth: number;
}

/** Reads the JSON body of a request; aborts as soon as it exceeds a limit. */
export async function readJson(request: Request, {bytes, depth}: BodyLimits): Promise<unknown> {
  const text = await readText(request, bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal(400, 'The body is not JSON');
  }
  if (isDeeper(value, depth))
    throw new Refusal(400, `The body is nested deeper than ${depth} levels`);
  return value;
}

/** The known fields of a body, without any other fields; throws a `Refusal` with the first problem. */
export function knownFields<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues.map(deepest);
  const place = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  throw new Refusal(400, `The request is not valid. ${place}${issue?.message ?? ''}`.trim());
}

/**
 * A list without the elements that do not match. For what the service has written: a part that must not go back to it would
 * otherwise end the conversation.
 */
export const matching = <S extends z.ZodType>(element: S): z.ZodType<z.output<S>[], unknown[]> =>
  z.array(z.unknown()).transform(all =>
    all.flatMap(one => {
      const {success, data} = element.safeParse(one);
      return success ? [data] : [];
    }),
  );

type Issue = z.core.$ZodIssue;

/** For a union, the problem of the alternative that matched furthest. */
function deepest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors
    .flat()
    .map(deepest)
    .sort((a, b) => b.path.length - a.path.length)[0];
  return inner ? {...inner, path: [...issue.path, ...inner.path]} : issue;
}

async function readText({headers, body}: Request, max: number): Promise<string> {
  const refusal = new Refusal(413, `The body must not exceed ${max} bytes`);
  if (Number(headers.get('content-length')) > max) throw refusal;
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    bytes += chunk.value.byteLength;
    if (bytes > max) {
      await reader?.cancel();
      throw refusal;
    }
    text += decoder.decode(chunk.value, {stream: true});
  }
  return text + decoder.decode();
}

/** Whether arrays and objects are nested deeper than `max` levels. Works without recursion, which could overflow. */
export function isDeeper(value: unknown, max: number): boolean {
  let level = [value].filter(isNested);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= max) return true;
    level = level.flatMap(parent => Object.values(parent).filter(isNested));
  }
  return false;
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
