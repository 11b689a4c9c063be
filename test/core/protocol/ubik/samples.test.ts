import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {emptyConversation, type Conversation} from '../../../../src/core/model/item.js';
import {shareStructure} from '../../../../src/core/model/share.js';
import {EventLog} from '../../../../src/core/protocol/frames/event-log.js';
import {foldFrames} from '../../../../src/core/protocol/frames/fold.js';
import {splitEvent, timeOf} from '../../../../src/core/protocol/ubik/events.js';
import {ubik} from '../../../../src/core/protocol/ubik/index.js';
import type {GivenAnswer} from '../../../../src/core/protocol/ubik/rebuild/layout.js';
import type {Frame} from '../../../../src/core/sse/frame.js';
import {
  between,
  byteByByte,
  bytesOf,
  cutOnce,
  framesIn,
  lineEnds,
  readJson,
  readText,
  recorded,
} from '../recorded.js';
import {essence, every, only, outline, folded} from './folded.js';

const fixture = (name: string): URL => new URL(`fixtures/${name}`, import.meta.url);

/** An incomplete tag counts as text when the stream is lost, and no longer when the tag is complete. */
const LONGEST_TAG = '<<TOOL_STEP_START/human_confirmation:call_41aa07>>'.length;

const inputs = readJson(fixture('c-input-required.inputs.json')) as {
  readonly agent_inputs: readonly GivenAnswer[];
};

const samples = [
  {name: 'a-single-step', answers: []},
  {name: 'b-multi-step-web-search', answers: []},
  {name: 'c-input-required', answers: inputs.agent_inputs},
  {name: 'd-error-mid-step', answers: []},
].map(sample => ({
  ...sample,
  sse: recorded('ubik', sample.name),
  expected: readText(fixture(`${sample.name}.expected.txt`)),
}));

/** The ways in which servers of this API have put an event into a frame. */
const framings: readonly {name: string; wrap: (event: {type: string}) => string}[] = [
  {name: 'the type inside', wrap: event => `data: ${JSON.stringify(event)}`},
  {
    name: 'the type as the name of the frame',
    wrap: ({type, ...rest}) => `event: ${type}\ndata: ${JSON.stringify(rest)}`,
  },
  {
    name: 'the type beside the data',
    wrap: ({type, ...rest}) => `data: ${JSON.stringify({event_type: type, data: rest})}`,
  },
  {
    name: 'the type as event',
    wrap: ({type, ...rest}) => `data: ${JSON.stringify({event: type, data: rest})}`,
  },
];

function reframed(sse: string, wrap: (event: {type: string}) => string): string {
  return framesIn([bytesOf(sse)])
    .map(({data}) => `${wrap(JSON.parse(data) as {type: string})}\n\n`)
    .join('');
}

const fold = (frames: Iterable<Frame>): Conversation => foldFrames(ubik, frames, {run: 'run'});

describe('the samples of the Agent API', () => {
  for (const {name, sse, expected, answers} of samples) {
    const frames = framesIn([bytesOf(sse)]);
    const whole = fold(frames);

    it(`${name} rebuilds its message byte for byte`, () => {
      assert.equal(ubik.rebuild(frames, answers), expected);
    });

    for (const {name: framing, wrap} of framings) {
      for (const [ends, body] of lineEnds(reframed(sse, wrap))) {
        it(`${name} with ${framing} and ${ends} is the same message, whole and byte by byte`, () => {
          const some = framesIn([bytesOf(body)]);
          assert.deepEqual(fold(some), whole);
          assert.deepEqual(fold(framesIn(byteByByte(bytesOf(body)))), whole);
          assert.equal(ubik.rebuild(some, answers), expected);
        });
      }
    }

    it(`${name} is the same message wherever its bytes are cut`, () => {
      for (const chunks of cutOnce(bytesOf(sse))) {
        assert.deepEqual(
          framesIn(chunks).map(({data}) => data),
          frames.map(({data}) => data),
        );
      }
    });

    it(`${name} is the same message with comments, broken and unknown frames in between`, () => {
      for (const data of ['[DONE]', '[]', '{"type":"future","content":"WRONG"}', '{}', '']) {
        assert.deepEqual(fold(between(frames, {data})), whole);
        assert.equal(ubik.rebuild(between(frames, {data}), answers), expected);
      }
    });

    it(`${name} sent twice in one stream is the same message`, () => {
      for (let length = 1; length <= frames.length; length++) {
        const twice = [...frames.slice(0, length), ...frames];
        assert.deepEqual(fold(twice), whole);
        assert.equal(ubik.rebuild(twice, answers), expected);
      }
    });

    it(`${name} sent again over a new connection is the same conversation, item by item`, () => {
      const again = fold(framesIn([bytesOf(sse)]));
      assert.equal(shareStructure(whole, again), whole);
      for (let after = 1; after < frames.length; after++) {
        const broken = new EventLog(ubik, {run: 'run', report: () => undefined});
        for (const frame of frames.slice(0, after)) broken.accept(frame);
        broken.end('lost');
        const shown = every(broken.flush(emptyConversation), 'step').map(({id}) => id);
        const all = every(whole, 'step').map(({id}) => id);
        assert.deepEqual(shown, all.slice(0, shown.length));
      }
    });

    it(`${name} arriving backwards is put right by its times`, () => {
      const key = (frame: Frame): number => timeOf(frame) ?? Infinity;
      const whole = frames.filter(frame => timeOf(frame) !== undefined && !splitEvent(frame));
      // Stable: events of the same time keep their order, because nothing else defines it.
      const backwards = [...whole].sort((a, b) => key(b) - key(a));
      assert.equal(ubik.rebuild(backwards, answers), ubik.rebuild(whole, answers));
      assert.deepEqual(fold(backwards), fold(whole));
    });

    it(`${name} reports while it streams what its message reports when it is read`, () => {
      const {message} = folded(frames);
      const read = ubik.parse(expected, {run: 'run'});
      assert.deepEqual(
        essence(message.children.map(withoutAnswer)),
        essence(read.map(withoutAnswer)),
      );
    });
  }

  it('displays the single step with its reasoning and its answer', () => {
    const {message, codes} = folded(framesIn([bytesOf(samples[0]?.sse ?? '')]));
    const found = outline(message).map(line => line.slice(0, 60));
    assert.deepEqual(found, [
      'step done: Explain exponential backoff',
      '  thinking done: The user wants a short explanation of expon',
      '  text done: ## Exponential backoff\n\nWait longer after **eac',
    ]);
    const step = only(message, 'step');
    assert.equal(step.single, true);
    assert.equal(step.number, 1);
    assert.equal(step.progress, 100);
    assert.equal(step.note, 'Writing the answer');
    assert.equal(step.startedAt, '2026-03-04T09:15:00.240Z');
    assert.equal(step.endedAt, '2026-03-04T09:15:00.901Z');
    assert.match(only(message, 'text').text, /Math\.min\(1 << n, 30\)[^]*c’est tout 🙂\.$/);
    assert.equal(message.status, 'done');
    assert.equal(message.messageId, 'c2f1d0de-53b7-4a31-8d0e-7d1f5e1c2b21');
    assert.equal(message.runId, 'a4c9a6de-1c55-4b0e-8a55-6f6b8b1f9a11');
    assert.equal(message.sessionId, '6f0f2a54-6f0e-4c1b-9f5b-0d5f2f6f1a01');
    assert.equal(message.progress, 100);
    assert.deepEqual(codes, []);
  });

  it('displays the search with its phases', () => {
    const {message, codes} = folded(framesIn([bytesOf(samples[1]?.sse ?? '')]));
    assert.deepEqual(outline(message), [
      "text done: I will check the museum's opening hours first.",
      'step done: Search the web for opening hours',
      '  thinking done: I need a live source for the hours.',
      '  tool done: web_search',
      "  text done: The museum's own page confirms the schedule.\nSource checked on 4 March.",
      'checkpoint done: after_search',
      'step done: Write the answer',
      '  text done: The **Musée des Automates** is open:\n\n- Wednesday to Sunday, 10:00-18:00\n- closed on Monday and Tuesday',
    ]);
    const tool = only(message, 'tool');
    assert.equal(tool.executionId, 'call_9f2c41');
    assert.equal(tool.log, 'Open Wednesday to Sunday, 10:00-18:00 <source_1>.');
    const found = (tool.phases ?? []).map(({name, status}) => [name, status]);
    assert.deepEqual(found, [
      ['WEB_SEARCH', 'completed'],
      ['RERANKING', 'completed'],
      ['GENERATION', 'completed'],
    ]);
    assert.equal(tool.phases?.[0]?.data?.['results_count'], 2);
    assert.equal(tool.phases[1]?.data?.['reranked_count'], 2);
    assert.deepEqual(JSON.parse(tool.input), {
      query: 'Musée des Automates Sainte-Ambre opening hours',
      time_range: 'month',
    });
    assert.equal((JSON.parse(tool.output) as {execution_id: string}).execution_id, 'call_9f2c41');
    // A group of chunks was complete only after a later chunk.
    assert.deepEqual(codes, ['frames-late']);
  });

  it('waits for the tool, then for the person, and continues', () => {
    const frames = framesIn([bytesOf(samples[2]?.sse ?? '')]);
    const tool = folded(frames.slice(0, 9)).message;
    assert.equal(tool.status, 'waiting');
    assert.equal(only(tool, 'request').status, 'waiting');
    assert.equal(only(tool, 'request').executionId, 'call_41aa07');
    assert.equal(only(tool, 'request').prompt, 'Book a table for two on Friday at 19:30?');
    assert.equal(only(tool, 'tool').status, 'waiting');

    const pending = folded(frames.slice(0, 16)).message;
    assert.equal(pending.status, 'waiting');
    const question = every(pending, 'request').at(-1);
    assert.equal(question?.status, 'waiting');
    assert.equal(question.checkpoint, 'wait_for_email');
    assert.deepEqual(question.inputTypes, ['text', 'json']);
    assert.equal(only(pending, 'checkpoint').createdAt, '2026-03-04T11:30:21.720Z');
    assert.equal(
      ubik.rebuild(frames.slice(0, 16)),
      readText(fixture('c-input-required.pending.expected.txt')),
    );

    const {message} = folded(frames);
    assert.equal(message.status, 'done');
    const statuses = every(message, 'request').map(({status}) => status);
    assert.deepEqual(statuses, ['done', 'done']);
    const read = ubik.parse(samples[2]?.expected ?? '');
    const answered = read.find(item => item.kind === 'request');
    assert.deepEqual(answered?.answer, {input: 'marie@example.com', type: 'text'});
  });

  it('stays waiting when the stream closes while the agent waits', () => {
    const frames = framesIn([bytesOf(samples[2]?.sse ?? '')]).slice(0, 16);
    assert.equal(folded(frames, 'lost').message.status, 'waiting');
    assert.equal(folded(frames, 'stopped').message.status, 'stopped');
    assert.equal(folded(frames, 'stopped').message.children.at(-1)?.status, 'stopped');
  });

  it('keeps the content of the failed run, without a traceback', () => {
    const {message} = folded(framesIn([bytesOf(samples[3]?.sse ?? '')]));
    assert.deepEqual(outline(message), [
      'step done: Load the sales file',
      '  text done: The file has 1 204 rows and 6 columns.',
      'step interrupted: Plot the monthly totals',
      '  thinking done: A bar chart is enough.',
      '  text done: I will draw the chart now.',
      '  tool interrupted: code_execution',
      'error failed: Tool execution failed: sandbox did not answer within 120 s',
    ]);
    assert.equal(message.status, 'failed');
    assert.equal(only(message, 'tool')['log:logs'], 'INFO: Started sandbox session\n');
    assert.doesNotMatch(JSON.stringify(message), /Traceback/);
    assert.doesNotMatch(JSON.stringify(ubik.parse(samples[3]?.expected ?? '')), /Traceback/);
  });

  for (const {name, sse} of samples) {
    it(`${name} interrupted anywhere keeps all received text`, () => {
      const frames = framesIn([bytesOf(sse)]);
      for (let length = 1; length < frames.length - 1; length++) {
        const before = every(folded(frames.slice(0, length), 'lost').message, 'text');
        const after = every(folded(frames.slice(0, length + 1), 'lost').message, 'text');
        const joined = (items: typeof before): number =>
          items.reduce((sum, {text}) => sum + text.length, 0);
        assert.ok(joined(before) <= joined(after) + LONGEST_TAG);
      }
    });
  }
});

/** The client sends the answers, so only the stored text contains them. */
function withoutAnswer<T extends {readonly kind: string}>(item: T): T {
  if (item.kind !== 'request') return item;
  return Object.fromEntries(
    Object.entries(item).filter(([field]) => field !== 'answer' && field !== 'checkpoint'),
  ) as T;
}
