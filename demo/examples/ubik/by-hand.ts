import {createServer} from 'node:http';
import {text} from 'node:stream/consumers';

interface Message {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** The messages of each session. A real server also stores which user owns a session. */
const sessions = new Map<string, Message[]>();

/** The call of a tool, as text of the answer: its input and its output are JSON. */
function callClock(): string {
  const id = crypto.randomUUID();
  const output = JSON.stringify({time: new Date().toISOString()});
  return [
    `<<TOOL_STEP_START/clock:${id}>>`,
    `<<TOOL_STEP_INPUT_START>>${JSON.stringify({zone: 'UTC'})}<<TOOL_STEP_INPUT_END>>`,
    `<<TOOL_STEP_RESULT_START>>${output}<<TOOL_STEP_RESULT_END>>`,
    `<<TOOL_STEP_END/clock:${id}>>\n`,
  ].join('\n');
}

/** The smallest server: it repeats what the user has written. The word “time” calls a tool first. */
export const server = createServer((request, response) => {
  const reply = (body: object, status = 200): unknown =>
    response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(body));
  const handle = (json: string): unknown => {
    const [, id = '', isMessages] =
      /\/agent-sessions(?:\/([^/]+))?(\/messages)?$/.exec(request.url ?? '') ?? [];
    const messages = sessions.get(id);
    if (request.method === 'POST' && id === '') {
      const session = crypto.randomUUID();
      sessions.set(session, []);
      return reply({id: session});
    }
    if (!messages || !isMessages) return reply({detail: 'Not found'}, 404);
    if (request.method === 'GET') return reply({items: messages});

    const {content} = JSON.parse(json) as {content: string};
    const words = content.split(/(?<= )/);
    const call = /\btime\b/i.test(content) ? callClock() : '';
    const answer: Message = {id: crypto.randomUUID(), role: 'assistant', content: call + content};
    messages.push({id: crypto.randomUUID(), role: 'user', content}, answer);
    const send = (event: object): unknown => response.write(`data: ${JSON.stringify(event)}\n\n`);
    response.writeHead(200, {'content-type': 'text/event-stream'});
    if (call) send({type: 'response_chunk', content: call});
    for (const word of words) send({type: 'response_chunk', content: word});
    send({type: 'agent_processing_complete', message_id: answer.id, content: answer.content});
    return response.end();
  };
  text(request)
    .then(handle)
    .catch(() => {
      // If the answer has begun, it can only end: the chat says that it was cut off.
      if (response.headersSent) response.end();
      else reply({detail: 'Not understood'}, 400);
    });
});
