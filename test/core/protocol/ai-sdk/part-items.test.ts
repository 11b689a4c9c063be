import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  approval,
  call,
  finish,
  folded,
  output,
  reasoning,
  shown,
  start,
  step,
  text,
} from './chunks.js';

const source = (id: string, fields: object = {}): object => ({
  type: 'source-url',
  sourceId: id,
  url: `https://${id}.example/page`,
  ...fields,
});

describe('texts', () => {
  it('of one step are one item, if nothing visible is between them', () => {
    const between = [source('a'), {type: 'data-x', data: 1}, {type: 'custom', kind: 'p.x'}];
    const items = shown([...text('0', ['One, ']), ...between, ...text('1', ['two.']), finish()]);
    const found = items.flatMap(({kind, text}) => (kind === 'text' ? [text] : []));
    assert.deepEqual(found, ['One, two.']);
  });

  for (const [what, chunks] of [
    ['a step', [step]],
    ['reasoning', reasoning('r', ['Hm'])],
    ['a call', call('c', 'add', {})],
    ['a file', [{type: 'file', url: 'https://a.example/a.png', mediaType: 'image/png'}]],
  ] as const) {
    it(`are separate with ${what} between them`, () => {
      const items = shown([...text('0', ['One']), ...chunks, ...text('0', ['Two']), finish()]);
      const found = items.flatMap(({kind, text}) => (kind === 'text' ? [text] : []));
      assert.deepEqual(found, ['One', 'Two']);
    });
  }

  it('that are written at the same time keep their order', () => {
    const items = shown([
      {type: 'text-start', id: 'a'},
      {type: 'text-start', id: 'b'},
      {type: 'text-delta', id: 'b', delta: 'second'},
      {type: 'text-delta', id: 'a', delta: 'First, '},
      finish(),
    ]);
    assert.deepEqual(items, [{kind: 'text', status: 'done', text: 'First, second'}]);
  });

  it('have a mark at the end of each citation, within the text of their part', () => {
    const cite = (fields: object): object => ({
      source: {type: 'source', sourceType: 'url', id: 'a', url: 'https://a.example/page'},
      ...fields,
    });
    const citations = [cite({endIndex: 1}), cite({}), cite({endIndex: 99}), cite({endIndex: 3})];
    const [item] = shown([...text('0', ['é ']), ...text('1', ['1👍.'], {citations}), finish()]);
    const found = (item?.['marks'] as {offset: number; label: string}[]).map(({offset, label}) => [
      offset,
      label,
    ]);
    assert.deepEqual(found, [
      [3, '1'],
      [5, '1'],
      [6, '1'],
      [6, '1'],
    ]);
  });

  it('never have a mark inside a character', () => {
    const citations = [{source: {id: 'a', url: 'https://a.example'}, endIndex: 2}];
    const [item] = shown([...text('0', ['1👍'], {citations}), finish()]);
    assert.equal((item?.['marks'] as {offset: number}[])[0]?.offset, 1);
  });
});

describe('reasoning', () => {
  it('without words is redacted', () => {
    const items = shown([
      ...reasoning('r', []),
      ...reasoning('s', ['Hm']),
      ...text('0', ['a']),
      finish(),
    ]);
    assert.deepEqual(items.slice(0, 2), [
      {kind: 'thinking', status: 'done', text: '', redacted: true},
      {kind: 'thinking', status: 'done', text: 'Hm'},
    ]);
  });
});

describe('calls', () => {
  const common = {kind: 'tool', name: 'add', executionId: 'c1', log: ''};

  it('show the streamed input, and the input that the server has read', () => {
    const raw = [
      {type: 'tool-input-start', toolCallId: 'c1', toolName: 'add', title: 'Adds'},
      {type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: '{ "a": '},
    ];
    const open = {...common, title: 'Adds', output: '', status: 'streaming'};
    assert.deepEqual(shown([...raw], 'open'), [{...open, input: '{ "a": '}]);
    const rest = {type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: '1}'};
    const whole = (input: unknown): readonly object[] => [
      ...raw,
      rest,
      {type: 'tool-input-available', toolCallId: 'c1', toolName: 'add', input},
    ];
    assert.deepEqual(shown(whole({a: 1}), 'open'), [{...open, input: '{ "a": 1}'}]);
    assert.deepEqual(shown(whole({a: 2}), 'open'), [{...open, input: '{"a":2}'}]);
  });

  it('show text as it is, and any other value as JSON', () => {
    const input = {type: 'tool-input-available', toolCallId: 'c1', toolName: 'add', input: '<p>'};
    for (const [value, expected] of [
      ['plain', 'plain'],
      [null, 'null'],
      [{a: 1}, '{"a":1}'],
    ] as const) {
      assert.deepEqual(shown([input, output('c1', value), finish()]), [
        {...common, input: '<p>', output: expected, status: 'done'},
      ]);
    }
  });

  it('are running as long as their results are preliminary', () => {
    const begun = [...call('c1', 'add', {}), output('c1', 1, {preliminary: true})];
    assert.deepEqual(shown(begun, 'open')[0], {
      ...common,
      input: '{}',
      output: '1',
      status: 'streaming',
    });
    assert.equal(shown([...begun, output('c1', 2)], 'open')[0]?.['status'], 'done');
  });

  it('fail with the words of the server, and are stopped when they are denied', () => {
    const fail = {type: 'tool-output-error', toolCallId: 'c1', errorText: 'No'};
    const [failed] = shown([...call('c1', 'add', {}), fail, finish()]);
    assert.deepEqual([failed?.['status'], failed?.['error']], ['failed', 'No']);
    const invalid = {
      type: 'tool-input-error',
      toolCallId: 'c1',
      toolName: 'add',
      input: 'a',
      errorText: 'Invalid',
    };
    const [refused] = shown([invalid, finish()]);
    assert.deepEqual([refused?.['status'], refused?.['input']], ['failed', 'a']);
    const deny = {type: 'tool-output-denied', toolCallId: 'c1'};
    const [denied] = shown([...call('c1', 'add', {}), deny, finish()]);
    assert.deepEqual([denied?.['status'], denied?.['denied']], ['stopped', true]);
  });

  it('are denied by a refusal alone, and not any more if they run after all', () => {
    const asked = [...call('c1', 'add', {}), approval('p', 'c1')];
    const answer = (approved: boolean): object => ({
      type: 'tool-approval-response',
      approvalId: 'p',
      approved,
    });
    const of = (...chunks: readonly object[]): unknown => {
      const [tool] = shown([...asked, ...chunks, finish()]);
      return [tool?.['status'], tool?.['denied']];
    };
    assert.deepEqual(of(answer(false)), ['stopped', true]);
    assert.deepEqual(of(answer(false), output('c1', 1)), ['done', undefined]);
    assert.deepEqual(of(answer(true), output('c1', 1)), ['done', undefined]);
  });

  it('are denied when a stream continues their answer, also if it does not confirm the refusal', () => {
    const asked = folded([...call('c1', 'add', {}), approval('p', 'c1'), finish()]).message;
    const deniedOf = (input: unknown): unknown => {
      const children = asked.children.map(item =>
        item.kind === 'request'
          ? {...item, status: 'done' as const, answer: {type: 'confirm', input}}
          : item,
      );
      const chunks = [start(), ...text('0', ['Well.']), finish()];
      const [tool] = folded(chunks, 'lost', {message: {...asked, children}}).message.children;
      return tool?.kind === 'tool' && [tool.status, tool.denied];
    };
    assert.deepEqual(deniedOf(false), ['stopped', true]);
    assert.deepEqual(deniedOf('Not today'), ['stopped', true]);
    assert.deepEqual(deniedOf(true), ['waiting', undefined]);
  });

  it('ask for an approval with their input, and have it answered elsewhere', () => {
    const asked = [...call('c1', 'add', {a: 1}), approval('p', 'c1', {reason: 'Really?'})];
    const [calling, question] = folded(asked, 'open').message.children;
    assert.equal(question?.kind === 'request' && question.callId, calling?.id);
    const [tool, request] = shown(asked, 'open');
    assert.equal(tool?.['status'], 'waiting');
    assert.deepEqual(request, {
      kind: 'request',
      status: 'waiting',
      prompt: 'Really?',
      inputTypes: ['confirm'],
      toolName: 'add',
      arguments: {a: 1},
      handle: {approvalId: 'p', toolCallId: 'c1'},
    });
    const yes = {type: 'tool-approval-response', approvalId: 'p', approved: true};
    const [, answered] = shown([...asked, yes, output('c1', 1), finish()]);
    assert.deepEqual(
      [answered?.['status'], answered?.['answer']],
      ['done', {type: 'confirm', input: true}],
    );
  });

  it('say what a rule has decided, and ask nobody', () => {
    const chunks = [
      ...call('c1', 'add', {}),
      approval('p', 'c1', {isAutomatic: true}),
      {type: 'tool-approval-response', approvalId: 'p', approved: false, reason: 'Policy'},
      {type: 'tool-output-denied', toolCallId: 'c1'},
      finish(),
    ];
    const [tool, ...more] = shown(chunks);
    assert.deepEqual(tool?.['phases'], [{name: 'APPROVAL', status: 'failed', message: 'Policy'}]);
    assert.deepEqual(more, []);
  });
});

describe('sources', () => {
  it('are numbered in the order of their arrival, each once', () => {
    const document = {
      type: 'source-document',
      sourceId: 'd',
      mediaType: 'application/pdf',
      filename: 'report.pdf',
    };
    const chunks = [source('a', {title: 'A'}), source('b'), source('a'), document];
    assert.deepEqual(shown([start(), ...chunks, finish()]), [
      {kind: 'source', status: 'done', number: 1, title: 'A', url: 'https://a.example/page'},
      {
        kind: 'source',
        status: 'done',
        number: 2,
        title: 'b.example',
        url: 'https://b.example/page',
      },
      {kind: 'source', status: 'done', number: 3, title: 'report.pdf', documentId: 'd'},
    ]);
  });

  it('have no address that is not of the web', () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,<script>', ' https://a', 7]) {
      const [item] = shown([source('a', {url, title: 'A'}), finish()]);
      assert.equal(item?.['url'], undefined);
    }
  });
});

describe('files', () => {
  it('have a name from their type', () => {
    const [one, two] = shown([
      {type: 'file', url: 'data:image/png;base64,AA==', mediaType: 'image/png'},
      {type: 'file', url: 'https://a.example/b', mediaType: 'odd'},
      {type: 'reasoning-file', url: 'https://a.example/c', mediaType: 'text/plain'},
      finish(),
    ]);
    assert.deepEqual(one, {
      kind: 'file',
      status: 'done',
      name: 'file.png',
      mediaType: 'image/png',
      url: 'data:image/png;base64,AA==',
    });
    assert.deepEqual([two?.['name'], two?.['url']], ['file.bin', 'https://a.example/b']);
  });

  it('have no address with another scheme', () => {
    const [item] = shown([{type: 'file', url: 'javascript:alert(1)', mediaType: 'a/b'}, finish()]);
    assert.equal(item?.['url'], undefined);
  });
});

describe('data of the application', () => {
  it('is replaced by its id where it is, and is new without one', () => {
    const {message} = folded([
      {type: 'data-plan', id: 'p', data: {at: 0}},
      {type: 'data-plan', data: 1},
      {type: 'data-plan', id: 'p', data: {at: 1}},
      {type: 'data-note', data: 'now', transient: true},
      finish(),
    ]);
    const found = message.children.map(
      item => item.kind === 'data' && [item.name, item.data, item.transient],
    );
    assert.deepEqual(found, [
      ['plan', {at: 1}, undefined],
      ['plan', 1, undefined],
      ['note', 'now', true],
    ]);
  });
});

describe('a message of the user in a running answer', () => {
  it('is a notice with its text', () => {
    const parts = [
      {type: 'text', text: 'Paris, Texas'},
      {type: 'file', url: 'x'},
    ];
    assert.deepEqual(shown([{type: 'steering-message', id: 's', parts}, finish()]), [
      {kind: 'notice', status: 'done', code: 'steering', text: 'Paris, Texas'},
    ]);
  });
});

describe('a call that is asked for again', () => {
  it('has no answer', () => {
    const begun = folded([start(), ...call('c', 'pay', {amount: 1}), approval('p', 'c'), finish()]);
    const children = begun.message.children.map(item =>
      item.kind === 'request'
        ? {...item, status: 'done' as const, answer: {type: 'confirm', input: true}}
        : item,
    );
    const message = {...begun.message, children};
    const again = folded([start(), approval('q', 'c'), finish()], 'lost', {message}).message;
    const asked = again.children.find(item => item.kind === 'request');
    assert.deepEqual([asked?.status, asked?.answer], ['waiting', undefined]);
  });
});
