import {createServer, type ServerResponse} from 'node:http';
import {json} from 'node:stream/consumers';

interface ChatBody {
  readonly messages: readonly {readonly parts: readonly {readonly text?: string}[]}[];
}

/** Repeats what the user has written. The word “time” calls a tool first. */
function answer({messages}: ChatBody, response: ServerResponse): void {
  const parts = messages.at(-1)?.parts ?? [];
  const message = parts.map(({text}) => text ?? '').join(' ');
  const send = (chunk: object): unknown => response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  const words = message.split(/(?<= )/);
  response.writeHead(200, {'content-type': 'text/event-stream'});
  send({type: 'start'});
  if (/\btime\b/i.test(message)) {
    const toolCallId = crypto.randomUUID();
    const call = {toolCallId, toolName: 'clock', providerExecuted: true};
    send({type: 'tool-input-start', ...call});
    send({type: 'tool-input-available', ...call, input: {zone: 'UTC'}});
    const output = {time: new Date().toISOString()};
    send({type: 'tool-output-available', toolCallId, output, providerExecuted: true});
  }
  send({type: 'text-start', id: '0'});
  for (const delta of words) send({type: 'text-delta', id: '0', delta});
  send({type: 'text-end', id: '0'});
  send({type: 'finish', finishReason: 'stop'});
  response.end('data: [DONE]\n\n');
}

/** The smallest server: a POST with JSON is a message. */
export const server = createServer((request, response) => {
  // If the answer has begun, it can only end: the chat says that it was cut off.
  const refuse = (status: number): unknown =>
    response.headersSent ? response.end() : response.writeHead(status).end();
  if (request.method !== 'POST') refuse(405);
  else
    json(request)
      .then(body => answer(body as ChatBody, response))
      .catch(() => refuse(400));
});
