import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {emptyConversation} from '../../../../../src/core/model/item.js';
import {reduce} from '../../../../../src/core/model/reduce.js';
import {RawBlock} from '../../../../../src/core/protocol/ubik/text/raw-block.js';
import {RunWriter} from '../../../../../src/core/protocol/ubik/run-writer.js';
import {ubik} from '../../../../../src/core/protocol/ubik/index.js';
import {every, only} from '../folded.js';

describe('a raw block that is displayed', () => {
  function open(): {block: RawBlock; shown: () => readonly [string, string]} {
    const writer = new RunWriter('run', () => undefined);
    writer.openMessage({role: 'assistant'});
    const id = writer.open('thinking', 'run', {text: ''});
    let conversation = emptyConversation;
    const shown = (): readonly [string, string] => {
      conversation = reduce(conversation, writer.take());
      const {status, text} = only(conversation, 'thinking');
      return [status, text];
    };
    return {block: RawBlock.shown(writer, id, 'text'), shown};
  }

  it('streams its text, and ends with its tag', () => {
    const {block, shown} = open();
    block.push('\nhm');
    assert.deepEqual(shown(), ['streaming', 'hm']);
    block.push(' well\n');
    assert.deepEqual(shown(), ['streaming', 'hm well']);
    block.end();
    assert.deepEqual(shown(), ['done', 'hm well']);
  });

  it('is interrupted without its tag', () => {
    const {block, shown} = open();
    block.push('hm');
    block.abandon();
    assert.deepEqual(shown(), ['interrupted', 'hm']);
  });

  it('counts as interrupted for now, and still ends with its tag', () => {
    const {block, shown} = open();
    block.push('hm');
    block.seal();
    assert.deepEqual(shown(), ['interrupted', 'hm']);
    block.end();
    assert.deepEqual(shown(), ['done', 'hm']);
  });

  it('returns text of others', () => {
    const {block, shown} = open();
    block.push('hm\n<<STEP_END>>\nmore');
    assert.equal(block.cut('<<STEP_END>>'), '<<STEP_END>>\nmore');
    assert.deepEqual(shown(), ['streaming', 'hm']);
    assert.equal(block.cut(undefined), undefined);
    assert.equal(block.cut('<<ERROR_END>>'), undefined);
  });
});

describe('a raw block that is buffered', () => {
  it('hands over everything at its end, once', () => {
    const ends: string[] = [];
    const block = RawBlock.kept(raw => ends.push(raw));
    block.push('a');
    block.push('b');
    assert.deepEqual(ends, []);
    block.end();
    assert.deepEqual(ends, ['ab']);
  });

  it('returns its text also without its end tag, and displays nothing before', () => {
    const ends: string[] = [];
    const block = RawBlock.kept(raw => ends.push(raw));
    block.push('a');
    block.seal();
    assert.deepEqual(ends, []);
    block.abandon();
    assert.deepEqual(ends, ['a']);
  });

  it('keeps a tag that may be quoted', () => {
    const block = RawBlock.kept(() => undefined);
    block.push('a<<STEP_END>>b');
    assert.equal(block.cut('<<STEP_END>>'), undefined);
  });
});

describe('a raw block that is dropped', () => {
  it('returns its text if it has no end', () => {
    const block = RawBlock.dropped();
    block.push('a');
    block.push('b');
    assert.equal(block.cut(undefined), 'ab');
  });

  it('returns nothing if it has one', () => {
    const block = RawBlock.dropped();
    block.push('a');
    block.end();
    block.seal();
    block.abandon();
    assert.equal(block.cut(undefined), 'a');
  });
});

describe('the answer inside a question', () => {
  const answers: readonly (readonly [raw: string, input: unknown, type: string])[] = [
    ['{"input": "yes", "type": "confirm"}', 'yes', 'confirm'],
    ['\n{"input": "yes"}\n', 'yes', 'text'],
    ['{"input": {"a": [1]}, "type": "json"}', {a: [1]}, 'json'],
    ['{"input": null, "type": "text"}', null, 'text'],
    ['{"input": "", "type": ""}', '', 'text'],
    ['{"type": "json"}', {type: 'json'}, 'json'],
    ['{"a": 1}', {a: 1}, 'text'],
    ['"yes"', 'yes', 'text'],
    ['7', 7, 'text'],
    ['[1, 2]', [1, 2], 'text'],
    ['  just words  ', 'just words', 'text'],
    ['{"input": "cut', '{"input": "cut', 'text'],
    ['', '', 'text'],
  ];
  for (const [raw, input, type] of answers) {
    it(`is read from ${JSON.stringify(raw)}`, () => {
      const block = `<<USER_INPUT_PROVIDED_START>>${raw}<<USER_INPUT_PROVIDED_END>>`;
      const children = ubik.parse(`<<INPUT_REQUIRED_START>>\nQ?\n${block}\n<<INPUT_REQUIRED_END>>`);
      const {answer, status, prompt} = only({children}, 'request');
      assert.deepEqual([answer, status, prompt], [{input, type}, 'done', 'Q?']);
    });
  }
});

describe('an error in the text', () => {
  const errors: readonly (readonly [title: string, content: string, texts: readonly string[]])[] = [
    ['says what follows its label', '<<ERROR_START>>\nError: No\n<<ERROR_END>>', ['No']],
    ['needs no label', '<<ERROR_START>>No<<ERROR_END>>', ['No']],
    ['may be empty', '<<ERROR_START>>\nError: \n<<ERROR_END>>', ['']],
    [
      'keeps tags that it quotes',
      '<<ERROR_START>>a <<STEP_END>> b<<ERROR_END>>',
      ['a <<STEP_END>> b'],
    ],
    ['without its end says what came', '<<ERROR_START>>\nError: No', ['No']],
    [
      'keeps its own words before those of its details',
      '<<ERROR_START>>No<<ERROR_END>><<ERROR_JSON_START>>{"error":"Other"}<<ERROR_JSON_END>>',
      ['No'],
    ],
    [
      'takes the words of its details where it has none',
      '<<ERROR_START>><<ERROR_END>><<ERROR_JSON_START>>{"error":"No"}<<ERROR_JSON_END>>',
      ['No'],
    ],
    [
      'is followed by another',
      '<<ERROR_START>>A<<ERROR_END>><<ERROR_START>>B<<ERROR_END>>',
      ['A', 'B'],
    ],
  ];
  for (const [title, content, texts] of errors) {
    it(title, () => {
      const found = every({children: ubik.parse(content)}, 'error');
      assert.deepEqual(
        found.map(({text}) => text),
        texts,
      );
      assert.ok(found.every(({status, code}) => status === 'failed' && code === 'agent'));
    });
  }

  it('never displays a traceback', () => {
    const details = JSON.stringify({error: 'No', traceback: 'File "secret.py"', timestamp: 'T'});
    const children = ubik.parse(
      `<<ERROR_START>>No<<ERROR_END>>\n\n<<ERROR_JSON_START>>\n${details}\n<<ERROR_JSON_END>>`,
    );
    assert.ok(!JSON.stringify(children).includes('secret'));
  });
});
