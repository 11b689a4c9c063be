import {createServer} from 'node:http';

interface ChatBody {
  readonly messages: readonly {readonly parts: readonly {readonly text?: string}[]}[];
}

/** The smallest server: it repeats what the user has written. The word “time” calls a tool first. */
export const server = createServer((request, response) => {
  let json = '';
  request.on('data', (chunk: Buffer) => (json += chunk.toString()));
  request.on('end', () => {
    const {messages} = JSON.parse(json) as ChatBody;
    const parts = messages.at(-1)?.parts ?? [];
    const message = parts.map(({text}) => text ?? '').join(' ');
    const send = (chunk: object): unknown => response.write(`data: ${JSON.stringify(chunk)}\n\n`);
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
    for (const delta of message.split(/(?<= )/)) send({type: 'text-delta', id: '0', delta});
    send({type: 'text-end', id: '0'});
    send({type: 'finish', finishReason: 'stop'});
    response.end('data: [DONE]\n\n');
  });
});
