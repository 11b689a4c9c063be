import {FrameParser} from 'ubik-chat/core';
import {isObject, parseJson, textOf, type JsonObject} from '../json.js';

/**
 * Reports the ids of the run, the messages and a question in a response to a message: in a stream of patches or
 * documents, or in one document. The response is forwarded unchanged; ids are reported before the page receives them.
 */
export async function watchIds(
  answer: Response,
  report: (ids: readonly string[]) => void,
): Promise<Response> {
  const {status, headers} = answer;
  if (!headers.get('content-type')?.startsWith('text/event-stream')) {
    const text = await answer.text();
    report(idsOf(parseJson(text)));
    return new Response(text === '' ? null : text, {status, headers});
  }
  const parser = new FrameParser();
  const decoder = new TextDecoder();
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      for (const {data} of parser.feed(decoder.decode(chunk, {stream: true}))) {
        report(idsOf(documentOf(parseJson(data))));
      }
      controller.enqueue(chunk);
    },
  });
  return new Response(answer.body?.pipeThrough(watch), {status, headers});
}

/** The ids of all runs, messages and questions of a stored conversation. */
export function storedIds(conversation: unknown): readonly string[] {
  if (!isObject(conversation)) return [];
  const messages = conversation['Messages'] ?? conversation['messages'];
  return Array.isArray(messages) ? messages.flatMap((message: unknown) => idsOf({message})) : [];
}

/** The document that a patch changes, with nothing else in it. Other events are documents. */
function documentOf(event: unknown): unknown {
  if (!isObject(event) || !Array.isArray(event['key'])) return event;
  const path: readonly unknown[] = event['key'];
  return path.reduceRight<unknown>((value, part) => ({[String(part)]: value}), event['content']);
}

function idsOf(document: unknown): readonly string[] {
  if (!isObject(document)) return [];
  const message = objectOf(document['message']);
  const ext = objectOf(message['ext']);
  const ids = [
    document['agent_run_id'],
    document['user_message_id'],
    document['assistant_message_id'],
    message['id'],
    message['reply_id'],
    ext['agent_run_id'],
  ];
  return [
    ...ids.map(textOf).filter(id => id !== ''),
    ...questionIds(objectOf(ext['interrupt_info'])['handle']),
    ...questionIds(ext['ask']),
  ];
}

/**
 * The ids in the state of a question, which the answer sends back: a question of an older service has `session_id`, others
 * have several. Each contains its name, so that no other id can take its place.
 */
export function questionIds(state: unknown): readonly string[] {
  return Object.entries(objectOf(state)).flatMap(([name, value]) =>
    /(?:_id|token)$/.test(name) && typeof value === 'string' && value !== ''
      ? [`${name} ${value}`]
      : [],
  );
}

/** An object, which may be stored as JSON text. */
function objectOf(value: unknown): JsonObject {
  const object = typeof value === 'string' ? parseJson(value) : value;
  return isObject(object) ? object : {};
}
