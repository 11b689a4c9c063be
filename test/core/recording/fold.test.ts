import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {
  aishu,
  anthropic,
  parseFrames,
  plainText,
  ubik,
  walk,
  type Item,
  type Protocol,
} from '../../../src/core/index.js';
import {foldRecording, readRecording} from '../../../src/core/recording/index.js';

const protocols: Readonly<Record<string, Protocol>> = {ubik, anthropic, aishu};
const folder = 'demo/recordings';

/** The items of a recording, and all that its tools are named, received and returned. */
function contentOf(file: string): {items: readonly Item[]; tools: string; text: string} {
  const protocol = protocols[file.split('/')[0] ?? ''];
  assert.ok(protocol, file);
  const {children} = foldRecording(protocol, readFileSync(`${folder}/${file}`, 'utf8'));
  const items = children.flatMap(item => [...walk(item)]);
  const tools = items.filter(({kind}) => kind === 'tool');
  return {items, tools: JSON.stringify(tools), text: children.map(plainText).join('\n')};
}

const has = (items: readonly Item[], kind: Item['kind']): boolean =>
  items.some(item => item.kind === kind);

/** What a recording must contain whose title has these words. */
const promises: readonly (readonly [RegExp, (content: ReturnType<typeof contentOf>) => boolean])[] =
  [
    [/calculation/i, ({tools}) => /calculator/i.test(tools) && tools.includes('210')],
    [/search/i, ({tools, items}) => /search/i.test(tools) || has(items, 'source')],
    [/question/i, ({items}) => has(items, 'request')],
    [/failure|overloaded/i, ({items}) => has(items, 'error')],
    [/reasoning/i, ({items}) => has(items, 'thinking')],
    [/citations/i, ({items}) => has(items, 'source')],
    [/tools/i, ({items}) => has(items, 'tool')],
    [/two steps/i, ({items}) => items.filter(({kind}) => kind === 'step').length === 2],
    [/single step/i, ({items}) => items.filter(({kind}) => kind === 'step').length === 1],
    [/answer|markdown|long/i, ({text}) => text.trim() !== ''],
  ];

describe('the conversation of a recording', () => {
  const files = readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter(name =>
    name.endsWith('.jsonl'),
  );

  for (const file of files) {
    const {title = ''} = readRecording(readFileSync(`${folder}/${file}`, 'utf8')).head;
    it(`of ${file} contains what its title says: ${title}`, () => {
      const promised = promises.filter(([words]) => words.test(title));
      assert.ok(promised.length > 0, 'No check fits the title.');
      const content = contentOf(file);
      for (const [words, isKept] of promised) {
        assert.ok(isKept(content), `${String(words)}: ${content.tools.slice(0, 500)}`);
      }
    });
  }

  it('is the same from the file and from its text', () => {
    const text = readFileSync(`${folder}/ubik/a-single-step.jsonl`, 'utf8');
    assert.deepEqual(foldRecording(ubik, readRecording(text)), foldRecording(ubik, text));
  });

  it('contains only the last replay of a run', () => {
    const [start, rest] = [
      'data: {"type":"agent_processing_started","task_id":"r"}\n\ndata: {"type":"response_chunk","content":"Hel"}\n\n',
      'data: {"type":"agent_processing_started","task_id":"r"}\n\ndata: {"type":"response_chunk","content":"Hello"}\n\n',
    ];
    const parts = [
      {at: 0, text: start},
      {at: 5, open: 'replay' as const},
      {at: 6, text: rest},
    ];
    const {children} = foldRecording(ubik, {head: {protocol: 'ubik'}, parts});
    assert.equal(children.map(plainText).join(''), 'Hello');
  });

  it('needs a recording of the same protocol', () => {
    const text = readFileSync(`${folder}/ubik/a-single-step.jsonl`, 'utf8');
    assert.throws(() => foldRecording(anthropic, text), /has the protocol "ubik", not "anthropic"/);
    assert.throws(() => foldRecording(ubik, 'data: {}\n\n'), /This is not a recording/);
  });

  it('is not read from an event stream parser, which says what to use', () => {
    const text = readFileSync(`${folder}/ubik/a-single-step.jsonl`, 'utf8');
    assert.throws(() => parseFrames(text), /This is a recording.*foldRecording/);
  });
});
