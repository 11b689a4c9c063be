import {createServer, type ServerResponse} from 'node:http';
import {json} from 'node:stream/consumers';

interface ChatBody {
  readonly messages: readonly {readonly role: string; readonly content: string}[];
}

/** Repeats what the user has written. The word “time” calls a tool first. */
function answer({messages}: ChatBody, response: ServerResponse): void {
  const text = messages.at(-1)?.content ?? '';
  const send = (delta: object, reason: string | null): unknown =>
    response.write(
      `data: ${JSON.stringify({choices: [{index: 0, delta, finish_reason: reason}]})}\n\n`,
    );
  const words = text.split(/(?<= )/);
  response.writeHead(200, {'content-type': 'text/event-stream'});
  if (/\btime\b/i.test(text)) {
    const id = crypto.randomUUID();
    const call = {name: 'clock', arguments: JSON.stringify({zone: 'UTC'})};
    send({tool_calls: [{index: 0, id, type: 'function', function: call}]}, null);
    send({}, 'tool_calls');
    const content = JSON.stringify({time: new Date().toISOString()});
    send({role: 'tool', tool_call_id: id, content}, null);
  }
  for (const content of words) send({content}, null);
  send({}, 'stop');
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
