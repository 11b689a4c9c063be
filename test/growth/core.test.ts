import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {frame} from '../core/protocol/recorded.js';
import {append, finalText, llm, opening, skill, steps} from '../core/protocol/aishu/patches.js';
import {call, done, start, text as texts} from '../core/protocol/anthropic/events.js';
import {started} from '../core/protocol/ubik/folded.js';
import {parseFrames, parsePartialJson, toMarkdown, type Item} from '../../src/core/index.js';
import {LineParser} from '../../src/core/sse/line-parser.js';
import {parseTimestamp, plainText} from '../../src/core/model/select.js';
import {aishu} from '../../src/core/protocol/aishu/index.js';
import {withoutContext} from '../../src/core/protocol/aishu/requests.js';
import {anthropic} from '../../src/core/protocol/anthropic/index.js';
import {foldFrames} from '../../src/core/protocol/frames/fold.js';
import {ubik} from '../../src/core/protocol/ubik/index.js';
import {readRecording} from '../../src/core/recording/index.js';
import {maskText} from '../../src/core/recording/mask.js';
import {superlinear} from './superlinear.js';

const base = {id: 'x', status: 'done', children: []} as const;

/** Items that have a text in every field. */
const items = (text: string): readonly Item[] => [
  {...base, kind: 'text', text, marks: [{offset: text.length >> 1, source: 's', label: text}]},
  {...base, kind: 'source', id: 's', number: 1, title: text, url: text, snippet: text},
  {...base, kind: 'step', title: text, note: text},
  {...base, kind: 'thinking', text},
  {
    ...base,
    kind: 'tool',
    name: text,
    title: text,
    input: text,
    output: text,
    log: text,
    error: text,
    phases: [{name: text, status: 'completed', message: text, data: {[text]: text}}],
  },
  {...base, kind: 'checkpoint', name: text},
  {
    ...base,
    kind: 'request',
    prompt: text,
    inputTypes: [text],
    choices: [text],
    schema: {properties: {[text]: {type: text, title: text}}},
    answer: {input: text, type: 'text'},
  },
  {...base, kind: 'file', name: text, url: `https://a.example/${text}`},
  {...base, kind: 'notice', code: text, text},
  {...base, kind: 'error', code: text, text, advice: text},
];

const message = (children: readonly Item[]): Item => ({
  ...base,
  kind: 'message',
  role: 'assistant',
  children,
});

const ubikEvents = (text: string): readonly object[] => [
  started(1, text),
  {type: 'response_chunk', content: text, step: 1},
  {type: 'tool_update', tool_execution_id: 't', tool_name: text, data: {phase: text, [text]: text}},
  {
    type: 'tool_partial_update',
    tool_execution_id: 't',
    tool_name: 't',
    data: {content: text, output_key: 'k'},
  },
  {type: 'tool_input_required', tool_execution_id: 't', tool_input: {prompt: text, schema: text}},
  {type: 'tool_end', tool_execution_id: 't', outputs: text},
  {type: 'input_required', prompt: text, input_types: [text], checkpoint_name: text},
  {type: 'agent_processing_error', error: text, traceback: text},
];

const entries: Readonly<Record<string, (text: string) => unknown>> = {
  'an event stream': text => [...parseFrames(text), ...parseFrames(`data: ${text}\n\n`)],
  'JSON lines': text => {
    const parser = new LineParser();
    return [...parser.feed(text), ...parser.flush()];
  },
  'a part of JSON': parsePartialJson,
  'a part of a JSON string': text => parsePartialJson(`{"a":"${text}`),
  'a stored Ubik answer': text => ubik.parse(text),
  'Ubik tags': text =>
    ubik.parse(`<<STEP_START>>\nStep 1: ${text}\n<<TOOL_STEP_START/a:1>>${text}`),
  'Ubik errors': text => ubik.parse(`<<ERROR_START>>${text}<<ERROR_END>>`),
  'Ubik questions': text => ubik.parse(`<<INPUT_REQUIRED_START>>${text}<<INPUT_REQUIRED_END>>`),
  'Ubik events': text =>
    foldFrames(
      ubik,
      ubikEvents(text).map(event => frame(event)),
    ),
  'Messages events': text =>
    foldFrames(anthropic, [
      start({model: text}),
      ...texts(0, text),
      ...call(1, text, text),
      ...done('tool_use'),
    ]),
  'Data Agent events': text =>
    foldFrames(aishu, [
      ...opening,
      ...steps(llm({answer: text}), skill(text, {answer: text}, {query: text})),
      append(finalText, text),
    ]),
  'Data Agent context': text => [withoutContext(text), withoutContext(`【上下文: ${text}`)],
  recordings: text => [readRecording(text), readRecording(`{"format":"ubik-recording"}\n${text}`)],
  'recordings without words': maskText,
  dates: text => [parseTimestamp(text), parseTimestamp(`2026-01-01T00:00:00${text}`)],
  'the words of a conversation': text => plainText(message(items(text))),
  'items as Markdown': text => toMarkdown(message(items(text)), {thinking: true, tools: 'full'}),
};

describe('processing time of hostile text grows no faster than its length', () => {
  for (const [name, read] of Object.entries(entries)) {
    it(`in ${name}`, () => {
      assert.deepEqual(superlinear(read), []);
    });
  }
});
