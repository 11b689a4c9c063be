import {Refusal} from './refusal.js';

/** How much JSON a request may hold. */
export interface BodyLimits {
  readonly bytes: number;
  /** Arrays and objects inside each other. */
  readonly depth: number;
}

/** Reads the JSON of a request, and stops as soon as it exceeds a limit. */
export async function readJson(request: Request, {bytes, depth}: BodyLimits): Promise<unknown> {
  const text = await readText(request, bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal(400, 'The body is not JSON');
  }
  if (isDeeper(value, depth)) throw new Refusal(400, `The body nests deeper than ${depth} levels`);
  return value;
}

async function readText({headers, body}: Request, most: number): Promise<string> {
  const refusal = new Refusal(413, `The body must not exceed ${most} bytes`);
  if (Number(headers.get('content-length')) > most) throw refusal;
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
    bytes += piece.value.byteLength;
    if (bytes > most) {
      await reader?.cancel();
      throw refusal;
    }
    text += decoder.decode(piece.value, {stream: true});
  }
  return text + decoder.decode();
}

/** Whether arrays and objects are nested deeper than `most` levels. Works without recursion, which could overflow. */
export function isDeeper(value: unknown, most: number): boolean {
  let level = [value].filter(isNested);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= most) return true;
    level = level.flatMap(parent => Object.values(parent).filter(isNested));
  }
  return false;
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
