import {createServer, type ServerResponse} from 'node:http';
import {json} from 'node:stream/consumers';

interface ResponseBody {
  readonly input: readonly {readonly role?: string; readonly content?: string}[];
}

/** The call of a tool that the server runs, with its result. */
const callClock = (): object => ({
  type: 'mcp_call',
  id: `mcp_${crypto.randomUUID()}`,
  server_label: 'tools',
  name: 'clock',
  arguments: JSON.stringify({zone: 'UTC'}),
  output: JSON.stringify({time: new Date().toISOString()}),
  status: 'completed',
});

/** Repeats what the user has written. The word “time” calls a tool first. */
function answer({input}: ResponseBody, response: ServerResponse): void {
  const text = input.at(-1)?.content ?? '';
  const send = (event: object): unknown => response.write(`data: ${JSON.stringify(event)}\n\n`);
  const id = crypto.randomUUID();
  const message = {
    type: 'message',
    id: `msg_${id}`,
    role: 'assistant',
    content: [{type: 'output_text', text}],
  };
  const calls = /\btime\b/i.test(text) ? [callClock()] : [];
  const place = {item_id: message.id, output_index: calls.length, content_index: 0};
  const words = text.split(/(?<= )/);
  response.writeHead(200, {'content-type': 'text/event-stream'});
  send({type: 'response.created', response: {id, status: 'in_progress', output: []}});
  for (const [index, item] of calls.entries()) {
    send({type: 'response.output_item.added', output_index: index, item});
    send({type: 'response.output_item.done', output_index: index, item});
  }
  for (const delta of words) {
    send({type: 'response.output_text.delta', ...place, delta});
  }
  const output = [...calls, message];
  send({type: 'response.completed', response: {id, status: 'completed', output}});
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
      .then(body => answer(body as ResponseBody, response))
      .catch(() => refuse(400));
});
