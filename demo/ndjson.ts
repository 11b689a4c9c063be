import {createProtocol} from '../src/core/index.js';

/** A line of the response. */
type NdjsonLine =
  | {say: string}
  | {think: string}
  | {tool: string; name: string; input: unknown}
  | {result: string; output: unknown; error?: string}
  | {source: string; url: string}
  | {error: string}
  | {done: true};

/**
 * A custom protocol: a POST with the text of the user, answered by newline-delimited JSON. `read` adds a line to the
 * answer, `send` describes the request.
 */
export const ndjson = createProtocol({
  name: 'ndjson',
  framing: 'lines',
  read({data}, answer) {
    const line = JSON.parse(data) as NdjsonLine;
    if ('say' in line) answer.text(line.say);
    else if ('think' in line) answer.thinking(line.think);
    else if ('tool' in line) answer.call(line.tool, line.name, line.input);
    else if ('result' in line) answer.result(line.result, line);
    else if ('source' in line) answer.source(line.source, line.url);
    else if ('error' in line) answer.fail('agent', line.error);
    else answer.end();
  },
  send: ({text}) => ({method: 'POST', path: 'ask', body: {json: {text}}}),
});
