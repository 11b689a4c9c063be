import {createServer} from 'node:http';

interface ChatBody {
  readonly messages: readonly {readonly role: string; readonly content: string}[];
}

/** The smallest server: it repeats what the user has written. The word “time” calls a tool first. */
export const server = createServer((request, response) => {
  let json = '';
  request.on('data', (chunk: Buffer) => (json += chunk.toString()));
  request.on('end', () => {
    const {messages} = JSON.parse(json) as ChatBody;
    const text = messages.at(-1)?.content ?? '';
    const send = (delta: object, reason: string | null): unknown =>
      response.write(
        `data: ${JSON.stringify({choices: [{index: 0, delta, finish_reason: reason}]})}\n\n`,
      );
    response.writeHead(200, {'content-type': 'text/event-stream'});
    if (/\btime\b/i.test(text)) {
      const id = crypto.randomUUID();
      const call = {name: 'clock', arguments: JSON.stringify({zone: 'UTC'})};
      send({tool_calls: [{index: 0, id, type: 'function', function: call}]}, null);
      send({}, 'tool_calls');
      const content = JSON.stringify({time: new Date().toISOString()});
      send({role: 'tool', tool_call_id: id, content}, null);
    }
    for (const content of text.split(/(?<= )/)) send({content}, null);
    send({}, 'stop');
    response.end('data: [DONE]\n\n');
  });
});
