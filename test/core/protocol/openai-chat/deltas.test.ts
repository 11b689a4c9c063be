import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {MessageItem} from '../../../../src/core/index.js';
import {chunk, ends, folded, fragment, says, shown, usage} from './completions.js';

const all = (deltas: readonly object[]): readonly object[] => deltas.map(delta => chunk(delta));
const text = (words: string): object => ({type: 'text', text: words});
const thought = (...words: string[]): object => ({type: 'thinking', thinking: words.map(text)});
const detail = (type: string, fields: object): object => ({
  reasoning_details: [{type: `reasoning.${type}`, ...fields}],
});
const answer = (fields: object): object => ({role: 'assistant', ...fields});
const call = (name: string, args = ''): object => ({name, arguments: args});
const signature = {extra_content: {google: {thought_signature: 's'}}};
const said = ['text', 'done', 'c'];
const mixed = {
  reasoning_details: [
    {type: 'reasoning.summary', summary: 'a'},
    {type: 'reasoning.encrypted', data: 'x'},
    {type: 'reasoning.text', text: 'b'},
  ],
};
const nothing = ['notice', 'done', 'no_answer'];

/** Deltas, the items that they become, and the record that is sent back. */
const cases: readonly (readonly [
  string,
  readonly object[],
  readonly unknown[],
  (readonly unknown[])?,
])[] = [
  [
    'reasoning under the name that the server gives it',
    [{reasoning_content: 'a'}, {reasoning_content: 'b'}, {content: 'c'}],
    [['thinking', 'done', 'ab'], said],
    [answer({content: 'c', reasoning_content: 'ab'})],
  ],
  [
    'reasoning under two names, of which one is empty or no text',
    [{content: 'c', reasoning: 'a', reasoning_content: ''}, {reasoning_content: 7}],
    [['thinking', 'done', 'a'], said],
  ],
  [
    'reasoning twice',
    [{reasoning_content: 'a', reasoning: 'a'}],
    [['thinking', 'done', 'a'], nothing],
  ],
  [
    'details of reasoning',
    [
      detail('text', {index: 0, text: 'a', signature: null}),
      detail('text', {index: 0, text: 'b', signature: 's'}),
      detail('encrypted', {index: 1, data: 'x'}),
      {content: 'c'},
    ],
    [['thinking', 'done', 'ab'], said],
    [
      answer({
        content: 'c',
        reasoning_details: [
          {type: 'reasoning.text', index: 0, text: 'ab', signature: 's'},
          {type: 'reasoning.encrypted', index: 1, data: 'x'},
        ],
      }),
    ],
  ],
  ['details alone', [mixed], [['thinking', 'done', 'ab'], nothing]],
  ['details beside reasoning', [{reasoning: 'x', ...mixed}], [['thinking', 'done', 'x'], nothing]],
  [
    'parts with reasoning',
    [
      {content: [thought('a', 'b'), {type: 'reference', reference_ids: [1]}]},
      {content: [{type: 'thinking', thinking: 'c'}, {type: 'thinking', thinking: [{}]}, 'd', null]},
      {content: [text('e')]},
    ],
    [
      ['thinking', 'done', 'abc'],
      ['text', 'done', 'de'],
    ],
    [answer({content: [thought('abc'), text('de')]})],
  ],
  [
    'parts of text',
    [{content: [text('a')]}, {content: 'b'}],
    [['text', 'done', 'ab']],
    [answer({content: 'ab'})],
  ],
  [
    'images, of which one has no address',
    [
      {content: [{type: 'image_url', image_url: 'data:image/png;base64,AA=='}]},
      {images: [{image_url: {url: 'data:image/gif;base64,AA=='}}, {}, {image_url: 7}]},
    ],
    [
      ['file', 'image.png', 'data:image/png;base64,AA=='],
      ['file', 'image.gif', 'data:image/gif;base64,AA=='],
    ],
  ],
  [
    'spoken text, without its id, which expires',
    [{audio: {id: 'a1', data: 'AAAA', transcript: 'c'}}],
    [said],
    [answer({content: 'c'})],
  ],
  [
    'calls of both formats, a result and a signature',
    [
      {tool_calls: [{index: 0, id: 'c1', function: call('a')}], ...signature},
      {function_call: call('b', '{}')},
      {role: 'tool', tool_call_id: 'c1', content: '1'},
    ],
    [
      ['tool', 'done', 'a', '', '1'],
      ['tool', 'waiting', 'b', '{}', ''],
    ],
    [
      answer({
        ...signature,
        content: null,
        tool_calls: [{id: 'c1', type: 'function', function: call('a', '{}')}],
        function_call: call('b', '{}'),
      }),
      {role: 'tool', tool_call_id: 'c1', content: '1'},
    ],
  ],
  [
    'a call whose name and arguments come late',
    [
      {tool_calls: [{index: 0, id: 'c1'}]},
      {tool_calls: [{index: 0, id: '', function: {name: 'get_'}}]},
      {tool_calls: [{index: 0, id: '', function: call('time', '{')}]},
      {tool_calls: [{index: 0, function: call('', '}')}]},
    ],
    [['tool', 'waiting', 'get_time', '{}', '']],
  ],
  [
    'a call without a name, which is not sent back',
    [{tool_calls: [{index: 0, id: 'c1', function: call('', '{}')}]}],
    [['tool', 'interrupted', 'tool', '{}', '']],
    [],
  ],
  [
    'a call without a name and arguments',
    [{tool_calls: [{index: 0, id: 'c1'}]}],
    [['tool', 'interrupted', 'tool', '{}', '']],
    [],
  ],
  [
    'a refusal beside a call without a name',
    [{tool_calls: [{index: 0, id: 'c1', function: call('', '{}')}]}, {refusal: 'No.'}],
    [
      ['text', 'done', 'No.'],
      ['tool', 'interrupted', 'tool', '{}', ''],
      ['notice', 'done', 'refusal'],
    ],
  ],
  [
    'a result of an unknown call',
    [
      {role: 'tool', tool_call_id: 'x', content: {found: 1}},
      {role: 'tool', content: null},
    ],
    [
      ['tool', 'done', 'tool', '', '{"found":1}'],
      ['tool', 'done', 'tool', '', ''],
    ],
  ],
  ...[null, '', undefined, 7, {}].map(content => {
    const delta = {role: 'assistant', content, refusal: null, tool_calls: null};
    return [`nothing in ${JSON.stringify(content)}`, [delta], [nothing], []] as const;
  }),
];

describe('deltas', () => {
  for (const [what, deltas, items, record] of cases) {
    it(`become ${what}`, () => {
      const {message} = folded([...all(deltas), ends('stop')]);
      assert.deepEqual(shown(message), items);
      if (record) assert.deepEqual(message.protocolData, record);
    });
  }

  it('give a result to the call that is open, even if ids come again', () => {
    const round = (content: string): readonly object[] =>
      [
        fragment({index: 0, id: 'c1', function: call('a', '{}')}),
        ends('tool_calls'),
        chunk({role: 'tool', tool_call_id: 'c1', content}),
      ].map(data => ({...data, id: content}));
    const {message} = folded([...round('1'), ...round('2'), ...says('c'), ends()]);
    const results = ['1', '2'].map(output => ['tool', 'done', 'a', '{}', output]);
    assert.deepEqual(shown(message), [...results, said]);
  });

  it('behind the reason continue no other completion if they belong to the text before them', () => {
    const done = [...says('c'), ends('tool_calls'), usage(1, 2)];
    for (const late of [{annotations: [{}]}, {extra_content: {}}, {images: [{}]}]) {
      const {message} = folded([...done, chunk(late), usage(1, 3)]);
      assert.equal((message.protocolData as unknown[]).length, 1);
      assert.equal(message.usage?.outputTokens, 3);
    }
  });

  it('keep a call that is whole although the answer was cut', () => {
    const whole = fragment({index: 0, id: 'c1', function: call('a', '{}')});
    const [record] = folded([whole, ends('length')]).message.protocolData as object[];
    assert.ok(record && 'tool_calls' in record);
  });

  it('continue reasoning and text that were cut, and count on', () => {
    const {message} = folded([...all([{reasoning: 'x'}, {content: 'a'}]), ends('length')]);
    const before: MessageItem = {...message, usage: {inputTokens: 10}};
    const chunks = [...all([{reasoning: 'y'}, {content: 'b'}]), ends()];
    for (const [counters, total] of [
      [
        {prompt_tokens: 1, total_tokens: 3},
        {inputTokens: 11, totalTokens: 3},
      ],
      [{prompt_tokens: 'x'}, {inputTokens: 10}],
    ]) {
      const whole = folded([...chunks, {choices: [], usage: counters}], 'lost', {message: before});
      assert.deepEqual(whole.message.protocolData, [answer({content: 'ab', reasoning: 'xy'})]);
      assert.deepEqual(whole.message.usage, total);
    }
    assert.equal(folded([...chunks, {choices: [], usage: {}}]).message.usage, undefined);
  });
});

describe('sources', () => {
  const [a, b] = ['https://a.example', 'https://b.example'];
  const sourcesOf = (...citations: readonly unknown[]): readonly unknown[] =>
    folded([...says('c'), ends('stop', {citations})])
      .message.children.slice(1)
      .map(item => item.kind === 'source' && [item.title, item.url, item.documentId, item.snippet]);

  it('are one for each address, and get a title that comes later', () => {
    const [first, again] = [a, {url: a, title: 'A'}];
    const quoted = {url: b, title: 'B', content: 'quoted'};
    assert.deepEqual(sourcesOf(first, again, {url: a, title: 'Other'}, quoted, {}), [
      ['A', a, undefined, undefined],
      ['B', b, undefined, 'quoted'],
    ]);
  });

  it('are documents by their ids, and link no address but those of the web', () => {
    const document = {file_id: 'd', filename: 'a.pdf', snippet: 'quoted'};
    assert.deepEqual(sourcesOf(document, {url: 'javascript:alert(1)', title: 'A'}), [
      ['a.pdf', undefined, 'd', 'quoted'],
      ['A', undefined, undefined, undefined],
    ]);
  });

  it('keep their numbers in a message that is continued', () => {
    const citations = [{url: a, title: 'A'}, {file_id: 'd', title: 'D'}, {title: 'T'}];
    const {message} = folded([...says('c'), ends('stop', {citations})]);
    const more = [...says('d'), ends('stop', {citations: [...citations, b]})];
    const whole = folded(more, 'lost', {message: {...message, status: 'streaming'}}).message;
    const numbers = whole.children.flatMap(item => (item.kind === 'source' ? item.number : []));
    assert.deepEqual(numbers, [1, 2, 3, 4]);
  });

  const emoji = `👍👍👍 see [a](${a}). More`;
  const at = emoji.indexOf('[');
  const points = Array.from(emoji.slice(0, at)).length;
  const length = `[a](${a})`.length;
  for (const [text, citation, offset] of [
    [emoji, {url: a, start_index: at, end_index: at + length}, at + length],
    [emoji, {url: a, start_index: points, end_index: points + length}, at + length],
    [emoji, {url: a, start_index: 0, end_index: 2}, emoji.length],
    ['text', {url: a, start_index: 5, end_index: 9}, 4],
    ['text', {url: a}, 4],
    ['text', {file_id: 'd', index: 2}, 2],
    ['text', {file_id: 'd', index: 9}, 4],
  ] as const) {
    it(`are cited at ${offset} by ${JSON.stringify(citation)} in a text of ${text.length}`, () => {
      const cited = chunk({annotations: [{type: 'url_citation', url_citation: citation}]});
      const [item] = folded([...says(text), cited, ends()]).message.children;
      assert.deepEqual(item?.kind === 'text' && item.marks, [
        {offset, label: '1', source: 'run.2'},
      ]);
    });
  }
});
