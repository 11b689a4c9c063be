import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {ChatController, type ChatOptions, type PageTool} from '../../../src/controller/index.js';
import {
  agUi,
  aishu,
  aiSdk,
  anthropic,
  openai,
  openaiChat,
  openRequests,
  Registry,
  ubik,
  type Item,
  type Mark,
} from '../../../src/core/index.js';

// One conversation in the format of each protocol: the agent thinks, works in a step, uses two tools, cites a
// source, asks whether to continue, is displayed, answers, and fails.

type FrameData = Record<string, unknown>;

const thought = 'The calculator first, then the web.';
const said = 'It is **42**, as the book says.';
const last = 'It is booked.';
const failure = 'The printer is out of paper.';
const source = {id: 'd1', title: 'The book'};
const prompt = 'Shall I book it?';

const sse = (frames: readonly FrameData[]): Response =>
  new Response(frames.map(frame => `data: ${JSON.stringify(frame)}\n\n`).join(''), {
    headers: {'content-type': 'text/event-stream'},
  });

let clock = 0;
const at = (type: string, fields: FrameData = {}): FrameData => ({
  type,
  timestamp: new Date(Date.UTC(2026, 0, 1) + ++clock * 1000).toISOString(),
  ...fields,
});
const chunk = (content: string): FrameData => at('response_chunk', {content, step: 1});
const tagged = (name: string, id: string, input: unknown, output: unknown): string =>
  `<<TOOL_STEP_START/${name}:${id}>>\n<<TOOL_STEP_INPUT_START>>\n${JSON.stringify(input)}\n<<TOOL_STEP_INPUT_END>>\n` +
  (output === undefined ? '' : ended(name, id, output));
const ended = (name: string, id: string, output: unknown): string =>
  `<<TOOL_STEP_RESULT_START>>\n${JSON.stringify(output)}\n<<TOOL_STEP_RESULT_END>>\n<<TOOL_STEP_END/${name}:${id}>>\n`;

const ubikStart = [
  at('agent_processing_started', {task_id: 't'}),
  at('agent_step_started', {step: 1, description: 'Work it out'}),
  chunk(`<<thinking>>\n${thought}\n<</thinking>>\n`),
  chunk(tagged('calculator', 'c1', {expression: '6 * 7'}, {result: 42})),
  chunk(tagged('find', 'c2', {query: 'the book'}, {found: 1})),
  chunk(`${said.slice(0, -1)}<citation id="${source.id}" name="${source.title}">[1]</citation>.\n`),
  chunk(tagged('book', 'c3', {table: 2}, undefined)),
  at('tool_input_required', {
    tool_execution_id: 'c3',
    tool_name: 'book',
    tool_input: {question: prompt, input_types: ['confirm']},
  }),
];
const ubikRest = [
  chunk(ended('book', 'c3', {booked: true})),
  chunk(last),
  at('agent_processing_error', {error: failure}),
];

const block = (index: number, content_block: FrameData, ...deltas: FrameData[]): FrameData[] => [
  {type: 'content_block_start', index, content_block},
  ...deltas.map(delta => ({type: 'content_block_delta', index, delta})),
  {type: 'content_block_stop', index},
];
const call = (index: number, id: string, type: string, name: string, input: unknown): FrameData[] =>
  block(
    index,
    {type, id, name, input: {}, ...(type === 'mcp_tool_use' && {server_name: undefined})},
    {type: 'input_json_delta', partial_json: JSON.stringify(input)},
  );
const result = (index: number, tool_use_id: string, output: unknown): FrameData[] =>
  block(index, {
    type: 'mcp_tool_result',
    tool_use_id,
    is_error: false,
    content: [{type: 'text', text: JSON.stringify(output)}],
  });
const begin = (id: string): FrameData => ({
  type: 'message_start',
  message: {id, type: 'message', role: 'assistant', content: [], stop_reason: null},
});
const cited = {
  type: 'page_location',
  cited_text: '',
  document_index: 0,
  document_title: source.title,
  file_id: source.id,
};
const anthropicStart = [
  begin('m1'),
  ...block(
    0,
    {type: 'thinking', thinking: '', signature: ''},
    {type: 'thinking_delta', thinking: thought},
    {type: 'signature_delta', signature: 's'},
  ),
  ...call(1, 'c1', 'mcp_tool_use', 'calculator', {expression: '6 * 7'}),
  ...result(2, 'c1', {result: 42}),
  ...call(3, 'c2', 'mcp_tool_use', 'find', {query: 'the book'}),
  ...result(4, 'c2', {found: 1}),
  ...block(
    5,
    {type: 'text', text: ''},
    {type: 'citations_delta', citation: cited},
    {type: 'text_delta', text: said.slice(0, -1)},
  ),
  ...block(6, {type: 'text', text: ''}, {type: 'text_delta', text: '.'}),
  ...call(7, 'c3', 'tool_use', 'book', {table: 2}),
  {type: 'message_delta', delta: {stop_reason: 'tool_use'}},
  {type: 'message_stop'},
];
const anthropicRest = [
  begin('m2'),
  ...block(0, {type: 'text', text: ''}, {type: 'text_delta', text: last}),
  {type: 'error', error: {type: 'api_error', message: failure}},
];

const args = (input: FrameData): FrameData[] =>
  Object.entries(input).map(([name, value]) => ({name, type: typeof value, value}));
const skill = (id: string, name: string, input: FrameData, answer: unknown): FrameData => ({
  id,
  stage: 'skill',
  agent_name: name,
  answer,
  status: answer === '' ? 'processing' : 'completed',
  skill_info: {type: 'TOOL', name, args: args(input)},
});
const llm = (id: string, fields: FrameData): FrameData => ({
  id,
  stage: 'llm',
  agent_name: 'main',
  answer: '',
  status: 'completed',
  skill_info: null,
  ...fields,
});
const handle = {resume_token: 'r', snapshot_id: 's'};
const asking = {
  handle,
  data: {
    tool_name: 'book',
    tool_args: [],
    interrupt_config: {requires_confirmation: true, confirmation_message: prompt},
  },
};
const steps = [
  llm('s1', {think: thought}),
  skill('s2', 'calculator', {expression: '6 * 7'}, {result: {result: 42}}),
  skill('s3', 'find', {query: 'the book'}, {result: {found: 1}}),
  llm('s4', {answer: `${said.slice(0, -1)}[1].`}),
];
const doc_retrieval = {cites: [{doc_id: source.id, doc_name: source.title}]};
const document = (progress: FrameData[], ext: FrameData, error: unknown): FrameData[] => [
  {seq_id: 0, key: ['conversation_id'], action: 'upsert', content: 'k'},
  {seq_id: 1, key: ['assistant_message_id'], action: 'upsert', content: 'm'},
  {
    seq_id: 1,
    key: ['message'],
    action: 'upsert',
    content: {id: 'm', content: {middle_answer: {progress, doc_retrieval}}, ext},
  },
  {seq_id: 1, key: ['error'], action: 'upsert', content: error},
  {seq_id: 4, key: [], action: 'end', content: null},
];

const booking = skill('s5', 'book', {table: 2}, '');
const booked = skill('s5', 'book', {table: 2}, {result: {booked: true}});
const aishuStart = document([...steps, booking], {interrupt_info: asking}, null);
const aishuRest = document(
  [...steps, booked, llm('s6', {answer: last})],
  {interrupt_info: null},
  {BaseError: {error_code: 'x', description: failure}},
);

const text = (id: string, delta: string, end: FrameData = {}): FrameData[] => [
  {type: 'text-start', id},
  {type: 'text-delta', id, delta},
  {type: 'text-end', id, ...end},
];
const invoke = (toolCallId: string, toolName: string, input: unknown): FrameData[] => [
  {type: 'tool-input-start', toolCallId, toolName},
  {type: 'tool-input-delta', toolCallId, inputTextDelta: JSON.stringify(input)},
  {type: 'tool-input-available', toolCallId, toolName, input},
];
const returned = (toolCallId: string, output: unknown): FrameData => ({
  type: 'tool-output-available',
  toolCallId,
  output,
});
const citation = {source: {type: 'source', sourceType: 'document', ...source}};
const aiSdkStart = [
  {type: 'start', messageId: 'm'},
  {type: 'start-step'},
  {type: 'reasoning-start', id: 'r'},
  {type: 'reasoning-delta', id: 'r', delta: thought},
  {type: 'reasoning-end', id: 'r'},
  ...invoke('c1', 'calculator', {expression: '6 * 7'}),
  returned('c1', {result: 42}),
  ...invoke('c2', 'find', {query: 'the book'}),
  returned('c2', {found: 1}),
  ...text('0', said.slice(0, -1), {citations: [citation]}),
  ...text('1', '.'),
  ...invoke('c3', 'book', {table: 2}),
  {type: 'finish-step'},
  {type: 'finish', finishReason: 'tool-calls'},
];
const aiSdkRest = [
  {type: 'start', messageId: 'm'},
  {type: 'start-step'},
  ...text('0', last),
  {type: 'error', errorText: failure},
  {type: 'finish', finishReason: 'error'},
];

const completes = (
  id: string,
  delta: FrameData,
  finish_reason: string | null = null,
): FrameData => ({
  id,
  choices: [{index: 0, delta, finish_reason}],
});
const called = (index: number, id: string, name: string, input: unknown): FrameData => ({
  tool_calls: [{index, id, type: 'function', function: {name, arguments: JSON.stringify(input)}}],
});
const resulted = (tool_call_id: string, output: unknown): FrameData => ({
  role: 'tool',
  tool_call_id,
  content: JSON.stringify(output),
});
const file_citation = {file_id: source.id, filename: source.title, index: said.length - 1};
const openaiChatStart = [
  completes('m1', {reasoning_content: thought}),
  completes('m1', called(0, 'c1', 'calculator', {expression: '6 * 7'})),
  completes('m1', called(1, 'c2', 'find', {query: 'the book'}), 'tool_calls'),
  completes('m1', resulted('c1', {result: 42})),
  completes('m1', resulted('c2', {found: 1})),
  completes('m2', {content: said}),
  completes('m2', {annotations: [{type: 'file_citation', file_citation}]}),
  completes('m2', called(0, 'c3', 'book', {table: 2}), 'tool_calls'),
];
const openaiChatRest = [completes('m3', {content: last}, 'stop'), {error: {message: failure}}];

const added = (index: number, item: FrameData): FrameData => ({
  type: 'response.output_item.done',
  output_index: index,
  item,
});
const functionCall = (call_id: string, name: string, input: unknown): FrameData => ({
  type: 'function_call',
  id: `fc_${call_id}`,
  call_id,
  name,
  arguments: JSON.stringify(input),
});
const functionOutput = (call_id: string, output: unknown): FrameData => ({
  type: 'function_call_output',
  id: `fco_${call_id}`,
  call_id,
  output: JSON.stringify(output),
});
const place = {output_index: 5, content_index: 0};
const openaiStart = [
  {type: 'response.created', response: {id: 'r1', status: 'in_progress', output: []}},
  {type: 'response.reasoning_summary_text.delta', output_index: 0, delta: thought},
  added(1, functionCall('c1', 'calculator', {expression: '6 * 7'})),
  added(2, functionOutput('c1', {result: 42})),
  added(3, functionCall('c2', 'find', {query: 'the book'})),
  added(4, functionOutput('c2', {found: 1})),
  {type: 'response.output_text.delta', ...place, delta: said},
  {
    type: 'response.output_text.annotation.added',
    ...place,
    annotation: {type: 'file_citation', ...file_citation},
  },
  added(6, functionCall('c3', 'book', {table: 2})),
  {type: 'response.completed', response: {id: 'r1', status: 'completed'}},
];
const openaiRest = [
  {type: 'response.created', response: {id: 'r2', status: 'in_progress', output: []}},
  added(0, {type: 'message', id: 'm2', content: [{type: 'output_text', text: last}]}),
  {type: 'error', error: {message: failure}},
];

const agUiText = (messageId: string, delta: string): FrameData[] => [
  {type: 'TEXT_MESSAGE_START', messageId, role: 'assistant'},
  {type: 'TEXT_MESSAGE_CONTENT', messageId, delta},
  {type: 'TEXT_MESSAGE_END', messageId},
];
const agUiCall = (toolCallId: string, toolCallName: string, input: unknown): FrameData[] => [
  {type: 'TOOL_CALL_START', toolCallId, toolCallName},
  {type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(input)},
  {type: 'TOOL_CALL_END', toolCallId},
];
const agUiResult = (toolCallId: string, output: unknown): FrameData => ({
  type: 'TOOL_CALL_RESULT',
  messageId: `${toolCallId}-result`,
  toolCallId,
  content: JSON.stringify(output),
});
const agUiStart = [
  {type: 'RUN_STARTED', threadId: 'k', runId: 'r1'},
  {type: 'STEP_STARTED', stepName: 'Work it out'},
  {type: 'REASONING_MESSAGE_START', messageId: 'r', role: 'reasoning'},
  {type: 'REASONING_MESSAGE_CONTENT', messageId: 'r', delta: thought},
  {type: 'REASONING_MESSAGE_END', messageId: 'r'},
  ...agUiCall('c1', 'calculator', {expression: '6 * 7'}),
  agUiResult('c1', {result: 42}),
  ...agUiCall('c2', 'find', {query: 'the book'}),
  agUiResult('c2', {found: 1}),
  ...agUiText('m', said),
  ...agUiCall('c3', 'book', {table: 2}),
  {type: 'STEP_FINISHED', stepName: 'Work it out'},
  {type: 'RUN_FINISHED', threadId: 'k', runId: 'r1'},
];
const agUiRest = [
  {type: 'RUN_STARTED', threadId: 'k', runId: 'r2'},
  ...agUiText('m2', last),
  {type: 'RUN_ERROR', message: failure},
];

const json = (body: unknown): Response => Response.json(body);

/** A server that sends the first part as the answer to a message, and the rest as the answer to a reply. */
const protocols: readonly (readonly [
  string,
  ChatOptions,
  (path: string, asked: FrameData) => Response,
])[] = [
  [
    'ubik',
    {protocol: ubik},
    path => {
      if (path.endsWith('/agent-sessions')) return json({id: 'k'});
      if (path.endsWith('/messages')) return sse(ubikStart);
      if (path.endsWith('/provide-input')) return json({});
      return sse([...ubikStart, ...ubikRest]);
    },
  ],
  [
    'anthropic',
    {protocol: anthropic},
    (_, {messages}) => sse((messages as unknown[]).length > 1 ? anthropicRest : anthropicStart),
  ],
  [
    'ai-sdk',
    {protocol: aiSdk},
    (_, {messages}) => sse((messages as unknown[]).length > 1 ? aiSdkRest : aiSdkStart),
  ],
  [
    'openai-chat',
    {protocol: openaiChat},
    (_, {messages}) => sse((messages as unknown[]).length > 1 ? openaiChatRest : openaiChatStart),
  ],
  [
    'openai',
    {protocol: openai},
    (_, {input}) => sse((input as unknown[]).length > 1 ? openaiRest : openaiStart),
  ],
  [
    'ag-ui',
    {protocol: agUi},
    (_, {messages}) => sse((messages as unknown[]).length > 1 ? agUiRest : agUiStart),
  ],
  [
    'aishu',
    {protocol: aishu, agentId: 'a'},
    (path, asked) => {
      if (path.endsWith('/conversation')) return json({id: 'k'});
      if (!path.endsWith('/completion')) return new Response('{}', {status: 404});
      return sse(asked['resume_interrupt_info'] ? aishuRest : aishuStart);
    },
  ],
];

const book: PageTool = {
  permission: 'allow',
  async run(_, {ask}) {
    await ask({prompt, inputTypes: ['confirm']});
    return {booked: true};
  },
};

async function receive(
  options: ChatOptions,
  answer: (path: string, asked: FrameData) => Response,
): Promise<readonly Item[]> {
  const tools = new Registry<PageTool>();
  tools.register('book', book);
  const chat = new ChatController(undefined, {
    endpoint: 'http://agent.example/api/v1',
    storage: null,
    tools,
    fetch: (url, init) => {
      const {pathname} = new URL(url instanceof Request ? url.url : url);
      const body = typeof init?.body === 'string' ? init.body : '{}';
      const method = init?.method ?? 'GET';
      const isHistory = method === 'GET' && !pathname.endsWith('/stream');
      return Promise.resolve(
        isHistory
          ? new Response('{}', {status: 503})
          : answer(pathname, JSON.parse(body) as FrameData),
      );
    },
    ...options,
  });
  const turn = chat.send('Book it');
  await new Promise<void>(resolve => {
    const end = chat.subscribe(() => {
      const [open] = chat.status === 'waiting' ? openRequests(chat.conversation) : [];
      if (!open) return;
      end();
      void chat.reply(open.id, {type: 'confirm', input: true}).then(resolve);
    });
  });
  await turn;
  while (chat.status !== 'idle') await new Promise(resolve => chat.subscribe(() => resolve(null)));
  chat.dispose();
  return chat.conversation.children;
}

/** The visible part of an item, in an order that no protocol determines: sources last, and no plan around it. */
function seen(item: Item): unknown[] {
  const inner = item.children.flatMap(seen);
  const all = [...inner.filter(one => !isSource(one)), ...inner.filter(isSource)];
  const {kind, status} = item;
  switch (item.kind) {
    case 'message':
      return [{kind, status, role: item.role, children: all}];
    case 'step':
      return all;
    case 'text':
      return [{kind, status, text: item.text.trim(), marks: (item.marks ?? []).map(placeOf)}];
    case 'thinking':
      return [{kind, status, text: item.text.trim()}];
    case 'tool': {
      const {name, input, output} = item;
      return [{kind, status, name, input: valueOf(input), output: valueOf(output)}, ...all];
    }
    case 'request':
      return [
        {
          kind,
          status,
          prompt: item.prompt,
          types: item.inputTypes,
          tool: item.toolName,
          answer: item.answer,
        },
      ];
    case 'source':
      return [{kind, number: item.number, title: item.title, document: item.documentId}];
    case 'error':
      return [{kind, status, text: item.text}];
    default:
      return [{kind, status}];
  }
}

/** Protocols that have no citations and no sources. */
const hasNoCitations = new Set(['ag-ui']);

/** What is seen of a conversation without its citations and sources. */
const withoutCitations = (conversation: unknown): unknown =>
  JSON.parse(JSON.stringify(conversation), (_, value: unknown) => {
    if (!Array.isArray(value)) return value;
    const list: readonly unknown[] = value;
    return list.filter(one => !isCitation(one));
  });

/** Whether a value is a source, or a mark: an offset and a label. */
const isCitation = (one: unknown): boolean =>
  Array.isArray(one) ? typeof one[0] === 'number' : typeof one === 'object' && isSource(one);

const isSource = (one: unknown): boolean => (one as {kind: string}).kind === 'source';
const placeOf = ({offset, label}: Mark): unknown => [offset, label];
const valueOf = (text: string): unknown => (text === '' ? '' : JSON.parse(text));

describe('one conversation over all protocols', () => {
  const tool = (name: string, input: unknown, output: unknown): FrameData => ({
    kind: 'tool',
    status: 'done',
    name,
    input,
    output,
  });
  const expected = [
    {
      kind: 'message',
      status: 'done',
      role: 'user',
      children: [{kind: 'text', status: 'done', text: 'Book it', marks: []}],
    },
    {
      kind: 'message',
      status: 'failed',
      role: 'assistant',
      children: [
        {kind: 'thinking', status: 'done', text: thought},
        tool('calculator', {expression: '6 * 7'}, {result: 42}),
        tool('find', {query: 'the book'}, {found: 1}),
        {kind: 'text', status: 'done', text: said, marks: [[said.length - 1, '1']]},
        tool('book', {table: 2}, {booked: true}),
        {
          kind: 'request',
          status: 'done',
          prompt,
          types: ['confirm'],
          tool: 'book',
          answer: {type: 'confirm', input: true},
        },
        {kind: 'text', status: 'done', text: last, marks: []},
        {kind: 'error', status: 'failed', text: failure},
        {kind: 'source', number: 1, title: source.title, document: source.id},
      ],
    },
  ];

  for (const [name, options, answer] of protocols) {
    it(`is that conversation over ${name}`, async () => {
      const wanted = hasNoCitations.has(name) ? withoutCitations(expected) : expected;
      assert.deepEqual((await receive(options, answer)).flatMap(seen), wanted);
    });
  }
});
