import {createServer, type ServerResponse} from 'node:http';
import {json} from 'node:stream/consumers';

interface RunInput {
  readonly threadId: string;
  readonly runId: string;
  readonly messages: readonly {readonly role: string; readonly content?: string}[];
}

/** Repeats what the user has written. The word “time” calls a tool first. */
function answer({threadId, runId, messages}: RunInput, response: ServerResponse): void {
  const text = messages.at(-1)?.content ?? '';
  const messageId = `answer-${runId}`;
  const send = (event: object): unknown => response.write(`data: ${JSON.stringify(event)}\n\n`);
  const words = text.split(/(?<= )/);
  response.writeHead(200, {'content-type': 'text/event-stream'});
  send({type: 'RUN_STARTED', threadId, runId});
  if (/\btime\b/i.test(text)) {
    const toolCallId = `call-${runId}`;
    const content = JSON.stringify({time: new Date().toISOString()});
    send({type: 'TOOL_CALL_START', toolCallId, toolCallName: 'clock'});
    send({type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify({zone: 'UTC'})});
    send({type: 'TOOL_CALL_END', toolCallId});
    send({type: 'TOOL_CALL_RESULT', messageId: `result-${runId}`, toolCallId, content});
  }
  send({type: 'TEXT_MESSAGE_START', messageId, role: 'assistant'});
  for (const delta of words) {
    send({type: 'TEXT_MESSAGE_CONTENT', messageId, delta});
  }
  send({type: 'TEXT_MESSAGE_END', messageId});
  send({type: 'RUN_FINISHED', threadId, runId});
  response.end();
}

/** The smallest server: a POST with JSON is a message. */
export const server = createServer((request, response) => {
  // If the answer has begun, it can only end: the chat says that it was cut off.
  const refuse = (status: number): unknown =>
    response.headersSent ? response.end() : response.writeHead(status).end();
  if (request.method !== 'POST') refuse(405);
  else
    json(request)
      .then(body => answer(body as RunInput, response))
      .catch(() => refuse(400));
});
