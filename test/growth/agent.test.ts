import assert from 'node:assert/strict';
import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {serve, type ServerType} from '@hono/node-server';
import type {Agent, UserMessage} from '../../demo/server/agent/agent.js';
import {sectionsOf} from '../../demo/server/agent/sections.js';
import {splitByCitations} from '../../demo/server/agent/citations.js';
import {evaluate, ExpressionError} from '../../demo/server/agent/tools/expression.js';
import {inputFor, findNamedTools} from '../../demo/server/anthropic/page-tools.js';
import {readSentContent, skipSent} from '../../demo/server/anthropic/sent-content.js';
import {stopScenarioFor} from '../../demo/server/anthropic/stop-scenario.js';
import {createApp} from '../../demo/server/app.js';
import {createContext, type ServerContext} from '../../demo/server/context.js';
import {faultsInText} from '../../demo/server/faults/phrases.js';
import {readSettings} from '../../demo/server/settings.js';
import {cases} from '../support/full.js';

const sizes = [8, 32, 128].map(kilobytes => kilobytes * 1024);

/** Sixteen times the text costs sixteen times as much if the cost is linear, and 256 times if it is quadratic. */
const mostGrowth = 80;

/** Microseconds below which a measurement is noise. */
const noise = 500;

const pumps = cases([
  ...[
    '\n',
    ' ',
    '\t',
    '?!.',
    '. ',
    '"',
    '“',
    '”',
    '""',
    '“a',
    '1',
    '1 ',
    '1.',
    '1 + ',
    '1+',
    '-',
    '-1',
    '+',
    '(',
  ],
  ...[
    'a',
    'a ',
    'a1',
    'in ',
    'in a',
    'for ',
    'for\n',
    'about ',
    'docs ',
    'docs for ',
    'tool ',
    'fail',
    'sqrt(',
    'e+',
  ],
  ...[
    '`',
    '```\n',
    '````\n```\n',
    '|',
    '| a\n',
    '\n|',
    '#',
    '# a\n',
    '\n#',
    '> ',
    '- ',
    '[',
    '*',
    '_',
    '<',
    '&#1;',
  ],
  ...[
    '<citation id="',
    '<citation id="" name="">[1]</citation>',
    '【上下文: ',
    '/replay ',
    'time ',
    'é',
    '😀',
    '\\',
  ],
]);

/** The text that selects each script; the pumped text follows. */
const openings = [
  'compare docs for x ',
  'search the docs about ',
  'make a web page about ',
  'calculate 1 ',
  'draw ',
  'the time in ',
  'write a long answer of 1 kb ',
  'let a tool fail ',
  'think of ',
  'a table of ',
  'show markdown ',
  'ask me ',
  'confirm ',
  '/replay ',
  '',
];

/** Runs the script for a text, with tools that really run, and discards its output. */
async function play({runs}: ServerContext, asked: UserMessage): Promise<void> {
  const nothing = (): Promise<void> => Promise.resolve();
  const agent: Agent = {
    hint: undefined,
    plan: () => undefined,
    step: (_, work) => work(),
    progress: nothing,
    say: nothing,
    think: nothing,
    checkpoint: nothing,
    pause: nothing,
    ask: () => Promise.resolve({input: 'yes', type: 'text'}),
    call: async (tool, input) =>
      tool.run(tool.input.parse(input), {
        id: 'call',
        phase: nothing,
        log: nothing,
        ask: () => Promise.resolve({input: 'yes', type: 'text'}),
        saveAsset: () => '/asset',
      }),
  };
  await runs.planner.scriptFor(asked.text)(agent, asked).catch(assertIsNoRangeError);
}

/** A failing agent reports why, which is no error of the measurement. */
function assertIsNoRangeError(error: unknown): void {
  assert.ok(error instanceof Error && !(error instanceof RangeError), String(error));
}

/** Microseconds of the processor. */
async function cost(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const {user, system} = process.cpuUsage(before);
  return Math.max(noise, user + system);
}

/** Compares the cost of the smallest text with that of the others, each the best of several. */
async function assertGrowth(name: string, work: (size: number) => unknown): Promise<void> {
  const best = sizes.map(() => Infinity);
  const [small = 1] = sizes;
  const grown = (): boolean =>
    sizes.some((size, n) => {
      const allowed = (mostGrowth / 16) * (size / small);
      return n > 0 && (best[n] ?? 0) / (best[0] ?? 1) > allowed;
    });
  for (let time = 0; time === 0 || (time < 5 && grown()); time++) {
    for (const [n, size] of sizes.entries()) {
      best[n] = Math.min(best[n] ?? Infinity, await cost(() => work(size)));
    }
  }
  assert.ok(!grown(), `${name}: ${best.map(Math.round).join(', ')} µs for ${sizes.join(', ')}`);
}

const pumped = (pump: string, size: number): string => pump.repeat(Math.ceil(size / pump.length));

describe('the cost of text from users', () => {
  let folder: string;
  let context: ServerContext;
  let server: ServerType;
  let origin: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ubik-chat-'));
    context = createContext(readSettings(['--data', folder, '--pace', '0'], {}));
    server = serve({fetch: createApp(context).fetch, port: 0, hostname: '127.0.0.1'});
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.close();
    context.store.close();
    await rm(folder, {recursive: true});
  });

  for (const opening of openings) {
    it(`is linear in a message that begins with "${opening}"`, async () => {
      for (const pump of pumps) {
        await assertGrowth(`${opening}${JSON.stringify(pump)}`, size =>
          play(context, {text: `${opening}${pumped(pump, size)} x`, attachments: []}),
        );
      }
    });
  }

  it('is linear in a file of the user', async () => {
    const text = 'search the docs for heading';
    for (const pump of pumps) {
      await assertGrowth(JSON.stringify(pump), size => {
        const file = `# heading\n${pumped(pump, size)}`;
        return play(context, {text, attachments: [{id: 'f', name: 'f.md', text: file}]});
      });
    }
  });

  it('is linear in the text of each parser', async () => {
    const properties = (schema: object, count: number): object =>
      Object.fromEntries(Array.from({length: count}, (_, n) => [`p${n}`, schema]));
    const tool = (schema: object): Parameters<typeof inputFor>[0] => ({
      name: 'page_title',
      input_schema: {type: 'object', properties: schema},
    });
    const parsers: Readonly<Record<string, (text: string) => unknown>> = {
      chunksOf: text => sectionsOf('f.md', text),
      splitByCitations,
      stopScenarioFor,
      faultsInText,
      recordings: text => {
        assert.throws(() => context.recordings.requestedBy(`/replay x${text}`), /no recording/);
      },
      expression: text => assert.throws(() => evaluate(text), ExpressionError),
      'expression, as long as it may be': text => {
        try {
          evaluate(text.slice(0, 500));
        } catch (error) {
          assert.ok(error instanceof ExpressionError, String(error));
        }
      },
      toolsNamedIn: text => findNamedTools(text, [tool({})]),
      'inputFor words': text => inputFor(tool({a: {type: 'string'}}), text),
      'inputFor numbers': text =>
        inputFor(tool(properties({type: 'number'}, text.length / 64)), text),
      'inputFor choices': text =>
        inputFor(
          tool({a: {enum: Array.from({length: text.length / 64}, (_, n) => `no${n}`)}}),
          text,
        ),
      received: text => {
        const received = readSentContent({
          messages: [
            {role: 'user', content: text},
            {role: 'assistant', content: [{type: 'text', text}]},
          ],
          tools: [],
          stream: true,
          continue: false,
        });
        return skipSent(received, text);
      },
    };
    for (const [name, parse] of Object.entries(parsers)) {
      for (const pump of pumps)
        await assertGrowth(`${name} ${JSON.stringify(pump)}`, size => parse(pumped(pump, size)));
    }
  });

  it('is linear in a message over HTTP', async () => {
    const minted = await fetch(`${origin}/demo/token`, {method: 'POST'});
    const {access_token} = (await minted.json()) as {access_token: string};
    const headers = {authorization: `Bearer ${access_token}`, 'content-type': 'application/json'};
    for (const [opening, pump] of [
      ['search docs about ', '?!.'],
      ['read the page title ', '“'],
    ] as const) {
      await assertGrowth(`${opening}${pump}`, async size => {
        const content = `${opening}${pumped(pump, size)} x`;
        const answer = await fetch(`${origin}/anthropic/v1/messages`, {
          method: 'POST',
          headers,
          body: JSON.stringify({
            stream: true,
            messages: [{role: 'user', content}],
            tools: [{name: 'page_title', input_schema: {type: 'object', properties: {a: {}}}}],
          }),
        });
        assert.equal(answer.status, 200);
        await answer.text();
      });
    }
  });
});
