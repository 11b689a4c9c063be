import {
  createProtocol,
  turnsOf,
  type ContinueInput,
  type RequestShape,
  type Turn,
} from '../../../src/core/index.js';

interface Chunk {
  readonly choices?: readonly {
    readonly delta?: {
      readonly content?: string;
      readonly tool_calls?: readonly {
        readonly index: number;
        readonly id?: string;
        readonly function: {readonly name?: string; readonly arguments?: string};
      }[];
    };
    readonly finish_reason?: string | null;
  }[];
  readonly error?: {readonly message: string};
}

/** A turn as messages: the results of calls follow them. */
const messagesOf = ({role, text, calls}: Turn): readonly object[] => [
  {
    role,
    content: text,
    ...(calls.length > 0 && {
      tool_calls: calls.map(({id, name, input}) => ({
        id,
        type: 'function',
        function: {name, arguments: input},
      })),
    }),
  },
  ...calls.map(({id, output}) => ({role: 'tool', tool_call_id: id, content: output})),
];

/** Sends the whole conversation, and the tools of the page. */
const request = ({conversation, tools = []}: ContinueInput): RequestShape => ({
  method: 'POST',
  path: '/chat/completions',
  body: {
    json: {
      stream: true,
      messages: turnsOf(conversation).flatMap(messagesOf),
      // The service rejects an empty list.
      ...(tools.length > 0 && {
        tools: tools.map(({name, description, schema}) => ({
          type: 'function',
          function: {name, description, parameters: schema},
        })),
      }),
    },
  },
});

/** Chat Completions by hand: text, tools of the page, and errors. */
export const completions = createProtocol({
  name: 'completions',
  start: () => ({calls: new Map<number, string>(), isComplete: false}),
  read({data}, answer, run) {
    // Without a reason, the answer was cut off, although the stream ends regularly.
    if (data === '[DONE]' && run.isComplete) answer.end();
    if (data === '[DONE]') return;
    const {choices, error} = JSON.parse(data) as Chunk;
    if (error) answer.fail('server_error', error.message);
    const {delta, finish_reason: reason} = choices?.[0] ?? {};
    answer.text(delta?.content ?? '');
    for (const {index, id = run.calls.get(index) ?? '', function: fn} of delta?.tool_calls ?? []) {
      if (fn.name) answer.call(id, fn.name, '', {runsIn: 'page'});
      answer.input(id, fn.arguments ?? '');
      run.calls.set(index, id);
    }
    run.isComplete ||= Boolean(reason);
  },
  send: request,
  operations: {continue: {request, read: () => ({})}},
  readError: body => ({code: 'server_error', text: (body as Chunk | null)?.error?.message ?? ''}),
});
