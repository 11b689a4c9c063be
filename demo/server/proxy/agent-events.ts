import {FrameParser, type Frame} from 'ubik-chat/core';

type Event = Record<string, unknown>;

const isRecord = (value: unknown): value is Event =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Removes from a stream of an AG-UI agent what a page must not know: the input that `RUN_STARTED` repeats, with its
 * instructions and tools, messages of the roles `system` and `developer`, and events of the framework behind the agent.
 * The events name the thread of the page instead of the one of the service. Each frame is written again, so that nothing
 * passes that the browser would read otherwise than this filter.
 */
export function filterEvents(answer: Response, threadId: string): Response {
  const parser = new FrameParser();
  const write = (frame: Frame): string => filtered(frame, threadId);
  const filter = new TransformStream<string, string>({
    transform(chunk, controller) {
      const frames = parser.feed(chunk).map(write).join('');
      // A comment keeps the connection alive while a frame is incomplete or has nothing for the page.
      controller.enqueue(frames === '' ? ': receiving\n\n' : frames);
    },
    flush(controller) {
      for (const frame of parser.flush()) controller.enqueue(write(frame));
    },
  });
  const body = answer.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(filter)
    .pipeThrough(new TextEncoderStream());
  const {status, headers} = answer;
  return new Response(body, {status, headers});
}

/** A frame after the filter; empty if nothing of it remains. */
function filtered({event, id, data}: Frame, threadId: string): string {
  const json = publicEvent(data, threadId);
  if (json === undefined) return '';
  const name = event === undefined ? '' : `event: ${event}\n`;
  return `${name}${id === undefined ? '' : `id: ${id}\n`}data: ${json}\n\n`;
}

function publicEvent(data: string, threadId: string): string | undefined {
  let event: unknown;
  try {
    event = JSON.parse(data);
  } catch {
    return undefined;
  }
  if (!isRecord(event) || event['type'] === 'RAW') return undefined;
  const {messages} = event;
  const fields = Object.entries(event).filter(([name]) => name !== 'input' && name !== 'rawEvent');
  return JSON.stringify({
    ...Object.fromEntries(fields),
    ...('threadId' in event && {threadId}),
    ...(Array.isArray(messages) && {messages: messages.filter(isPublic)}),
  });
}

const isPublic = (message: unknown): boolean =>
  isRecord(message) && message['role'] !== 'system' && message['role'] !== 'developer';
