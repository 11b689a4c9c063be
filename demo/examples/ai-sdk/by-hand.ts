import {createServer} from 'node:http';

interface ChatBody {
  readonly messages: readonly {readonly parts: readonly {readonly text?: string}[]}[];
}

/** The smallest server: it repeats what the user has written. */
export const server = createServer((request, response) => {
  let json = '';
  request.on('data', (chunk: Buffer) => (json += chunk.toString()));
  request.on('end', () => {
    const {messages} = JSON.parse(json) as ChatBody;
    const words =
      messages
        .at(-1)
        ?.parts.map(({text}) => text ?? '')
        .join(' ') ?? '';
    const send = (chunk: object): unknown => response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    response.writeHead(200, {'content-type': 'text/event-stream'});
    send({type: 'start'});
    send({type: 'text-start', id: '0'});
    for (const word of words.split(' ')) send({type: 'text-delta', id: '0', delta: `${word} `});
    send({type: 'text-end', id: '0'});
    send({type: 'finish', finishReason: 'stop'});
    response.end('data: [DONE]\n\n');
  });
});
