import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {diffItems} from '../../../src/core/model/difference.js';
import {
  emptyConversation,
  type Conversation,
  type Item,
  type ItemKinds,
  type Kind,
} from '../../../src/core/model/item.js';
import {reduce} from '../../../src/core/model/reduce.js';
import {plainText, walk} from '../../../src/core/model/select.js';
import {shareStructure} from '../../../src/core/model/share.js';
import {toMarkdown} from '../../../src/core/model/to-markdown.js';
import {conversation, frozen} from './trees.js';

const base = {status: 'done', children: []} as const;

/** An item of every kind with every field that it may have: the compiler reports a new field that has no example here. */
const examples: {readonly [K in Kind]: Required<Omit<ItemKinds[K], `log:${string}`>>} = {
  message: {
    ...base,
    id: 'm',
    kind: 'message',
    role: 'assistant',
    author: {kind: 'person', name: 'Mia', avatar: '/mia.png'},
    typing: true,
    messageId: 'm-1',
    parentId: 'u-1',
    branches: ['m-0', 'm-1'],
    createdAt: '2026-02-03T04:05:06Z',
    sessionId: 's-1',
    traceId: 'trace',
    runId: 'r-1',
    progress: 50,
    totalSteps: 2,
    note: 'Reading',
    stopReason: 'end_turn',
    model: 'model-a',
    usage: {inputTokens: 1, outputTokens: 2, totalTokens: 3},
    duration: 1.5,
    suggestions: ['And then?'],
    context: 'Order 7',
    protocolData: [{content: [{type: 'text'}]}],
  },
  step: {
    ...base,
    id: 's',
    kind: 'step',
    number: 1,
    title: 'Read',
    progress: 10,
    note: 'Page 1',
    single: false,
    startedAt: '2026-02-03T04:05:06Z',
    endedAt: '2026-02-03T04:05:07Z',
  },
  text: {
    ...base,
    id: 't',
    kind: 'text',
    text: 'It is *so*.',
    author: {kind: 'agent', name: 'Researcher'},
    marks: [{offset: 5, source: 'q', label: '1'}],
  },
  thinking: {
    ...base,
    id: 'th',
    kind: 'thinking',
    text: 'Hm',
    redacted: false,
    startedAt: '2026-02-03T04:05:06Z',
    endedAt: '2026-02-03T04:05:07Z',
  },
  tool: {
    ...base,
    id: 'c',
    kind: 'tool',
    name: 'add',
    executionId: 'x-1',
    title: 'Adds',
    input: '{"a":1}',
    output: '2',
    log: 'adding',
    phases: [{name: 'ADD', status: 'completed', message: 'ok', data: {n: 1}}],
    error: '',
    denied: false,
    runsIn: 'server',
    app: {
      resourceUri: 'ui://sums/app.html',
      server: 'sums',
      visibility: ['model', 'app'],
      result: {content: []},
      handle: {serverHash: 'h'},
    },
    startedAt: '2026-02-03T04:05:06Z',
    endedAt: '2026-02-03T04:05:07Z',
  },
  checkpoint: {
    ...base,
    id: 'p',
    kind: 'checkpoint',
    name: 'read',
    createdAt: '2026-02-03T04:05:06Z',
  },
  request: {
    ...base,
    id: 'r',
    kind: 'request',
    prompt: 'Which?',
    inputTypes: ['choice'],
    schema: {type: 'string'},
    choices: ['a', 'b'],
    confirmLabels: ['Book it', 'Not now'],
    refusable: true,
    checkpoint: 'read',
    executionId: 'x-1',
    toolName: 'add',
    callId: 't',
    toolTitle: 'Add',
    purpose: 'add two numbers',
    arguments: {a: 1},
    timeout: 30,
    createdAt: '2026-02-03T04:05:06Z',
    answer: {input: 'a', type: 'choice'},
    handle: {token: 't'},
  },
  source: {
    ...base,
    id: 'q',
    kind: 'source',
    number: 1,
    title: 'A page',
    url: 'https://page.example/',
    documentId: 'd-1',
    snippet: 'It is so',
    firstPage: 3,
    lastPage: 4,
    firstCharacter: 10,
    lastCharacter: 20,
  },
  file: {
    ...base,
    id: 'f',
    kind: 'file',
    name: 'a.pdf',
    mediaType: 'application/pdf',
    size: 12,
    url: 'https://files.example/a.pdf',
    documentId: 'd-2',
  },
  data: {...base, id: 'd', kind: 'data', name: 'weather', data: {degrees: 4}, transient: true},
  notice: {
    ...base,
    id: 'n',
    kind: 'notice',
    code: 'max_tokens',
    text: 'It was cut.',
    author: {kind: 'person', name: 'Mia'},
  },
  error: {
    ...base,
    id: 'e',
    kind: 'error',
    code: 'quota',
    text: 'Used up',
    advice: 'Wait',
    retryAfter: 20,
    retryable: false,
    unsent: true,
  },
};

/** Each example as Markdown. */
const markdownOf: Readonly<Record<Kind, string>> = {
  message: '',
  step: '### Step 1: Read',
  text: '**Researcher:**\n\nIt is *so*.',
  thinking: '',
  tool: '> **Adds** (done)',
  checkpoint: '*Checkpoint: read*',
  request: '> **Question:** Which?\n>\n> **Answer:** a',
  source: '**Sources**\n\n- [A page](https://page.example/)',
  file: '[a.pdf](https://files.example/a.pdf)',
  data: '',
  notice: '> It was cut.',
  error: '> **Error:** Used up\n>\n> Wait',
};

const items: readonly Item[] = Object.values(examples);

describe('the empty conversation', () => {
  it('has version 1, and is empty', () => {
    assert.deepEqual(emptyConversation, {version: 1, children: []});
  });

  it('is shared by all, and so cannot be written to', () => {
    assert.ok(Object.isFrozen(emptyConversation));
    assert.ok(Object.isFrozen(emptyConversation.children));
  });

  it('stays empty when something is folded into it', () => {
    const result = reduce(emptyConversation, [{op: 'open', id: 'm', kind: 'message'}]);
    assert.equal(result.children.length, 1);
    assert.equal(emptyConversation.children.length, 0);
  });
});

for (const [kind, example] of Object.entries(examples) as [Kind, Item][]) {
  describe(`an item of kind ${kind}`, () => {
    it('is written by ops with every field that it has', () => {
      const ops = diffItems([], [example]);
      const found = ops.map(({op}) => op);
      assert.deepEqual(found, ['open']);
      assert.deepEqual(reduce(emptyConversation, ops).children, [example]);
    });

    it('is created from an item that has only its kind', () => {
      const bare = {id: example.id, kind, status: 'streaming', children: []} as unknown as Item;
      const result = reduce(conversation(bare), diffItems([bare], [example]));
      assert.deepEqual(result.children, [example]);
      assert.deepEqual(reduce(result, diffItems([example], [bare])).children, [bare]);
    });

    it('is kept as JSON, and equals its copy', () => {
      const copy: unknown = JSON.parse(JSON.stringify(example));
      assert.deepEqual(copy, example);
      assert.equal(shareStructure(example, copy), example);
      assert.deepEqual(diffItems([example], [copy]), []);
    });

    it('is written as Markdown', () => {
      assert.equal(toMarkdown(example), markdownOf[kind]);
    });

    it('is never written to', () => {
      const before = frozen(conversation(structuredClone(example)));
      const after = reduce(before, [
        {op: 'open', id: 'below', parent: example.id, kind: 'text', fields: {text: 'x'}},
        {op: 'assign', id: example.id, status: 'waiting', fields: {note: 'new'}},
        {op: 'close', id: example.id, status: 'stopped'},
      ]);
      const [item] = after.children;
      assert.equal(item?.status, 'stopped');
      assert.equal(item.children.length, 1);
      assert.deepEqual(before.children, [example]);
    });
  });
}

describe('a conversation with an item of every kind', () => {
  const whole: Conversation = conversation({
    ...examples.message,
    children: items.filter(({kind}) => kind !== 'message'),
  });

  it('is kept as JSON', () => {
    const copy: unknown = JSON.parse(JSON.stringify(whole));
    assert.deepEqual(copy, whole);
    assert.equal(shareStructure(whole, copy), whole);
  });

  it('is walked in reading order', () => {
    assert.deepEqual(
      [...walk(whole)].map(({id}) => id),
      items.map(({id}) => id),
    );
  });

  it('has only the text of its text items', () => {
    const [message] = whole.children;
    assert.equal(message && plainText(message), examples.text.text);
  });
});
