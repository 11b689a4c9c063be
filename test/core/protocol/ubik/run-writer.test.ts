import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Kind} from '../../../../src/core/model/item.js';
import type {Citation} from '../../../../src/core/protocol/ubik/text/citations.js';
import type {Diagnostic} from '../../../../src/core/protocol/diagnostics.js';
import {RunWriter} from '../../../../src/core/protocol/ubik/run-writer.js';

const quiet = (): RunWriter => new RunWriter('run', () => undefined);

describe('RunWriter', () => {
  it('gives the ops since the last time, in order', () => {
    const writer = quiet();
    writer.openMessage({role: 'assistant'});
    const id = writer.open('text', 'run', {text: ''});
    writer.append(id, 'text', 'a');
    assert.deepEqual(writer.take(), [
      {op: 'open', id: 'run', kind: 'message', fields: {role: 'assistant'}},
      {
        op: 'open',
        id: 'run/text1',
        kind: 'text',
        parent: 'run',
        status: 'streaming',
        fields: {text: ''},
      },
      {op: 'append', id: 'run/text1', field: 'text', text: 'a'},
    ]);
    assert.deepEqual(writer.take(), []);
  });

  it('opens a tool as the only item of a run', () => {
    const writer = quiet();
    writer.openTool({name: 't'});
    assert.deepEqual(writer.take(), [{op: 'open', id: 'run', kind: 'tool', fields: {name: 't'}}]);
  });

  it('has the position of an item in its id', () => {
    const writer = quiet();
    const step = writer.open('step', 'run', {});
    assert.equal(step, 'run/step1');
    assert.equal(writer.open('text', step, {}), 'run/step1/text1');
    assert.equal(writer.open('thinking', step, {}), 'run/step1/thinking1');
    assert.equal(writer.open('text', step, {}), 'run/step1/text2');
    assert.equal(writer.open('text', 'run', {}), 'run/text1');
    assert.equal(writer.open('step', 'run', {}), 'run/step2');
  });

  it('opens an item under a separate id', () => {
    const writer = quiet();
    assert.equal(writer.openAs('run/tool:1', 'tool', 'run', {name: 't'}, 'done'), 'run/tool:1');
    assert.deepEqual(writer.take(), [
      {
        op: 'open',
        id: 'run/tool:1',
        kind: 'tool',
        parent: 'run',
        status: 'done',
        fields: {name: 't'},
      },
    ]);
  });

  it('writes no op for no text', () => {
    const writer = quiet();
    writer.append('x', 'text', '');
    assert.deepEqual(writer.take(), []);
  });

  it('assigns with a status, and without one', () => {
    const writer = quiet();
    writer.assign('x', {a: 1});
    writer.assign('x', {}, 'done');
    writer.close('x', 'failed');
    assert.deepEqual(writer.take(), [
      {op: 'assign', id: 'x', fields: {a: 1}},
      {op: 'assign', id: 'x', fields: {}, status: 'done'},
      {op: 'close', id: 'x', status: 'failed'},
    ]);
  });

  it('reports with facts, and without', () => {
    const reports: Diagnostic[] = [];
    const writer = new RunWriter('run', one => reports.push(one));
    writer.warn('event-late', 'Odd.');
    writer.warn('tag-stray', 'Odder.', {a: 1});
    assert.deepEqual(reports, [
      {code: 'event-late', message: 'Odd.'},
      {code: 'tag-stray', message: 'Odder.', data: {a: 1}},
    ]);
  });

  it('counts again, and clears the run, when its content starts over', () => {
    const writer = quiet();
    writer.open('text', 'run', {});
    writer.ask(writer.open('request', 'run', {}));
    writer.take();
    writer.restart();
    assert.equal(writer.open('text', 'run', {}), 'run/text1');
    assert.deepEqual(
      writer.take().map(({op}) => op),
      ['clear', 'open'],
    );
    assert.equal(writer.question, undefined);
  });
});

describe('a question that RunWriter knows of', () => {
  const settles: readonly (readonly [kind: Kind, status: string])[] = [
    ['text', 'done'],
    ['thinking', 'done'],
    ['step', 'done'],
    ['checkpoint', 'done'],
    ['error', 'interrupted'],
  ];
  for (const [kind, status] of settles) {
    it(`is ${status} when the run continues with an item of kind ${kind}`, () => {
      const writer = quiet();
      writer.ask('question');
      writer.open(kind, 'run', {});
      const [op] = writer.take();
      assert.deepEqual(op, {op: 'close', id: 'question', status});
      assert.equal(writer.question, undefined);
    });
  }

  for (const kind of ['tool', 'source', 'request', 'notice'] as const) {
    it(`stays open beside an item of kind ${kind}`, () => {
      const writer = quiet();
      writer.ask('question');
      writer.open(kind, 'run', {});
      assert.equal(writer.question, 'question');
    });
  }

  it('is done when the next one is asked', () => {
    const writer = quiet();
    writer.ask('a');
    writer.ask('b');
    assert.deepEqual(writer.take(), [{op: 'close', id: 'a', status: 'done'}]);
    assert.equal(writer.question, 'b');
  });

  it('is settled once', () => {
    const writer = quiet();
    writer.settle();
    writer.ask('a');
    writer.settle('interrupted');
    writer.settle();
    assert.deepEqual(writer.take(), [{op: 'close', id: 'a', status: 'interrupted'}]);
  });
});

describe('sources that RunWriter is asked for', () => {
  const web = (url: string, label: string, title?: string): Citation => ({
    kind: 'web',
    key: url,
    label,
    url,
    source: '',
    ...(title !== undefined && {title}),
  });
  const numbered = (number: string): Citation => ({
    kind: 'number',
    key: number,
    label: number,
    source: '',
  });

  function numbers(...citations: readonly Citation[]): readonly unknown[] {
    const writer = quiet();
    for (const citation of citations) writer.cite(citation);
    return writer.take().map(op => (op.op === 'open' && 'fields' in op ? op.fields : op));
  }

  it('are opened when they are cited first, and known from then on', () => {
    const writer = quiet();
    const first = writer.cite(web('https://a.example', '1', 'A'));
    assert.equal(writer.cite(web('https://a.example', '7', 'Other')), first);
    assert.deepEqual(writer.take(), [
      {
        op: 'open',
        id: 'run/source:web:https://a.example',
        kind: 'source',
        parent: 'run',
        status: 'done',
        fields: {number: 1, title: 'A', url: 'https://a.example'},
      },
    ]);
  });

  const counts: readonly (readonly [title: string, labels: readonly string[], so: number[]])[] = [
    ['the number that the text gives', ['3', '5'], [3, 5]],
    ['the next free number where it gives none', ['a', 'b'], [1, 2]],
    ['a free number where another source has theirs', ['2', '2', '2'], [2, 1, 3]],
    [
      'a free number for a label that is no number',
      ['0', '-1', '1.5', ' 2', '9999999'],
      [1, 2, 3, 4, 5],
    ],
    ['numbers that the text gives later as well', ['x', '1', '2'], [1, 2, 3]],
  ];
  for (const [title, labels, so] of counts) {
    it(`have ${title}`, () => {
      const cited = numbers(...labels.map((label, at) => web(`https://${at}.example`, label)));
      assert.deepEqual(
        cited.map(fields => (fields as {number: number}).number),
        so,
      );
    });
  }

  it('have the number of a provisional mark', () => {
    assert.deepEqual(numbers(numbered('4')), [{number: 4, title: ''}]);
  });

  it('are others when their kind is another, also under one key', () => {
    const document: Citation = {
      kind: 'document',
      key: '1',
      label: '1',
      documentId: '1',
      source: '',
    };
    assert.equal(numbers(numbered('1'), document).length, 2);
  });
});
