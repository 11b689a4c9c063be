import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Op} from '../../../../../src/core/model/op.js';
import {JsonPart} from '../../../../../src/core/protocol/ubik/text/json-part.js';
import {RunWriter} from '../../../../../src/core/protocol/ubik/run-writer.js';
import type {TextToken} from '../../../../../src/core/protocol/ubik/text/tags.js';

const END = '<<TOOL_STEP_INPUT_END>>';
const end: TextToken = {tag: END, source: END};
const toolEnd: TextToken = {
  tag: '<<TOOL_STEP_END/',
  source: '<<TOOL_STEP_END/t:1>>',
  name: 't',
  execution: '1',
};
const text = (words: string): TextToken => ({text: words});

interface OpenedJsonPart {
  readonly part: JsonPart;
  /** The current value of the field. */
  readonly shown: () => string;
  readonly codes: string[];
}

function open(): OpenedJsonPart {
  const codes: string[] = [];
  const writer = new RunWriter('run', ({code}) => codes.push(code));
  let field = '';
  const apply = (op: Op): void => {
    if (op.op === 'append') field += op.text;
    if (op.op === 'assign') field = String(op.fields?.['input']);
  };
  const shown = (): string => {
    writer.take().forEach(apply);
    return field;
  };
  return {part: new JsonPart(writer, 'run/tool:1', 'input', END), shown, codes};
}

describe('JsonPart', () => {
  it('streams JSON, without white space around it', () => {
    const {part, shown} = open();
    for (const [piece, so] of [
      ['\n', ''],
      [' {"a"', '{"a"'],
      [': ', '{"a":'],
      ['1}', '{"a": 1}'],
      ['\n', '{"a": 1}'],
    ] as const) {
      part.push(piece);
      assert.equal(shown(), so);
    }
    assert.equal(part.payload, '{"a": 1}');
  });

  for (const payload of ['{"a":1}', '[]', '"x"', '0', 'null', 'true', ' \n{"a":1}\n ', '', '  ']) {
    it(`is over at its end tag with ${JSON.stringify(payload)}`, () => {
      const {part, codes} = open();
      part.push(payload);
      assert.equal(part.end(), true);
      assert.equal(part.inDoubt, false);
      assert.deepEqual(codes, []);
    });
  }

  for (const payload of ['{', '{"a":', 'words', "{'a':1}", '{"a":1}}', 'NaN', 'undefined']) {
    it(`is in doubt at its end tag with ${payload}`, () => {
      const {part} = open();
      part.push(payload);
      assert.equal(part.end(), false);
      assert.equal(part.inDoubt, true);
    });
  }

  it('continues to a later end tag that makes it JSON', () => {
    const {part, shown, codes} = open();
    part.push('{"said":"a ');
    assert.equal(part.end(), false);
    assert.equal(part.doubt(text(' b"}')), undefined);
    assert.equal(shown(), '{"said":"a');
    assert.equal(part.doubt(end), '');
    assert.equal(part.inDoubt, false);
    assert.equal(shown(), `{"said":"a ${END} b"}`);
    assert.deepEqual(codes, []);
  });

  it('continues over several end tags', () => {
    const {part, shown} = open();
    part.push('["');
    part.end();
    for (const token of [text('x'), end, text('y')]) assert.equal(part.doubt(token), undefined);
    part.doubt(text('"]'));
    assert.equal(part.doubt(end), '');
    assert.equal(shown(), `["${END}x${END}y"]`);
  });

  it('ends with its tool, and returns the buffered text with the end of the tool', () => {
    const {part, shown, codes} = open();
    part.push('{');
    part.end();
    part.doubt(text('words'));
    assert.equal(part.doubt(toolEnd), 'words<<TOOL_STEP_END/t:1>>');
    assert.equal(part.inDoubt, false);
    assert.equal(shown(), '{');
    assert.deepEqual(codes, ['json-invalid']);
  });

  it('gives up after eight end tags', () => {
    const {part, codes} = open();
    part.push('{');
    part.end();
    for (let turn = 1; turn < 8; turn++) assert.equal(part.doubt(end), undefined);
    assert.equal(part.doubt(end), END.repeat(8));
    assert.deepEqual(codes, ['json-invalid']);
  });

  it('gives up after a megabyte', () => {
    const {part} = open();
    part.push('{');
    part.end();
    const half = 'x'.repeat(2 ** 19);
    assert.equal(part.doubt(text(half)), undefined);
    assert.equal(part.doubt(text(half)), undefined);
    assert.equal(part.doubt(text('y'))?.length, 2 ** 20 + 1);
  });

  it('returns the buffered text at the end of the text', () => {
    const {part, codes} = open();
    part.push('{');
    part.end();
    part.doubt(text('a'));
    part.doubt({tag: '<<thinking>>', source: '<<thinking>>'});
    assert.equal(part.settle(), 'a<<thinking>>');
    assert.deepEqual(codes, ['json-invalid']);
  });

  it('reports the tool of invalid JSON', () => {
    const reports: unknown[] = [];
    const writer = new RunWriter('run', ({data}) => reports.push(data));
    const part = new JsonPart(writer, 'run/tool:1', 'output', '<<TOOL_STEP_RESULT_END>>');
    part.push('?');
    part.end();
    part.settle();
    assert.deepEqual(reports, [{item: 'run/tool:1'}]);
  });

  it('returns the text from a tag on, and displays the rest', () => {
    const {part, shown} = open();
    part.push('{"a": 1 \n<<STEP_END>> more');
    assert.equal(part.cut('<<STEP_END>>'), '<<STEP_END>> more');
    assert.equal(shown(), '{"a": 1');
    assert.equal(part.payload, '{"a": 1');
  });

  it('returns nothing without such a tag, or if none is searched for', () => {
    const {part, shown} = open();
    part.push('{"a":');
    assert.equal(part.cut('<<STEP_END>>'), undefined);
    assert.equal(part.cut(undefined), undefined);
    assert.equal(shown(), '{"a":');
  });
});
