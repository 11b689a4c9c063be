import {createProtocol, walk, type Author} from '../src/core/index.js';

type Person = Pick<Author, 'name' | 'avatar'>;
type Schema = Record<string, unknown>;

/** A line of the response. */
type NdjsonLine =
  | {say: string}
  | {think: string}
  | {tool: string; name: string; input: unknown}
  | {result: string; output: unknown; error?: string}
  | {source: string; url: string}
  | {ask: string; prompt: string; types: string[]; seconds: number; schema?: Schema; tool?: string}
  | {author: Person}
  | {joined: Person}
  | {typing: boolean}
  | {left: true}
  | {error: string}
  | {done: true};

/**
 * A custom protocol: a POST with the text of the user, answered by newline-delimited JSON. `read` adds a line to the
 * answer, `send` describes the request. The operations send answers to questions, and ask for more time.
 */
export const ndjson = createProtocol({
  name: 'ndjson',
  framing: 'lines',
  clientIds: ['session'],
  read({data}, answer) {
    const line = JSON.parse(data) as NdjsonLine;
    if ('say' in line) answer.text(line.say);
    else if ('think' in line) answer.thinking(line.think);
    else if ('ask' in line) {
      const {ask, prompt, types: inputTypes, seconds: timeout, schema, tool: call} = line;
      answer.ask(ask, {prompt, inputTypes, timeout, ...(schema && {schema}), ...(call && {call})});
    } else if ('tool' in line) answer.call(line.tool, line.name, line.input);
    else if ('result' in line) answer.result(line.result, line);
    else if ('source' in line) answer.source(line.source, line.url);
    // region people
    else if ('author' in line) answer.author({...line.author, kind: 'person'});
    else if ('joined' in line) answer.joined(line.joined);
    else if ('typing' in line) answer.typing(line.typing);
    else if ('left' in line) answer.left();
    // endregion
    else if ('error' in line) answer.fail('agent', line.error);
    else answer.end();
  },
  send: ({text, session}) => ({method: 'POST', path: 'ask', body: {json: {text, session}}}),
  operations: {
    continue: {
      request({session, conversation}) {
        const questions = [...walk({children: conversation.children.slice(-1)})];
        const answers = questions.flatMap(item =>
          item.kind === 'request' && item.answer
            ? [{id: item.handle, input: item.answer.input}]
            : [],
        );
        return {method: 'POST', path: 'continue', body: {json: {session, answers}}};
      },
      read: () => ({}),
    },
    // region extend
    extend: {
      request: ({session, request}) => ({
        method: 'POST',
        path: 'extend',
        body: {json: {session, question: request.handle}},
      }),
      read: ({body}) => (body as {seconds: number}).seconds,
    },
    // endregion
  },
});
