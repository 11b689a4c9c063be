import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {block, call, delta, done, open, shut, start, text} from './events.js';
import {folded, shown} from './folded.js';
import {anthropic} from '../../../../src/core/protocol/anthropic/index.js';
import type {Frame} from '../../../../src/core/sse/frame.js';

const wireOf = (frames: readonly Frame[]): readonly unknown[] =>
  anthropic
    .accumulate(frames)
    .message?.content.map(({type, text, thinking, id}) =>
      [type, text ?? thinking ?? id].join(' '),
    ) ?? [];

const itemsOf = (frames: readonly Frame[]): readonly string[] =>
  shown(frames, 'lost').map(item => [item['kind'], item['text'] ?? item['executionId']].join(' '));

const thinking = (words: string): Frame[] => [
  open(0, {type: 'thinking', thinking: ''}),
  delta(0, {type: 'thinking_delta', thinking: words}),
];
const words = (index: number, said: string): Frame =>
  delta(index, {type: 'text_delta', text: said});

describe('an index that another block had', () => {
  it('is a new block, after all others', () => {
    const frames = [
      start(),
      ...text(0, '---'),
      ...thinking('Hm'),
      shut(0),
      open(0, {type: 'text', text: ''}),
      words(0, 'The answer is 4.'),
      ...done(),
    ];
    assert.deepEqual(wireOf(frames), ['text ---', 'thinking Hm', 'text The answer is 4.']);
    assert.deepEqual(itemsOf(frames), ['text ---', 'thinking Hm', 'text The answer is 4.']);
  });

  it('ends a block that is open', () => {
    const frames = [
      start(),
      ...thinking('Hm'),
      open(0, {type: 'text', text: ''}),
      words(0, 'Two.'),
    ];
    assert.deepEqual(itemsOf([...frames, ...done()]), ['thinking Hm', 'text Two.']);
  });

  it('keeps both texts', () => {
    const frames = [start(), ...text(0, 'One. '), ...text(0, 'Two.'), ...done()];
    assert.deepEqual(wireOf(frames), ['text One. ', 'text Two.']);
    assert.deepEqual(itemsOf(frames), ['text One. Two.']);
  });

  it('does not hide a call that another index follows', () => {
    const frames = [
      start(),
      ...call(0, 't1', '{}'),
      ...text(0, 'Text.'),
      ...text(1, 'More.'),
      ...done('tool_use'),
    ];
    assert.deepEqual(wireOf(frames), ['tool_use t1', 'text Text.', 'text More.']);
    const {message} = folded(frames, 'lost');
    assert.equal(message.children[0]?.status, 'waiting');
  });

  it('ends a call without an id, which the page cannot answer', () => {
    const frames = [start(), ...call(0, '', '{"a":1}'), ...call(0, '', '{"b":1}')];
    const {message} = folded([...frames, ...done('tool_use')], 'lost');
    assert.deepEqual(
      message.children.map(({status}) => status),
      ['interrupted', 'waiting'],
    );
  });

  it('of the same call is a repetition', () => {
    const again = open(0, {type: 'tool_use', id: 't1', name: 'look_up', input: {}});
    const frames = [
      start(),
      again,
      again,
      delta(0, {type: 'input_json_delta', partial_json: '{}'}),
    ];
    assert.deepEqual(itemsOf([...frames, ...done('tool_use')]), ['tool t1']);
  });

  it('of the same call under another index is a repetition, whose input begins again', () => {
    const frames = [start(), ...call(0, 't1', '{"a":1}'), ...call(1, 't1', '{"a":1}')];
    const items = shown([...frames, ...done('tool_use')], 'lost');
    const found = items.map(({input, status}) => [input, status]);
    assert.deepEqual(found, [['{"a":1}', 'waiting']]);
    assert.deepEqual(wireOf([...frames, ...done('tool_use')]), ['tool_use t1']);
    const again = [
      start(),
      ...call(0, 't1', '{"a":1}'),
      open(0, {type: 'tool_use', id: 't1', name: 'look_up', input: {}}),
      shut(0),
    ];
    const [tool] = anthropic.accumulate([...again, ...done('tool_use')]).message?.content ?? [];
    assert.deepEqual(tool?.['input'], {a: 1});
  });

  for (const [what, ...rest] of [
    ['goes on', '1}'],
    ['begins again', '{"a":', '1}'],
  ] as const)
    it(`of the same call is a repetition after a part of its input, which then ${what}`, () => {
      const input = (json: string): Frame =>
        delta(0, {type: 'input_json_delta', partial_json: json});
      const begin = open(0, {type: 'tool_use', id: 't1', name: 'look_up', input: {}});
      const frames = [start(), begin, input('{"a":'), begin, ...rest.map(input), shut(0)];
      const all = [...frames, ...done('tool_use')];
      const found = shown(all, 'lost').map(item => [item['input'], item['status']]);
      assert.deepEqual(found, [['{"a":1}', 'waiting']]);
      const [tool, ...more] = anthropic.accumulate(all).message?.content ?? [];
      assert.deepEqual([tool?.['input'], more], [{a: 1}, []]);
    });

  it('is reported', () => {
    const {codes} = folded([start(), ...text(0, 'a'), ...text(0, 'b'), ...done()]);
    assert.deepEqual(codes, ['event-out-of-place']);
  });
});

describe('text that has no block', () => {
  for (const [what, frames, expected] of [
    ['without any start', [words(0, 'Hi'), words(0, ' there')], ['text Hi there']],
    ['in a block of reasoning', [...thinking('Hm'), words(0, 'Hi')], ['thinking Hm', 'text Hi']],
    [
      'before reasoning without a start',
      [words(0, 'Hi'), delta(1, {type: 'thinking_delta', thinking: 'Hm'})],
      ['text Hi', 'thinking Hm'],
    ],
  ] as const) {
    it(`is displayed and in the record ${what}`, () => {
      const all = [start(), ...frames, ...done()];
      assert.deepEqual(itemsOf(all), expected);
      assert.deepEqual(wireOf(all), expected);
      assert.ok(folded(all).reports.some(({code}) => code === 'event-out-of-place'));
    });
  }

  for (const [what, frames, expected] of [
    ['of a block that it had', [words(0, ' late'), words(0, 'r')], ['text Hi later']],
    ['of a new block', text(1, 'Late'), ['text Hi', 'text Late']],
    ['without a start', [words(1, 'La'), words(1, 'te')], ['text Hi', 'text Late']],
    ['of reasoning', thinking('Hm'), ['text Hi', 'thinking Hm']],
  ] as const) {
    it(`is displayed and sent back after the end of its message: ${what}`, () => {
      const all = [start(), ...text(0, 'Hi'), ...done(), ...frames];
      assert.deepEqual(itemsOf(all), expected);
      const {message, reports} = folded(all, 'lost');
      assert.equal(message.status, 'done');
      assert.ok(message.children.every(({status}) => status === 'done'));
      assert.deepEqual(reports[0]?.code, 'event-out-of-place');
      const [record] = message.protocolData as readonly {
        readonly content: readonly {readonly text?: string; readonly thinking?: string}[];
      }[];
      const sent = record?.content.map(one => one.text ?? one.thinking).join('');
      assert.equal(sent, expected.map(one => one.replace(/^\w+ /, '')).join(''));
    });
  }

  it('is not displayed twice if a message comes again after its end', () => {
    const all = [start(), ...text(0, 'Hi'), ...done()];
    assert.deepEqual(itemsOf([...all, ...all]), ['text Hi']);
  });

  it('leaves a call for the page open if it comes after the end', () => {
    const all = [start(), ...call(0, 'a', 'tool', ['{}']), ...done('tool_use'), words(1, 'Late')];
    const found = shown(all, 'lost').map(({kind, status}) => [kind, status]);
    assert.deepEqual(found, [
      ['tool', 'waiting'],
      ['text', 'done'],
    ]);
  });
});

describe('a message without a start', () => {
  for (const [what, frames] of [
    ['with a start of its block', text(0, 'Hi')],
    ['without any start', [words(0, 'Hi')]],
  ] as const) {
    it(`is displayed and ends well, ${what}`, () => {
      const {message, reports} = folded([...frames, ...done()], 'lost');
      assert.equal(message.status, 'done');
      assert.deepEqual(itemsOf([...frames, ...done()]), ['text Hi']);
      assert.deepEqual(wireOf([...frames, ...done()]), ['text Hi']);
      assert.ok(reports.some(({code}) => code === 'event-out-of-place'));
    });
  }
});

describe('a signature that comes after the stop of its reasoning', () => {
  const signature = delta(0, {type: 'signature_delta', signature: 's'});
  for (const [what, frames] of [
    ['before the next block', [signature, ...text(1, 'Hi'), ...done()]],
    ['within the next block', [open(1, {type: 'text', text: 'Hi'}), signature, shut(1), ...done()]],
    ['after a text with its index', [...text(0, 'Hi'), signature, ...done()]],
    ['after the end of the message', [...text(1, 'Hi'), ...done(), signature]],
  ] as const)
    it(`is sent back: ${what}`, () => {
      const all = [start(), ...thinking('Hm'), shut(0), ...frames];
      const content = [
        {type: 'thinking', thinking: 'Hm', signature: 's'},
        {type: 'text', text: 'Hi'},
      ];
      assert.deepEqual(itemsOf(all), ['thinking Hm', 'text Hi']);
      assert.deepEqual(anthropic.accumulate(all).message?.content, content);
      const [record] = folded(all, 'lost').message.protocolData as readonly {content: unknown}[];
      assert.deepEqual(record?.content, content);
    });
});

it('displays and sends back the input of a call that goes on after a text with its index', () => {
  const input = (json: string): Frame => delta(0, {type: 'input_json_delta', partial_json: json});
  const begin = open(0, {type: 'tool_use', id: 'a', name: 'tool', input: {}});
  for (const frames of [
    [begin, words(0, 'Hi'), input('{"a":'), input('1}'), shut(0)],
    [begin, input('{"a":'), words(0, 'Hi'), input('1}'), shut(0)],
    [begin, input('{"a":'), words(0, 'H'), input('1}'), words(0, 'i'), shut(0)],
  ]) {
    const all = [start(), ...frames, ...done('tool_use')];
    const [tool, said, ...more] = shown(all, 'lost');
    assert.deepEqual([tool?.['input'], tool?.['status']], ['{"a":1}', 'waiting']);
    assert.equal(said?.['text'], 'Hi');
    assert.deepEqual(more, []);
    const [record] = folded(all, 'lost').message.protocolData as readonly {
      readonly content: readonly unknown[];
    }[];
    assert.deepEqual(record?.content[0], {type: 'tool_use', id: 'a', name: 'tool', input: {a: 1}});
  }
});

describe('texts of blocks that follow each other', () => {
  const item = (...texts: readonly string[]): unknown =>
    shown([start(), ...texts.flatMap((words, at) => text(at, words)), ...done()])[0]?.['text'];

  it('are paragraphs after a sentence, or where a block begins', () => {
    assert.equal(item('Here is the plan:', '## Plan\n- a'), 'Here is the plan:\n\n## Plan\n- a');
    assert.equal(item(' Still working.', 'Done.'), ' Still working.\n\nDone.');
    assert.equal(item('先看看。', '好了'), '先看看。\n\n好了');
    assert.equal(item('Items', '- a'), 'Items\n\n- a');
    assert.equal(item('تم؟', 'نعم'), 'تم؟\n\nنعم');
    assert.equal(item('समाप्त।', 'अगला'), 'समाप्त।\n\nअगला');
    assert.equal(item('```\nx\n```', 'Next'), '```\nx\n```\n\nNext');
    assert.equal(item('Sum', '$$\nx\n$$'), 'Sum\n\n$$\nx\n$$');
    for (const first of [
      '## Plan',
      '- one\n- two',
      '| a |\n|---|\n| 1 |',
      'Sum:\n$$\nx\n$$',
      'a\n\n---',
      'See https://a.example/x',
      'Sie sagte: „Ja.“',
      '»Nein.«',
      'Done! ✅',
      'That is certain.[1]',
      'That is certain. [a](https://a.example)',
      'Sure.[^a]',
      '**Done!** 👍🏽',
      'Let me look 🔎',
    ])
      assert.equal(item(first, 'We begin.'), `${first}\n\nWe begin.`);
  });

  it('are a rule and what is around it, not a heading', () => {
    assert.equal(item('Some text', '---'), 'Some text\n\n---');
    assert.equal(item('Some text', '---', 'More'), 'Some text\n\n---\n\nMore');
    assert.equal(item('Some text\n', '---\nMore'), 'Some text\n\n---\nMore');
    assert.equal(item('Some text', '\n---\nMore'), 'Some text\n\n---\nMore');
    assert.equal(item('Some text\n\n', '---\nMore'), 'Some text\n\n---\nMore');
    assert.equal(item('Some text', '\n\n---\nMore'), 'Some text\n\n---\nMore');
    assert.equal(item('Some text\n', '--- and more'), 'Some text\n--- and more');
    assert.equal(item('a | b\n', '--- | ---\n1 | 2'), 'a | b\n--- | ---\n1 | 2');
    assert.equal(item('```\na\n', '---\n```'), '```\na\n---\n```');
  });

  it('are one sentence after an abbreviation', () => {
    for (const first of ['Fruit, e.g.', 'Obst, z.B.', 'Ask Dr.', '(cf.', 'Mr.'])
      assert.equal(item(first, 'Apple'), `${first} Apple`);
    for (const first of ['Use an XDr.', 'This is it.', 'Option B'])
      assert.notEqual(item(first, 'Apple'), `${first} Apple`);
  });

  it('are one table, and one sentence, if the second text goes on with it', () => {
    assert.equal(item('| a |', '|---|', '| 1 |'), '| a |\n|---|\n| 1 |');
    assert.equal(item('Sum:', '| a |\n|---|'), 'Sum:\n\n| a |\n|---|');
    for (const rest of [', and more', ') there', '] there', '; then', '} there'])
      assert.equal(item('Done.', rest), `Done.${rest}`);
  });

  it('are the same code inside of a fence', () => {
    for (const [texts, all] of [
      [['```js\nfoo.', 'bar()\n```'], '```js\nfoo.bar()\n```'],
      [['```\n# a: ', '- b\n```', 'Next'], '```\n# a: - b\n```\n\nNext'],
      [['- ~~~~\n  a.', '', 'b.', 'C\n  ~~~\n.'], '- ~~~~\n  a.b.C\n  ~~~\n.'],
      [['```\na.', '```\nb'], '```\na.\n```\nb'],
      [['```\na\n```\nb.', 'C'], '```\na\n```\nb.\n\nC'],
      [['Use ``` a ``` here.', 'Next.'], 'Use ``` a ``` here.\n\nNext.'],
    ] as const)
      assert.equal(item(...texts), all);
  });

  it('are paragraphs behind code that an earlier message has begun', () => {
    const code = '```\nfoo.';
    const first = [start(), ...text(0, code), ...done('max_tokens')];
    const rest = [...text(0, 'bar()\n```\nDone.'), ...text(1, 'Next.')];
    const {message} = folded([...first, start({id: 'msg_2'}), ...rest, ...done()]);
    const [whole] = message.children;
    assert.equal(whole?.kind === 'text' && whole.text, `${code}bar()\n\`\`\`\nDone.\n\nNext.`);
  });

  it('are the same however the second one is cut', () => {
    for (const second of [
      '## Plan',
      '10. ten',
      '- a',
      '---\nb',
      '---',
      '--- b',
      '-b',
      '#tag',
      '> q',
      '2024. A',
    ]) {
      const chunks = Array.from(second, each => ({type: 'text_delta', text: each}));
      const frames = [
        start(),
        ...text(0, 'Items'),
        ...block(1, {type: 'text', text: ''}, ...chunks),
      ];
      assert.equal(shown([...frames, ...done()])[0]?.['text'], item('Items', second));
    }
    const long = '-'.repeat(20);
    const frames = Array.from(long, each => delta(1, {type: 'text_delta', text: each}));
    const begin = [start(), ...text(0, 'Items'), open(1, {type: 'text', text: ''})];
    assert.equal(shown([...begin, ...frames, ...done()])[0]?.['text'], `Items\n\n${long}`);
  });

  it('are one text in a sentence', () => {
    assert.equal(item('The sky is ', 'blue', '.'), 'The sky is blue.');
    assert.equal(item('One. ', 'Two.'), 'One. Two.');
    assert.equal(item('One.', ' Two.'), 'One. Two.');
    assert.equal(item('A line\n', '- a'), 'A line\n- a');
    assert.equal(item('Version 1.', '5 is new.'), 'Version 1.5 is new.');
    assert.equal(item('The year is ', '2024. It was'), 'The year is 2024. It was');
    assert.equal(item('Sunny 🌞', 'and warm'), 'Sunny 🌞and warm');
    assert.equal(item('今天🎉', '好'), '今天🎉好');
    assert.equal(item('- The val', 'ue is 5'), '- The value is 5');
    assert.equal(item('See https://a.example/', 'path'), 'See https://a.example/path');
    assert.equal(item('Sie sagte: “', 'Ja”'), 'Sie sagte: “Ja”');
  });
});
