import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../../../test/support/agent-server.js';
import {
  Client,
  events,
  eventsOf,
  eventsUntil,
  finalContent,
  ofType,
  textOf,
  type Json,
} from '../client.js';

describe('the agent', () => {
  let server: AgentServer;
  let client: Client;

  before(async () => {
    server = await startServer();
    client = await Client.of(server);
  });
  after(() => server.stop());

  async function ask(words: string): Promise<Json[]> {
    return client.send(await client.session(), words);
  }

  for (const words of ['compare two numbers and search the docs', 'Show me a run with tools']) {
    it(`does everything that an agent can do for "${words}"`, async () => {
      const session = await client.session();
      const all: Json[] = [];
      for await (const event of events(await client.open(session, words))) {
        all.push(event);
        if (event['type'] === 'input_required') await client.send(session, 'a table');
      }
      assert.deepEqual(
        ofType(all, 'agent_step_started').map(({description}) => description),
        ['Compare the numbers', 'Search the documentation', 'Write the answer'],
      );
      assert.deepEqual(
        ofType(all, 'agent_progress').map(({progress}) => progress),
        [33.3, 66.7, 100],
      );
      assert.equal(ofType(all, 'agent_step_progress').length, 1);
      const tools = new Set(ofType(all, 'tool_update').map(({tool_name}) => tool_name));
      assert.deepEqual([...tools], ['calculator', 'docs_search']);
      const logs = new Set(
        ofType(all, 'tool_partial_update').map(({data}) => (data as Json)['output_key']),
      );
      assert.deepEqual([...logs], ['steps', 'response']);
      const content = finalContent(all);
      for (const part of [
        /^I will compare/,
        /<<thinking>>\n[^]*<<\/thinking>>/,
        /<<TOOL_STEP_START\/calculator:call_\w+>>\n<<TOOL_STEP_INPUT_START>>\n\{"expression": "17 \* 23"\}\n/,
        /<<TOOL_STEP_RESULT_START>>\n\{"expression": "17 \* 23", "result": 391\}\n/,
        /<<CHECKPOINT_START>>\nCheckpoint: after_search\n<<CHECKPOINT_END>>/,
        /\| `17 \* 23` \| 391 \|/,
        /<citation id="[-0-9a-f]{36}" name="[^"]+">\[1\]<\/citation>/,
        /```js\nconsole\.log\(17 \* 23 > 19 \* 21\); \/\/ false\n```/,
      ]) {
        assert.match(content, part);
      }
    });
  }

  it('asks for approval', async () => {
    const response = await client.open(await client.session(), 'Ask me for approval');
    const all = await eventsUntil(response, 'tool_input_required');
    assert.equal(all.at(-1)?.['type'], 'tool_input_required');
    assert.deepEqual(
      ofType(all, 'tool_update').map(({tool_name}) => tool_name),
      ['human_confirmation'],
    );
  });

  it('shows a form, and says what was filled in', async () => {
    const session = await client.session();
    const first = await eventsUntil(
      await client.open(session, 'Show me a form'),
      'tool_input_required',
    );
    const {tool_execution_id: id, tool_input: asked} = first.at(-1) ?? {};
    assert.deepEqual(Object.keys((asked as Json)['schema'] as Json), [
      'type',
      'required',
      'properties',
    ]);
    const body = new FormData();
    body.set('input_data_json', '{"name": "Ada", "guests": 3}');
    const response = await client.call(`/tool-executions/${String(id)}/provide-input`, {body});
    assert.equal(response.status, 202);
    const content = finalContent(await eventsOf(await client.attach(session)));
    assert.match(content, /- name: `"Ada"`\n- guests: `3`/);
  });

  it('answers messages of 100 KB, whatever they repeat', async () => {
    for (const repeated of ['tool ', '9', 'time 1 ']) {
      const all = await ask(`x ${repeated.repeat(100_000 / repeated.length)} y`);
      finalContent(all);
    }
  });

  for (const [words, answer] of [
    ['help', /<<SINGLE_STEP_FLAG>>\nStep 1: List what I can do ✓\n[^]*compare two numbers/],
    ['hello', /^Hello!/],
    ['what is 2 * (3 + 4)?', /`2 \* \(3 \+ 4\)` is \*\*14\*\*/],
    ['calculate 1 / 0', /could not work out `1 \/ 0`: Division by zero/],
    ['what is the time in Tokyo?', /In Tokyo \(Asia\/Tokyo\) it is \*\*/],
    [
      'What is 17 * 23, and what time is it?',
      /Step 1: Work it out ✓[^]*is \*\*391\*\*[^]*Step 2: Look at the clock ✓[^]*Where you are \([^)]+\) it is \*\*/,
    ],
    ...(['What is 6 * 7 and the time?', 'Calculate 6 * 7, and the current time.'] as const).map(
      words =>
        [
          words,
          /Step 1: Work it out ✓[^]*is \*\*42\*\*[^]*Step 2: Look at the clock ✓[^]*Where you are/,
        ] as const,
    ),
    ['Tell me the time and 6 * 7', /Where you are[^]*is \*\*42\*\*/],
    ['What is the time and date?', /^(?!.*Step 2:)[^]*Where you are/],
    ['the time', /Where you are \([^)]+\) it is/],
    ['search the docs for recordings', /<citation id=/],
    ['search the docs for xyzzyplugh', /I found nothing about that in the documentation/],
    ['draw a chart of 3, 5, 8', /\[As you asked\]\(\/api\/v1\/assets\/tools\//],
    ['show markdown', /\| left \| centre \| right \|/],
    ['think', /<<thinking>>[^]*<<thinking>>[^]*<<thinking>>/],
    ['let a tool fail', /1\. Division by zero\.\n2\. The sandbox is full\./],
    ['wake', /None of my scripts fits/],
    ['la', /^(?!.*script et répond)[^]*None of my scripts fits/],
    ['How warm is it today in Berlin?', /None of my scripts fits/],
    ['quux', /None of my scripts fits[^]*I found nothing about that[^]*say \*\*help\*\*/],
  ] as const) {
    it(`answers "${words}"`, async () => {
      assert.match(finalContent(await ask(words)), answer);
    });
  }

  it('writes at the length, and with the tools, that are asked for', async () => {
    const all = await ask('write a long answer of 20 KB with 5 tools');
    const content = finalContent(all);
    assert.ok(content.length > 20 * 1024 && content.length < 30 * 1024, String(content.length));
    assert.equal(content.match(/<<TOOL_STEP_START\/calculator/g)?.length, 5);
  });

  it('cuts its text anywhere but within a character, tags too', async () => {
    const all = await ask('write a long answer of 8 KB with 5 tools');
    const chunks = ofType(all, 'response_chunk').map(({content}) => String(content));
    for (const chunk of chunks) assert.doesNotThrow(() => encodeURIComponent(chunk));
    assert.ok(chunks.some(chunk => /<<TOOL[^>]*$/.test(chunk)));
    assert.ok(finalContent(all).includes(textOf(all)));
  });

  it('fails in the second step, with the tool still open', async () => {
    const session = await client.session();
    const all = await client.send(session, 'fail');
    const last = all.at(-1);
    assert.equal(last?.['type'], 'agent_processing_error');
    assert.match(String(last['traceback']), /^Error: Tool execution failed/);
    const content = String((await client.history(session))[1]?.['content']);
    assert.match(content, /Step 1: Load the file ✓\n/);
    assert.match(content, /Step 2: Plot the totals\n/);
    assert.doesNotMatch(content, /TOOL_STEP_END/);
    const error = /<<ERROR_JSON_START>>\n([^]*)\n<<ERROR_JSON_END>>$/.exec(content)?.[1];
    const {error: message, timestamp} = JSON.parse(error ?? '') as Json;
    assert.deepEqual([message, timestamp], [last['error'], last['timestamp']]);
  });

  it('injects errors into its own stream if the message says so', async () => {
    const session = await client.session();
    const all = await client.send(session, 'end the stream early, and give me help');
    assert.equal(all.length, 12);
    const whole = await client.attach(session);
    assert.match(await whole.text(), /agent_processing_complete/);
  });
});
