import {createServer} from 'node:http';
import {text} from 'node:stream/consumers';

/** A stored message. Its content is JSON as text. */
interface Message {
  readonly id: string;
  readonly origin: 'user' | 'assistant';
  readonly content: string;
}

/** The messages of each conversation. A real server also stores which user owns a conversation. */
const conversations = new Map<string, Message[]>();

/** A step that calls a tool, which the platform names a skill. */
const callClock = (): object => ({
  id: crypto.randomUUID(),
  stage: 'skill',
  skill_info: {name: 'clock', args: [{name: 'zone', value: 'UTC'}]},
  answer: {time: new Date().toISOString()},
  status: 'completed',
});

/** The smallest server: it repeats what the user has written. The word “time” calls a tool first. */
export const server = createServer((request, response) => {
  const reply = (body: object, status = 200): unknown =>
    response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(body));
  const handle = (json: string): unknown => {
    const path = (request.url ?? '').replace(/\?.*/, '');
    if (path.includes('/agent-market/')) return reply({id: 'agent', config: {}});
    if (request.method === 'POST' && path.endsWith('/conversation')) {
      const id = crypto.randomUUID();
      conversations.set(id, []);
      return reply({id});
    }
    const stored = conversations.get(path.split('/').at(-1) ?? '');
    if (request.method === 'GET' && stored) return reply({Messages: stored});
    if (!path.endsWith('/chat/completion')) return reply({description: 'Not found'}, 404);

    const body = JSON.parse(json) as {query: string; conversation_id: string};
    const query = body.query;
    const words = query.split(/(?<= )/);
    const store = (origin: Message['origin'], content: object): Message => {
      const message = {id: crypto.randomUUID(), origin, content: JSON.stringify(content)};
      conversations.get(body.conversation_id)?.push(message);
      return message;
    };
    store('user', {text: query});
    const progress = /\btime\b/i.test(query) ? [callClock()] : [];
    const answer = {middle_answer: {progress}, final_answer: {answer: {text: query}}};
    const {id} = store('assistant', answer);
    const send = (patch: object): unknown => response.write(`data: ${JSON.stringify(patch)}\n\n`);
    response.writeHead(200, {'content-type': 'text/event-stream'});
    send({action: 'upsert', key: ['assistant_message_id'], content: id});
    const steps = ['message', 'content', 'middle_answer', 'progress'];
    if (progress.length > 0) send({action: 'upsert', key: steps, content: progress});
    const key = ['message', 'content', 'final_answer', 'answer', 'text'];
    for (const content of words) send({action: 'append', key, content});
    send({action: 'end'});
    return response.end();
  };
  text(request)
    .then(handle)
    .catch(() => {
      // If the answer has begun, it can only end: the chat says that it was cut off.
      if (response.headersSent) response.end();
      else reply({description: 'Not understood'}, 400);
    });
});
