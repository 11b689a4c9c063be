import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {emptyConversation, type Conversation} from '../../../../../src/core/model/item.js';
import {reduce} from '../../../../../src/core/model/reduce.js';
import {BlockStack} from '../../../../../src/core/protocol/ubik/text/block-stack.js';
import {LiveTools} from '../../../../../src/core/protocol/ubik/tools/live-tools.js';
import {RunWriter} from '../../../../../src/core/protocol/ubik/run-writer.js';
import {FIXED_TAGS, type TextTag} from '../../../../../src/core/protocol/ubik/text/tags.js';
import {every, outline} from '../folded.js';

interface OpenedStack {
  readonly blocks: BlockStack;
  readonly codes: string[];
  readonly folded: () => Conversation;
  readonly lines: () => readonly string[];
}

/** The blocks of a message, or of a step that was opened elsewhere. */
function open(where: 'message' | 'step' = 'message'): OpenedStack {
  const codes: string[] = [];
  const writer = new RunWriter('run', ({code}) => codes.push(code));
  writer.openMessage({role: 'assistant'});
  const top = where === 'message' ? 'run' : writer.open('step', 'run', {title: 'S'});
  const blocks = new BlockStack(writer, new LiveTools(writer), top);
  let conversation = emptyConversation;
  const folded = (): Conversation => (conversation = reduce(conversation, writer.take()));
  return {blocks, codes, folded, lines: () => folded().children.flatMap(one => outline(one))};
}

const TAGS: readonly TextTag['tag'][] = [...FIXED_TAGS, '<<TOOL_STEP_START/', '<<TOOL_STEP_END/'];

const allowed = (blocks: BlockStack): readonly string[] => TAGS.filter(tag => blocks.allows(tag));

describe('the tags that count', () => {
  it('are all in a message, but an answer without a question', () => {
    const {blocks} = open();
    assert.deepEqual(
      allowed(blocks),
      TAGS.filter(tag => tag !== '<<USER_INPUT_PROVIDED_START>>'),
    );
  });

  it('begin no step in the text of a step', () => {
    const {blocks} = open('step');
    assert.equal(blocks.allows('<<STEP_START>>'), false);
    assert.equal(blocks.allows('<<TOOL_STEP_START/'), true);
  });

  it('are few in a checkpoint', () => {
    const {blocks} = open();
    blocks.openCheckpoint();
    assert.deepEqual(allowed(blocks), [
      '<<STEP_START>>',
      '<<STEP_END>>',
      '<<CHECKPOINT_END>>',
      '<<ERROR_START>>',
      '<<ERROR_END>>',
      '<<ERROR_JSON_START>>',
      '<<ERROR_JSON_END>>',
      '<<TOOL_STEP_END/',
    ]);
  });

  it('are few in a question', () => {
    const {blocks} = open();
    blocks.openRequest();
    assert.deepEqual(allowed(blocks), [
      '<<STEP_START>>',
      '<<STEP_END>>',
      '<<INPUT_REQUIRED_END>>',
      '<<USER_INPUT_PROVIDED_START>>',
      '<<TOOL_STEP_END/',
    ]);
  });
});

describe('steps on the stack', () => {
  it('are closed by the next one, with all that is open in them', () => {
    const {blocks, lines} = open();
    blocks.openStep();
    blocks.take('Step 1: A\n');
    blocks.openTool('t', '1');
    blocks.openStep();
    assert.deepEqual(lines(), ['step interrupted: A', '  tool interrupted: t', 'step streaming: ']);
  });

  it('are done with a mark, interrupted without', () => {
    const {blocks, lines} = open();
    for (const head of ['Step 1: A ✓\n', 'Step 2: B\n']) {
      blocks.openStep();
      blocks.take(head);
      blocks.closeStep();
    }
    assert.deepEqual(lines(), ['step done: A', 'step interrupted: B']);
  });

  it('are known to be open, and to contain the text', () => {
    const {blocks} = open();
    assert.equal(blocks.inStep, false);
    blocks.openStep();
    assert.equal(blocks.inStep, true);
    assert.equal(blocks.container, 'run/step1');
    blocks.closeStep();
    assert.equal(blocks.inStep, false);
    assert.equal(blocks.container, 'run');
  });

  it('read their head from the text, and return the rest', () => {
    const {blocks} = open();
    blocks.openStep();
    assert.equal(blocks.take('Step 1: A\na'), 'a');
    assert.equal(blocks.take('b'), 'b');
    assert.equal(blocks.endHead(), '');
  });

  it('return a first line that is no head when something else begins', () => {
    const {blocks} = open();
    blocks.openStep();
    assert.equal(blocks.take('words'), '');
    assert.equal(blocks.endHead(), 'words');
  });

  it('are single when the flag arrives, which is ignored without a step', () => {
    const {blocks, folded} = open();
    blocks.flagStep();
    blocks.openStep();
    blocks.take('Step 1: A\n');
    blocks.openTool('t', '1');
    blocks.flagStep();
    assert.equal(every(folded(), 'step')[0]?.single, true);
  });

  it('are not closed by an end that no beginning had', () => {
    const {blocks, codes} = open();
    blocks.closeStep();
    blocks.closeCheckpoint();
    blocks.closeRequest();
    blocks.closeTool('1');
    assert.deepEqual(codes, ['tag-stray', 'tag-stray', 'tag-stray', 'tag-stray']);
  });
});

describe('tools on the stack', () => {
  it('get the part that the latest of them lacks', () => {
    const {blocks} = open();
    blocks.openTool('a', '1');
    blocks.openTool('b', '2');
    assert.equal(blocks.toolWithout('input'), 'run/tool:2');
    assert.equal(blocks.toolWithout('input'), 'run/tool:1');
    assert.equal(blocks.toolWithout('input'), undefined);
    assert.equal(blocks.toolWithout('output'), 'run/tool:2');
    blocks.closeTool('2');
    assert.equal(blocks.toolWithout('output'), 'run/tool:1');
  });

  it('of one id are closed one by one, the latest first', () => {
    const {blocks, lines} = open();
    blocks.openTool('a', '1');
    blocks.openTool('b', '1');
    blocks.closeTool('1');
    assert.deepEqual(lines(), ['tool streaming: a', '  tool done: b']);
    blocks.closeTool('1');
    assert.deepEqual(lines(), ['tool done: a', '  tool done: b']);
  });

  it('nest sixteen deep, and follow each other below that', () => {
    const {blocks, folded} = open();
    for (let n = 1; n <= 20; n++) blocks.openTool('t', `${n}`);
    const depths = outline(folded().children[0] ?? {children: []}).map(
      line => line.search(/\S/) / 2,
    );
    assert.equal(Math.max(...depths), 15);
    assert.equal(depths.length, 20);
  });

  it('are limited to a thousand open ones: the oldest is closed', () => {
    const {blocks, folded} = open();
    for (let n = 1; n <= 1_005; n++) blocks.openTool('t', `${n}`);
    const statuses = every(folded(), 'tool').map(({status}) => status);
    assert.equal(statuses.length, 1_005);
    assert.ok(statuses.includes('interrupted'));
    blocks.finish();
    assert.ok(every(folded(), 'tool').every(({status}) => status === 'interrupted'));
  });
});

describe('checkpoints and questions on the stack', () => {
  it('keep their own text until they end', () => {
    const {blocks, lines, folded} = open();
    blocks.openCheckpoint();
    assert.equal(blocks.take('\nCheckpoint: '), '');
    assert.equal(blocks.take('c 1\n'), '');
    blocks.closeCheckpoint();
    blocks.openRequest();
    blocks.take('\nQ?\nExpected input types: text\ncheckpoint_name: c 1\n');
    blocks.closeRequest();
    assert.deepEqual(lines(), ['checkpoint done: c 1', 'request waiting: Q?']);
    assert.equal(every(folded(), 'request')[0]?.checkpoint, 'c 1');
  });

  it('have a name also without its label', () => {
    for (const [text, name] of [
      ['c', 'c'],
      ['Checkpoint:c', 'c'],
      ['  Checkpoint:  c  ', 'c'],
      ['', ''],
    ] as const) {
      const {blocks, lines} = open();
      blocks.openCheckpoint();
      blocks.take(text);
      blocks.closeCheckpoint();
      assert.deepEqual(lines(), [`checkpoint done: ${name}`]);
    }
  });

  it('are done with an answer', () => {
    const {blocks, folded} = open();
    blocks.openRequest();
    blocks.take('Q?');
    blocks.answer({input: 'y', type: 'text'});
    blocks.closeRequest();
    const [request] = every(folded(), 'request');
    assert.deepEqual([request?.status, request?.answer], ['done', {input: 'y', type: 'text'}]);
  });

  it('ignore an answer without an open question', () => {
    const {blocks, lines} = open();
    blocks.answer({input: 'y', type: 'text'});
    blocks.openCheckpoint();
    blocks.answer({input: 'y', type: 'text'});
    blocks.closeCheckpoint();
    assert.deepEqual(lines(), ['checkpoint done: ']);
  });

  it('stay open as questions when their step ends', () => {
    const {blocks, lines} = open();
    blocks.openStep();
    blocks.take('Step 1: A ✓\n');
    blocks.openRequest();
    blocks.take('Q?');
    blocks.closeRequest();
    blocks.closeStep();
    assert.deepEqual(lines(), ['step done: A', '  request waiting: Q?']);
  });
});

describe('the stack when its text is over', () => {
  it('treats open blocks as interrupted for now, except a question', () => {
    const {blocks, lines} = open();
    blocks.openTool('t', '1');
    blocks.seal();
    assert.deepEqual(lines(), ['tool interrupted: t']);
    blocks.closeTool('1');
    assert.deepEqual(lines(), ['tool done: t']);
    const asking = open();
    asking.blocks.openRequest();
    asking.blocks.seal();
    assert.deepEqual(asking.lines(), ['request waiting: ']);
  });

  it('remembers the last error, for the details that follow it', () => {
    const {blocks} = open();
    assert.equal(blocks.error, undefined);
    blocks.failed('run/error1', 'No');
    assert.deepEqual(blocks.error, {id: 'run/error1', text: 'No'});
  });
});
