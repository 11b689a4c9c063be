import {createServer} from 'node:http';

interface RunInput {
  readonly threadId: string;
  readonly runId: string;
  readonly messages: readonly {readonly role: string; readonly content?: string}[];
}

/** The smallest server: it repeats what the user has written. The word “time” calls a tool first. */
export const server = createServer((request, response) => {
  let json = '';
  request.on('data', (chunk: Buffer) => (json += chunk.toString()));
  request.on('end', () => {
    const {threadId, runId, messages} = JSON.parse(json) as RunInput;
    const text = messages.at(-1)?.content ?? '';
    const messageId = `answer-${runId}`;
    const send = (event: object): unknown => response.write(`data: ${JSON.stringify(event)}\n\n`);
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
    for (const delta of text.split(/(?<= )/)) {
      send({type: 'TEXT_MESSAGE_CONTENT', messageId, delta});
    }
    send({type: 'TEXT_MESSAGE_END', messageId});
    send({type: 'RUN_FINISHED', threadId, runId});
    response.end();
  });
});
