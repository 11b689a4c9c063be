import assert from 'node:assert/strict';
import {afterEach, beforeEach, describe, it} from 'node:test';
import {ChatController, type PageTool} from '../../../src/controller/index.js';
import {protocols} from '../../../src/controller/protocols.js';
import {plainText, walk, type Diagnostic, type MessageItem} from '../../../src/core/index.js';
import {until} from '../../support/until.js';
import {pageTools} from '../support/chat.js';
import {bodyOf, streams} from '../support/streams.js';
import {json, serve, stream} from '../support/web-server.js';

let answers = 0;

/** The events of an answer of Anthropic Messages with one call. */
const anthropicCall = (call: object, input: string): readonly object[] => [
  {
    type: 'message_start',
    message: {id: `m${(answers += 1)}`, type: 'message', role: 'assistant', content: []},
  },
  {type: 'content_block_start', index: 0, content_block: {type: 'tool_use', ...call}},
  {type: 'content_block_delta', index: 0, delta: {type: 'input_json_delta', partial_json: input}},
  {type: 'content_block_stop', index: 0},
  {type: 'message_delta', delta: {stop_reason: 'tool_use'}, usage: {}},
  {type: 'message_stop'},
];

/** The events of an answer with one call, by protocol. */
const callOf: Readonly<Record<string, (input: string) => readonly (object | string)[]>> = {
  anthropic: input => anthropicCall({id: 'c1', name: 'find', input: {}}, input),
  'openai-chat': input => [
    {
      choices: [
        {
          delta: {tool_calls: [{index: 0, id: 'c1', function: {name: 'find', arguments: input}}]},
        },
      ],
    },
    {choices: [{delta: {}, finish_reason: 'tool_calls'}]},
    '[DONE]',
  ],
  openai: input => {
    const id = `r${(answers += 1)}`;
    const item = {type: 'function_call', id: 'f1', call_id: 'c1', name: 'find', arguments: input};
    return [
      {type: 'response.created', response: {id, status: 'in_progress', output: []}},
      {type: 'response.output_item.done', output_index: 0, item},
      {type: 'response.completed', response: {id, status: 'completed', output: [item]}},
    ];
  },
  'ag-ui': input => [
    {type: 'RUN_STARTED', threadId: 't', runId: 'r1'},
    {type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'find', parentMessageId: 'a1'},
    {type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: input},
    {type: 'TOOL_CALL_END', toolCallId: 'c1'},
    {type: 'RUN_FINISHED', threadId: 't', runId: 'r1'},
  ],
};

describe('the continuing request after a call', () => {
  let chat: ChatController;
  let reported: Diagnostic[] = [];
  beforeEach(() => (reported = []));
  afterEach(() => chat.dispose());

  /** Sends a message, whose answer calls a tool of the page. */
  async function ask(
    name: string,
    input: string,
    run: () => unknown,
    {
      calls = 1,
      statusOf = () => 200,
      events: called = callOf[name],
      tools,
    }: {
      readonly calls?: number;
      readonly statusOf?: (attempt: number) => number;
      readonly events?: ((input: string) => readonly (object | string)[]) | undefined;
      readonly tools?: Readonly<Record<string, PageTool>>;
    } = {},
  ): Promise<readonly string[]> {
    const bodies: string[] = [];
    const server = await serve(({body}, response) => {
      const attempt = bodies.push(body);
      const status = statusOf(attempt);
      const events = attempt <= calls ? called?.(input) : streams[name];
      if (status === 200) stream(response).end(bodyOf(events ?? []));
      else json(response, {}, status);
    });
    chat = new ChatController(undefined, {
      protocol: protocols.get(name),
      endpoint: server.origin,
      storage: null,
      tools: pageTools(tools ?? {find: {permission: 'allow', run}}),
      onEvent: event => {
        if (event.type === 'diagnostic') reported.push(event.diagnostic);
      },
    });
    await chat.send('hello');
    return bodies;
  }

  for (const id of ['', undefined])
    it(`has the result of a call without an id: anthropic, ${JSON.stringify({id})}`, async () => {
      const events = (input: string): readonly object[] => [
        ...anthropicCall({name: 'find', ...(id !== undefined && {id})}, input),
      ];
      const bodies = await ask('anthropic', '{"a":1}', () => 'Found it.', {events});
      const {messages} = JSON.parse(bodies[1] ?? '{}') as {
        messages: {
          content: {type: string; id?: string; tool_use_id?: string; content?: string}[];
        }[];
      };
      const [call, result] = messages.slice(-2).map(({content}) => content[0]);
      assert.deepEqual([call?.type, result?.type], ['tool_use', 'tool_result']);
      assert.equal(result?.content, 'Found it.');
      assert.equal(result.tool_use_id, call?.id);
      assert.notEqual(call?.id, '');
      assert.equal(bodies.length, 2);
    });

  for (const name of Object.keys(callOf)) {
    for (const input of ['{"a":1', '{"a":1}{"a":1}', 'rm -rf', '["a"]']) {
      it(`has an error if the input is no JSON object: ${name}, ${input}`, async () => {
        let runs = 0;
        const bodies = await ask(name, input, () => (runs += 1));
        assert.equal(runs, 0);
        assert.equal(bodies.length, 2);
        assert.ok(!bodies[1]?.includes(JSON.stringify(input).slice(1, -1)), bodies[1]);
        assert.match(bodies[1] ?? '', /not valid JSON|must be an? object|object/);
      });
    }

    it(`has an error if a number is not what was sent: ${name}`, async () => {
      let runs = 0;
      const bodies = await ask(name, '{"id":9007199254740993}', () => (runs += 1));
      assert.equal(runs, 0);
      assert.match(bodies[1] ?? '', /The number 9007199254740993 cannot be read/);
    });

    it(`has an error of limited length: ${name}`, async () => {
      const bodies = await ask(name, '{}', () => {
        throw new Error('x'.repeat(3999) + '😀'.repeat(100_000));
      });
      assert.match(bodies[1] ?? '', /x{3999}…/);
    });

    it(`has the exception of a tool, which is written to the console once: ${name}`, async t => {
      const lines: string[] = [];
      t.mock.method(console, 'warn', (line: string, error: unknown) => {
        lines.push(`${line} ${error instanceof Error ? error.stack : ''}`);
      });
      const run = (): never => {
        throw new RangeError(`No page for ${name}.`);
      };
      const bodies = await ask(name, '{}', run, {calls: 2});
      assert.match(bodies[2] ?? '', new RegExp(`No page for ${name}`));
      assert.deepEqual(
        reported.map(({code}) => code),
        ['tool-failed', 'tool-failed'],
      );
      const ofTool = (): string[] => lines.filter(line => line.includes(`No page for ${name}.`));
      await until(() => ofTool().length > 0);
      // The module that writes the line is loaded now.
      await ask(name, '{}', run);
      assert.equal(ofTool().length, 1, lines.join('\n'));
      assert.match(
        ofTool()[0] ?? '',
        /^Ubik Chat: tool-failed\. The page tool find .*Correct the tool.*RangeError: No page[^]*\n +at /,
      );
    });

    it(`has an error that a tool returns, which is not reported: ${name}`, async () => {
      const bodies = await ask(name, '{}', () => new Error('Nothing was found.'));
      assert.match(bodies[1] ?? '', /Nothing was found/);
      assert.deepEqual(reported, []);
    });

    // An agent of AG-UI may have run the call itself.
    if (name !== 'ag-ui')
      it(`has an error for a tool that the page lacks, which is reported: ${name}`, async () => {
        const tools = {other: {permission: 'allow', run: () => 'Found.'}} as const;
        await ask(name, '{}', () => 'Found.', {tools});
        assert.deepEqual(
          reported.map(({code}) => code),
          ['call-not-run'],
        );
        assert.match(reported[0]?.message ?? '', /The tool find was called/);
      });

    it(`has no half of a pair of surrogates: ${name}`, async () => {
      const bodies = await ask(name, '{"a":"\\ud83d"}', () => ({b: '\ude00'}));
      assert.equal(bodies.length, 2);
      assert.doesNotMatch(bodies[1] ?? '', /\\ud[89a-f]/i);
    });

    it(`leaves nothing open if it is refused, and is sent again: ${name}`, async () => {
      const bodies = await ask(name, '{}', () => 'found', {
        statusOf: attempt => (attempt === 2 ? 403 : 200),
      });
      const open = [...walk(chat.conversation)].filter(({status}) => status === 'streaming');
      assert.deepEqual(open, []);
      assert.equal(chat.lastError?.code, 'forbidden');
      await chat.retry();
      const withoutRun = (body = ''): string => body.replace(/"runId":"[^"]*"/, '');
      assert.equal(withoutRun(bodies[2]), withoutRun(bodies[1]));
      assert.match(plainText(chat.conversation.children.at(-1) as MessageItem), /Hello there\.$/);
    });
  }

  for (const name of Object.keys(callOf)) {
    it(`has the result of each call if an id is used again: ${name}`, async () => {
      let runs = 0;
      const bodies = await ask(name, '{}', () => `result ${(runs += 1)}`, {calls: 2});
      assert.equal(bodies.length, 3);
      // In the order of the calls, each once.
      assert.deepEqual(bodies[2]?.match(/result \d/g), ['result 1', 'result 2']);
    });
  }

  for (const [name, field] of [
    ['anthropic', 'tool_use_id'],
    ['openai', 'call_id'],
  ] as const) {
    it(`has no id twice, which the service would refuse: ${name}`, async () => {
      const bodies = await ask(name, '{}', () => 'found', {calls: 3});
      const body = bodies[3] ?? '';
      const results = [
        ...body.matchAll(new RegExp(`_(?:result|output)","${field}":"([^"]*)"`, 'g')),
      ];
      const ids = results.map(([, id]) => id);
      assert.deepEqual(ids, ['c1', 'c1_2', 'c1_3']);
      for (const [, id] of results) assert.equal(body.split(`"${id}"`).length - 1, 2, id);
    });
  }

  for (const name of ['anthropic', 'openai']) {
    it(`has a name that the service accepts: ${name}`, async () => {
      const events = (input: string): readonly (object | string)[] =>
        JSON.parse(
          JSON.stringify(callOf[name]?.(input)).replaceAll('"find"', '"multi_tool_use.parallel"'),
        ) as readonly (object | string)[];
      const bodies = await ask(name, '{}', () => 'found', {events});
      await chat.send('more');
      assert.match(bodies.at(-1) ?? '', /"name":"multi_tool_use_parallel"/);
    });
  }

  for (const [what, start, json] of [
    ['blank', {}, '  '],
    ['empty', {}, ''],
    ['blank from the start', '  ', ''],
    ['null', null, ''],
    ['a list', [], ''],
    ['absent', undefined, ''],
  ] as const) {
    it(`has an object as the input of a call: ${what}`, async () => {
      const events = () => anthropicCall({id: 'c1', name: 'find', input: start}, json);
      const bodies = await ask('anthropic', '', () => 'found', {events});
      assert.match(bodies[1] ?? '', /"type":"tool_use","id":"c1","name":"find","input":\{\}/);
    });
  }
});
