import {createServer, type ServerResponse} from 'node:http';
import {json} from 'node:stream/consumers';

interface MessagesBody {
  readonly messages: readonly {readonly role: string; readonly content: string}[];
}

/** The call of a tool that the server runs, and its result. */
function callClock(): readonly object[] {
  const id = `mcptoolu_${crypto.randomUUID()}`;
  const text = JSON.stringify({time: new Date().toISOString()});
  return [
    {type: 'mcp_tool_use', id, name: 'clock', server_name: 'tools', input: {zone: 'UTC'}},
    {type: 'mcp_tool_result', tool_use_id: id, is_error: false, content: [{type: 'text', text}]},
  ];
}

/** Repeats what the user has written. The word “time” calls a tool first. */
function answer({messages}: MessagesBody, response: ServerResponse): void {
  const message = messages.at(-1)?.content ?? '';
  const send = (event: object): unknown => response.write(`data: ${JSON.stringify(event)}\n\n`);
  const words = message.split(/(?<= )/);
  response.writeHead(200, {'content-type': 'text/event-stream'});
  send({type: 'message_start', message: {id: 'msg_1', role: 'assistant', content: []}});
  const blocks = /\btime\b/i.test(message) ? callClock() : [];
  for (const [index, block] of blocks.entries()) {
    send({type: 'content_block_start', index, content_block: block});
    send({type: 'content_block_stop', index});
  }
  const index = blocks.length;
  send({type: 'content_block_start', index, content_block: {type: 'text', text: ''}});
  for (const text of words) {
    send({type: 'content_block_delta', index, delta: {type: 'text_delta', text}});
  }
  send({type: 'content_block_stop', index});
  send({type: 'message_delta', delta: {stop_reason: 'end_turn'}});
  send({type: 'message_stop'});
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
      .then(body => answer(body as MessagesBody, response))
      .catch(() => refuse(400));
});
