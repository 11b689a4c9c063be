import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {emptyConversation, type Item, type MessageItem} from '../../../../src/core/model/item.js';
import {reduce} from '../../../../src/core/model/reduce.js';
import {walk} from '../../../../src/core/model/select.js';
import {ContentWriter} from '../../../../src/core/protocol/ubik/content-writer.js';
import type {UbikEvent} from '../../../../src/core/protocol/ubik/events.js';
import {LiveTools} from '../../../../src/core/protocol/ubik/tools/live-tools.js';
import {Outline} from '../../../../src/core/protocol/ubik/rebuild/outline.js';
import {RunWriter} from '../../../../src/core/protocol/ubik/run-writer.js';
import {at, chunk, completed, started} from './folded.js';

interface Written {
  readonly content: ContentWriter;
  readonly codes: readonly string[];
  readonly message: () => MessageItem;
  /** All items below the message, with their text. */
  readonly shown: () => readonly string[];
}

function write(): Written {
  const codes: string[] = [];
  const writer = new RunWriter('run', ({code}) => codes.push(code));
  const content = new ContentWriter(new Outline(), writer, new LiveTools(writer));
  writer.openMessage({role: 'assistant'});
  let conversation = emptyConversation;
  const message = (): MessageItem => {
    conversation = reduce(conversation, writer.take());
    const [top] = conversation.children;
    assert.ok(top?.kind === 'message');
    return top;
  };
  const shown = (): readonly string[] => [...walk(message())].map(brief);
  return {content, codes, message, shown};
}

function brief(item: Item): string {
  const words = 'text' in item ? item.text : 'title' in item ? item.title : '';
  return `${item.id.replace(/^run\//, '')} ${item.status} ${words}`.trimEnd();
}

const event = (fields: object): UbikEvent => ({type: 'x', ...fields});
const find = (top: MessageItem, id: string): Item | undefined =>
  [...walk(top)].find(item => item.id === `run/${id}`);

describe('the text of a run', () => {
  it('is in the step with its number, else in the message', () => {
    const {content, shown} = write();
    content.chunk(chunk('Before'));
    content.startStep(started(1));
    content.chunk(chunk('In', 1));
    content.chunk(chunk(' it', 1));
    assert.deepEqual(shown(), [
      'text1 done Before',
      'step1 streaming Do 1',
      'step1/text1 streaming In it',
    ]);
  });

  it('opens a step without a beginning', () => {
    const {content, shown} = write();
    content.chunk(chunk('Early', 3));
    assert.deepEqual(shown(), ['step1 streaming', 'step1/text1 streaming Early']);
    content.startStep(started(3));
    assert.deepEqual(shown(), ['step1 streaming Do 3', 'step1/text1 streaming Early']);
  });

  it('belongs to the only step of an agent that has but one', () => {
    const {content, shown} = write();
    content.startStep(started(1, 'Answer', true));
    content.chunk(chunk('So'));
    assert.deepEqual(shown(), ['step1 streaming Answer', 'step1/text1 streaming So']);
  });

  it('leaves no block open after the end of its step', () => {
    const {content, shown} = write();
    content.startStep(started(1));
    content.completeStep(completed(1));
    content.chunk(chunk('<<thinking>>Late', 1));
    assert.deepEqual(shown(), ['step1 done Do 1', 'step1/thinking1 interrupted Late']);
  });

  for (const odd of [undefined, null, '', 7, {}, ['x']]) {
    it(`is ignored with the text ${JSON.stringify(odd)}`, () => {
      const {content, shown} = write();
      content.chunk(event({content: odd, step: 1}));
      assert.deepEqual(shown(), []);
    });
  }
});

describe('a step of a run', () => {
  it('ends as interrupted if another begins before its end', () => {
    const {content, shown} = write();
    content.startStep(started(1));
    content.startStep(started(2));
    assert.deepEqual(shown(), ['step1 interrupted Do 1', 'step2 streaming Do 2']);
  });

  it('continues if it begins again, under its new title', () => {
    const {content, shown} = write();
    content.startStep(started(1));
    content.startStep(started(1, 'Do it'));
    assert.deepEqual(shown(), ['step1 streaming Do it']);
  });

  it('is another one if it begins again after its end', () => {
    const {content, shown} = write();
    content.startStep(started(1));
    content.completeStep(completed(1));
    content.startStep(started(1, 'Again'));
    assert.deepEqual(shown(), ['step1 done Do 1', 'step2 streaming Again']);
  });

  it('is not done if the server reports that it was not completed', () => {
    const {content, shown} = write();
    content.startStep(started(1));
    content.completeStep(completed(1, false));
    assert.deepEqual(shown(), ['step1 interrupted Do 1']);
  });

  it('has its figures, its note and its times', () => {
    const {content, message} = write();
    content.startStep({...started(1), timestamp: at(1)});
    content.stepProgress(event({step: 1, progress: 40, message: 'Reading'}));
    content.completeStep({...completed(1), timestamp: at(2)});
    const step = find(message(), 'step1');
    assert.ok(step?.kind === 'step');
    const {number, progress, note, startedAt, endedAt} = step;
    assert.deepEqual(
      [number, progress, note, startedAt, endedAt],
      [1, 100, 'Reading', at(1), at(2)],
    );
  });

  it('ignores progress of an unknown step, or that is no number', () => {
    const {content, message} = write();
    content.startStep(started(1));
    for (const step of [2, 'one', null]) content.stepProgress(event({step, progress: 9}));
    content.stepProgress(event({step: 1, progress: 'nine', message: 7}));
    const step = find(message(), 'step1');
    assert.ok(step?.kind === 'step');
    assert.deepEqual([step.progress, step.note], [undefined, undefined]);
  });

  it('without a number is passed over, and reported', () => {
    const {content, codes, shown} = write();
    for (const step of [undefined, null, 'one', NaN]) {
      content.startStep(event({step, description: 'x'}));
      content.completeStep(event({step}));
    }
    assert.deepEqual(shown(), []);
    assert.deepEqual(codes, Array<string>(4).fill('step-unnumbered'));
  });
});

describe('a checkpoint and a question', () => {
  it('are in the open step, after the text so far', () => {
    const {content, shown, message} = write();
    content.startStep(started(1));
    content.chunk(chunk('Read', 1));
    content.checkpoint(event({checkpoint_name: 'read', created_at: at(1), timestamp: at(2)}));
    content.question(event({prompt: 'Go on?', checkpoint_name: 'read', timeout: 30}), ['text']);
    assert.deepEqual(shown(), [
      'step1 streaming Do 1',
      'step1/text1 done Read',
      'step1/checkpoint1 done',
      'step1/request1 waiting',
    ]);
    const [point, asked] = ['step1/checkpoint1', 'step1/request1'].map(id => find(message(), id));
    assert.ok(point?.kind === 'checkpoint' && asked?.kind === 'request');
    assert.deepEqual([point.name, point.createdAt], ['read', at(1)]);
    const {prompt, inputTypes, checkpoint, timeout} = asked;
    assert.deepEqual([prompt, inputTypes, checkpoint, timeout], ['Go on?', ['text'], 'read', 30]);
  });

  it('have empty texts if the server has none', () => {
    const {content, message} = write();
    content.checkpoint(event({checkpoint_name: 7}));
    content.question(event({prompt: null}), []);
    const [point, asked] = message().children;
    assert.equal(point?.kind === 'checkpoint' && point.name, '');
    assert.equal(asked?.kind === 'request' && asked.prompt, '');
  });

  it('are settled when the run continues', () => {
    const {content, shown} = write();
    content.question(event({prompt: '?'}), ['text']);
    content.chunk(chunk('Good.'));
    assert.deepEqual(shown(), ['request1 done', 'text1 streaming Good.']);
  });
});

describe('a snapshot of a run', () => {
  it('replaces the received content, and keeps the times of its steps', () => {
    const {content, shown, message} = write();
    content.startStep({...started(1), timestamp: at(1)});
    content.chunk(chunk('Hal', 1));
    content.snapshot(event({content: '<<STEP_START>>\nStep 1: Do 1\nHalf'}));
    assert.deepEqual(shown(), ['step1 streaming Do 1', 'step1/text1 streaming Half']);
    const step = find(message(), 'step1');
    assert.equal(step?.kind === 'step' && step.startedAt, at(1));
    content.chunk(chunk(' way', 1));
    assert.equal(shown().at(-1), 'step1/text1 streaming Half way');
  });

  it('that is older than the received content is ignored, and reported', () => {
    const {content, codes, shown} = write();
    content.chunk(chunk('Half way'));
    content.snapshot(event({content: 'Half'}));
    content.snapshot(event({content: 7}));
    assert.deepEqual(shown(), ['text1 streaming Half way']);
    assert.deepEqual(codes, ['snapshot-ignored', 'snapshot-ignored']);
  });
});

describe('the final text of a run', () => {
  const settled = (said: string, final: string | undefined): readonly unknown[] => {
    const {content, codes, shown} = write();
    content.chunk(chunk(said));
    content.settle(final);
    content.finish();
    return [shown(), codes];
  };

  it('changes nothing if it is absent, or differs in white space alone', () => {
    for (const final of [undefined, 'Half way', 'Half\n\n way ']) {
      assert.deepEqual(settled('Half way', final), [['text1 done Half way'], []]);
    }
  });

  it('replaces the content if it differs', () => {
    const folded = settled('Half way', 'The whole way');
    assert.deepEqual(folded, [['text1 done The whole way'], ['content-differs']]);
  });

  it('that has lost its structure is reported, and ignored', () => {
    const [shown, codes] = settled('<<thinking>>Hm<</thinking>>So', 'Hm So it is');
    assert.deepEqual(shown, ['thinking1 done Hm', 'text1 done So']);
    assert.deepEqual(codes, ['content-differs']);
  });
});

describe('the end of a run', () => {
  it('by an error follows the text', () => {
    const {content, shown} = write();
    content.chunk(chunk('Half'));
    content.fail('It broke');
    assert.deepEqual(shown(), ['text1 done Half', 'error1 failed It broke']);
  });

  it('leaves steps that are not completed interrupted, and others as they are', () => {
    const {content, shown} = write();
    content.startStep(started(1));
    content.completeStep(completed(1));
    content.startStep(started(2));
    content.chunk(chunk('<<thinking>>Hm', 2));
    content.finish();
    assert.deepEqual(shown().slice(0, 2), ['step1 done Do 1', 'step2 interrupted Do 2']);
    assert.equal(shown().length, 3);
    assert.ok(!shown()[2]?.includes('streaming'));
  });
});
