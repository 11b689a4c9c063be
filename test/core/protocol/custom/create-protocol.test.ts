import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  answeringPerson,
  createProtocol,
  currentAuthor,
  foldFrames,
  plainText,
  type AnswerWriter,
  type Item,
  type MessageItem,
  type Protocol,
} from '../../../../src/core/index.js';
import {every, only, outline, statusesOf, textsOf} from '../folded-message.js';
import {asRecord} from '../../../../src/core/values.js';
import type {Diagnostic} from '../../../../src/core/protocol/diagnostics.js';
import type {RequestShape} from '../../../../src/core/protocol/types.js';

type Write = (answer: AnswerWriter) => void;

/** A protocol whose frames contain the given events. */
function folded(...writes: Write[]): MessageItem {
  const [message] = foldFrames(
    protocolOf(writes),
    writes.map((_, n) => ({data: String(n)})),
  ).children;
  assert.ok(message?.kind === 'message');
  return message;
}

const protocolOf = (writes: readonly Write[]): Protocol =>
  createProtocol({
    name: 'own',
    read: ({data}, answer) => writes[Number(data)]?.(answer),
    send: ({text}) => ({method: 'POST', path: 'ask', body: {json: text}}),
  });

describe('an answer that is written', () => {
  it('joins text of a kind, and ends it if another kind begins', () => {
    const {children, status} = folded(
      answer => answer.thinking('Hm'),
      answer => answer.thinking('m.'),
      answer => answer.text('Yes'),
      answer => answer.text('!'),
    );
    assert.deepEqual(outline({children}), ['thinking done: Hmm.', 'text streaming: Yes!']);
    assert.equal(status, 'streaming');
  });

  it('has calls with their results, in any order', () => {
    const {children} = folded(
      answer => answer.call('a', 'add', {x: 1}),
      answer => answer.call('b', 'say', 'words'),
      answer => answer.result('b', {error: 'No.'}),
      answer => answer.result('a', {output: [2]}),
      answer => answer.end(),
    );
    const calls = every({children}, 'tool');
    const found = calls.map(({status, input, output, error}) => [status, input, output, error]);
    assert.deepEqual(found, [
      ['done', '{"x":1}', '[2]', undefined],
      ['failed', 'words', '', 'No.'],
    ]);
  });

  it('numbers its sources', () => {
    const {children} = folded(
      answer => answer.source('One', 'https://one.example'),
      answer => answer.source('Two'),
    );
    const found = children.map(
      item => item.kind === 'source' && [item.number, item.title, item.url],
    );
    assert.deepEqual(found, [
      [1, 'One', 'https://one.example'],
      [2, 'Two', undefined],
    ]);
  });

  it('completes, and nothing follows its end', () => {
    const message = folded(
      answer => answer.text('Yes'),
      answer => answer.end(),
      answer => answer.text(' and no'),
    );
    assert.deepEqual([message.status, ...outline(message)], ['done', 'text done: Yes']);
  });

  it('fails with the message of the protocol, and keeps its text', () => {
    const message = folded(
      answer => answer.text('Half'),
      answer => answer.fail('quota', 'Used up'),
    );
    assert.equal(message.status, 'failed');
    assert.deepEqual(outline(message), ['text done: Half', 'error failed: Used up']);
  });

  it('fails if its reader throws, and keeps its content; the text of the exception is not for the user', () => {
    const message = folded(
      answer => answer.text('Half'),
      () => {
        throw new SyntaxError('no JSON');
      },
    );
    assert.deepEqual(outline(message), ['text done: Half', 'error failed: ']);
  });

  for (const [reason, status] of [
    ['lost', 'interrupted'],
    ['stopped', 'stopped'],
  ] as const) {
    it(`is ${status} when its stream is ${reason}`, () => {
      const decoder = protocolOf([answer => answer.text('Ha')]).createDecoder({run: 'r'});
      decoder.decode({data: '0'});
      assert.deepEqual(decoder.end(reason), [{op: 'close', id: 'r', status}]);
      assert.deepEqual(decoder.end(reason), []);
    });
  }
});

describe('a question at the end of a stream that is lost', () => {
  const endOf = (...writes: readonly Parameters<typeof protocolOf>[0][number][]): unknown => {
    const decoder = protocolOf(writes).createDecoder({run: 'r'});
    writes.forEach((_, at) => decoder.decode({data: String(at)}));
    return decoder.end('lost').at(-1);
  };

  it('stays open, unless something follows it', () => {
    const found = endOf(answer => answer.ask('q', {prompt: 'Really?'}));
    assert.deepEqual(found, {op: 'assign', id: 'r', status: 'done'});
    const last = endOf(
      answer => answer.ask('q', {prompt: 'Really?'}),
      answer => answer.text('Go on: '),
    );
    assert.deepEqual(last, {op: 'close', id: 'r', status: 'interrupted'});
  });
});

describe('a protocol of one’s own', () => {
  it('can send, and has the given operations', () => {
    const {operations, framing} = protocolOf([]);
    assert.deepEqual(Object.keys(operations), ['send']);
    assert.equal(framing, undefined);
    const stop = {request: () => ({method: 'POST', path: 'stop'}) as const, read: () => undefined};
    const more = createProtocol({
      name: 'more',
      framing: 'text',
      read: ({data}, answer) => answer.text(data),
      send: () => ({method: 'POST', path: ''}),
      operations: {stop},
    });
    assert.deepEqual([Object.keys(more.operations), more.framing], [['send', 'stop'], 'text']);
  });
});

describe('the answer of a question', () => {
  const say =
    (words: string): Write =>
    answer =>
      answer.text(words);

  it('is a separate text after a call, and continues after a source', () => {
    const add: Write = answer => answer.call('1', 'add');
    const between = outline(folded(say('a'), add, say('b')));
    assert.deepEqual(between, ['text done: a', 'tool streaming: add', 'text streaming: b']);
    const cite: Write = answer => answer.source('S');
    const cited = folded(say('a'), cite, say('b'));
    assert.deepEqual(statusesOf(cited), ['text streaming', 'source done']);
    assert.deepEqual(textsOf(cited), ['ab']);
  });

  it('has no item for empty text', () => {
    assert.deepEqual(folded(say('')).children, []);
  });

  it('is nothing before it has text', () => {
    const protocol = protocolOf([() => undefined]);
    assert.deepEqual(foldFrames(protocol, [{data: '0'}]).children, []);
  });

  it('is skipped if it is the result of an unknown call', () => {
    assert.deepEqual(folded(answer => answer.result('x', {output: 'lost'})).children, []);
  });

  const reportsOf = (protocol: Protocol): readonly Diagnostic[] => {
    const reports: Diagnostic[] = [];
    foldFrames(protocol, [{data: '0'}], {report: diagnostic => reports.push(diagnostic)});
    return reports;
  };

  it('is reported if it belongs to a call that has not begun', () => {
    for (const write of [
      (answer: AnswerWriter) => answer.input('c', '{'),
      (answer: AnswerWriter) => answer.result('c', {output: 1}),
    ])
      assert.deepEqual(
        reportsOf(protocolOf([write])).map(({code, data}) => [code, data]),
        [['event-out-of-place', {id: 'c'}]],
      );
    assert.deepEqual(reportsOf(protocolOf([answer => answer.call('c', 'say')])), []);
  });

  it('is reported if it is written later', () => {
    const read = (): unknown => Promise.resolve();
    const send = (): RequestShape => ({method: 'POST', path: 'ask', accept: 'stream'});
    const [report, ...more] = reportsOf(createProtocol({name: 'own', read: read, send}));
    assert.deepEqual([report?.code, more], ['protocol-exception', []]);
    assert.match(String(asRecord(report?.data)['error']), /must not be asynchronous/);
  });

  it('is reported with the reason if a promise is rejected', async () => {
    const reports: unknown[] = [];
    const read = (): unknown => Promise.reject(new RangeError('There is no such note.'));
    const send = (): RequestShape => ({method: 'POST', path: 'ask', accept: 'stream'});
    const decoder = createProtocol({name: 'own', read: read, send}).createDecoder({
      run: 'message',
      report: ({data}) => reports.push(asRecord(data)['error']),
    });
    decoder.decode({data: 'x'});
    await new Promise(resolve => setImmediate(resolve));
    assert.match(reports.map(String).join(), /must not be asynchronous.*There is no such note/);
  });

  it('may be the text of many calls in one frame', () => {
    const ids = folded(answer => {
      for (const id of ['a', 'b', 'a']) answer.call(id, `call ${id}`);
    }).children.map(({id}) => id);
    assert.deepEqual(ids, ['message/tool:a', 'message/tool:b']);
  });

  const inputs: readonly (readonly [value: unknown, json: string])[] = [
    [undefined, ''],
    [null, 'null'],
    [0, '0'],
    [false, 'false'],
    ['', ''],
    ['{"a":', '{"a":'],
    [{a: [1]}, '{"a":[1]}'],
  ];
  for (const [value, json] of inputs) {
    it(`is displayed as ${JSON.stringify(json)} if it is ${JSON.stringify(value)}`, () => {
      const [call] = folded(
        answer => answer.call('a', 'add', value),
        answer => answer.result('a', {output: value}),
      ).children;
      assert.ok(call?.kind === 'tool');
      assert.deepEqual([call.input, call.output, call.status], [json, json, 'done']);
    });
  }

  it('fails the run if it is no JSON, and keeps the earlier text', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    for (const odd of [circle, 7n]) {
      const {status, children} = folded(
        answer => answer.text('Half'),
        answer => answer.call('a', 'add', odd),
      );
      assert.equal(status, 'failed');
      assert.deepEqual(statusesOf({children}), ['text done', 'error failed']);
    }
  });

  it('keeps its first end', () => {
    const endings: readonly (readonly [Write, Write, string])[] = [
      [answer => answer.end(), answer => answer.fail('x'), 'done'],
      [answer => answer.fail('x'), answer => answer.end(), 'failed'],
    ];
    for (const [first, second, status] of endings) {
      assert.equal(folded(first, second).status, status);
      const together = folded(answer => {
        first(answer);
        second(answer);
      });
      assert.equal(together.status, status);
    }
  });

  it('is empty and complete if it ends at once', () => {
    const {status, children, role} = folded(answer => answer.end());
    assert.deepEqual([status, children, role], ['done', [], 'assistant']);
  });

  const late: readonly (readonly [what: string, write: Write])[] = [
    ['words', answer => answer.text('late')],
    ['thoughts', answer => answer.thinking('late')],
    ['calls', answer => answer.call('b', 'late')],
    ['results', answer => answer.result('a', {error: 'late'})],
    ['sources', answer => answer.source('late')],
    ['failures', answer => answer.fail('late')],
  ];
  for (const [what, write] of late) {
    it(`ignores ${what} after its end, also in the frame that ends it`, () => {
      const begin: Write = answer => answer.call('a', 'add');
      const whole = folded(begin, answer => answer.end());
      const over = folded(begin, answer => {
        answer.end();
        write(answer);
      });
      assert.deepEqual(over, whole);
    });
  }
});

describe('the calls of an answer', () => {
  const inputs = ({children}: MessageItem): readonly unknown[] =>
    children.map(item => item.kind === 'tool' && [item.name, item.status, item.input, item.runsIn]);

  it('grow in pieces, and are replaced by the same id', () => {
    const message = folded(
      answer => answer.call('a', 'add', '{"n":'),
      answer => answer.input('a', '1}'),
      answer => answer.call('b', 'add', '{'),
      answer => answer.call('b', 'addAll', {n: 2}),
      answer => answer.input('unknown', 'WRONG'),
    );
    assert.deepEqual(inputs(message), [
      ['add', 'streaming', '{"n":1}', undefined],
      ['addAll', 'streaming', '{"n":2}', undefined],
    ]);
  });

  it('are for the page, or interrupted, if they have no result at the end', () => {
    const message = folded(
      answer => answer.text('Wait'),
      answer => answer.call('a', 'add', '{}', {runsIn: 'page'}),
      answer => answer.call('b', 'find'),
      answer => answer.call('c', 'find'),
      answer => answer.result('c', {output: 1}),
      answer => answer.end(),
    );
    assert.deepEqual(inputs(message).slice(1), [
      ['add', 'waiting', '{}', 'page'],
      ['find', 'interrupted', '', undefined],
      ['find', 'done', '', undefined],
    ]);
    assert.deepEqual([message.status, message.children[0]?.status], ['done', 'done']);
  });

  it('wait for the answer, if they ask a question', () => {
    const message = folded(
      answer => answer.call('a', 'book', '{}'),
      answer => answer.ask('q', {prompt: 'Book?', call: 'a'}),
      answer => answer.end(),
    );
    const [call, question] = message.children;
    assert.ok(call?.kind === 'tool' && question?.kind === 'request');
    assert.deepEqual(
      [call.status, question.status, question.callId],
      ['waiting', 'waiting', call.id],
    );
  });

  it('are displayed by their question with the input that they have last', () => {
    const asks: Write = answer => answer.ask('q', {prompt: 'Book?', call: 'a'});
    const begins: Write = answer => answer.call('a', 'book', '{"tables": 1');
    for (const [input, ...writes] of [
      [{tables: 1}, begins, answer => answer.input('a', '}'), asks],
      [{tables: 100}, begins, asks, answer => answer.input('a', '00}')],
      [{tables: 9}, begins, asks, answer => answer.call('a', 'book', {tables: 9})],
      [
        {input: '{"tables": 1, "tables": 2}'},
        begins,
        asks,
        answer => answer.input('a', ', "tables": 2}'),
      ],
      [{}, answer => answer.call('a', 'book'), asks],
    ] as readonly [object, ...Write[]][]) {
      const question = folded(...writes, answer => answer.end()).children.at(-1);
      assert.ok(question?.kind === 'request');
      assert.deepEqual([question.toolName, question.arguments], ['book', input]);
    }
  });
});

describe('what a protocol of one’s own may describe', () => {
  const more = {request: () => ({method: 'POST', path: ''}) as const, read: () => ({})};

  it('has a state for each stream', () => {
    const protocol = createProtocol({
      name: 'counting',
      start: () => ({count: 0}),
      read: (_, answer, state) => answer.text(String(++state.count)),
      send: () => ({method: 'POST', path: ''}),
    });
    const frames = [{data: ''}, {data: ''}];
    for (let run = 0; run < 2; run++) {
      const [message] = foldFrames(protocol, frames).children;
      assert.equal(message && plainText(message), '12');
    }
  });

  it('has facts, and the declarations of a protocol', () => {
    const usage = {inputTokens: 1};
    const message = folded(
      answer => answer.facts({model: 'm', usage}),
      answer => answer.end(),
      answer => answer.facts({model: 'late'}),
    );
    assert.deepEqual([message.model, message.usage], ['m', usage]);
    const readError = (): {code: string} => ({code: 'x'});
    const protocol = createProtocol({
      name: 'own',
      readError,
      clientIds: ['session'],
      inlineFiles: {maxBytes: 1},
      read: () => undefined,
      send: () => ({method: 'POST', path: ''}),
    });
    assert.deepEqual(
      [protocol.readError, protocol.clientIds, protocol.inlineFiles, protocol.continuesMessages],
      [readError, ['session'], {maxBytes: 1}, undefined],
    );
  });

  it('continues an answer, if it has the operation', () => {
    const writes: Write[] = [
      answer => answer.source('One'),
      answer => answer.call('a', 'add', {}, {runsIn: 'page'}),
      answer => answer.end(),
    ];
    const message = folded(...writes);
    const again: Write[] = [
      answer => answer.text('Done'),
      answer => answer.source('Two'),
      answer => answer.call('a', 'add'),
      answer => answer.fail('x'),
    ];
    const protocol = createProtocol({
      name: 'own',
      read: ({data}, answer) => again[Number(data)]?.(answer),
      send: more.request,
      operations: {continue: more},
    });
    assert.equal(protocol.continuesMessages, true);
    const frames = again.map((_, n) => ({data: String(n)}));
    const [whole] = foldFrames(protocol, frames, {
      run: message.id,
      message: {...message, status: 'streaming'},
    }).children;
    assert.ok(whole);
    const kinds = whole.children.map(({kind}) => kind);
    assert.deepEqual(kinds, ['source', 'tool', 'text', 'source', 'tool', 'error']);
    assert.equal(new Set(whole.children.map(({id}) => id)).size, 6);
    const numbers = every(whole, 'source').map(({number}) => number);
    assert.deepEqual(numbers, [1, 2]);
  });

  /** An answer of parts, each of which continues the message of those before. */
  const continued = (...parts: readonly Write[]): readonly Item[] => {
    let message: MessageItem | undefined;
    for (const write of parts) {
      const protocol = createProtocol({
        name: 'own',
        read: (_, answer) => write(answer),
        send: more.request,
        operations: {continue: more},
      });
      const [next] = foldFrames(protocol, [{data: ''}], {
        run: 'm',
        ...(message && {message}),
      }).children;
      assert.ok(next?.kind === 'message');
      // The user answers its questions.
      const children = next.children.map((item): Item => {
        const isOpen = item.kind === 'request' && item.status === 'waiting';
        return isOpen ? {...item, status: 'done', answer: {type: 'text', input: 'yes'}} : item;
      });
      message = parts.at(-1) === write ? next : {...next, children};
    }
    return message?.children ?? [];
  };

  it('asks again in a later part, with the same id', () => {
    const ask = (prompt: string) => (answer: AnswerWriter) => {
      answer.text(prompt);
      answer.ask('approval', {prompt});
      answer.end();
    };
    const children = continued(ask('One?'), ask('Two?'), ask('Three?'));
    const questions = every({children}, 'request');
    const found = questions.map(({prompt, status}) => `${prompt} ${status}`);
    assert.deepEqual(found, ['One? done', 'Two? done', 'Three? waiting']);
    assert.ok(questions.every(({handle}) => handle === 'approval'));
    assert.equal(new Set(questions.map(({id}) => id)).size, 3);
  });

  it('updates a question that is asked again while it is open', () => {
    const protocol = createProtocol({
      name: 'own',
      read: ({data}, answer) => answer.ask('approval', {prompt: data}),
      send: more.request,
      operations: {continue: more},
    });
    const [first] = foldFrames(protocol, [{data: 'One?'}], {run: 'm'}).children;
    assert.ok(first?.kind === 'message');
    const again = foldFrames(protocol, [{data: 'Two?'}], {run: 'm', message: first});
    assert.equal(only(again, 'request').prompt, 'Two?');
  });

  it('has the result of a call of an earlier part at the last call with the id', () => {
    const calls = continued(
      answer => {
        answer.call('c', 'search', {n: 1});
        answer.result('c', {output: 'one'});
        answer.ask('q1', {prompt: 'More?'});
        answer.end();
      },
      answer => {
        answer.call('c', 'search', {n: 2});
        answer.ask('q2', {prompt: 'May I?', call: 'c'});
        answer.end();
      },
      answer => {
        answer.result('c', {output: 'two'});
        answer.end();
      },
    ).flatMap(item => (item.kind === 'tool' ? [item] : []));
    const found = calls.map(({input, output, status}) => [input, output, status]);
    assert.deepEqual(found, [
      ['{"n":1}', 'one', 'done'],
      ['{"n":2}', 'two', 'done'],
    ]);
  });

  it('has the authors of its parts, and clears `typing` with their text', () => {
    const mia = {kind: 'person', name: 'Mia', avatar: '/mia.png'} as const;
    const bot = {kind: 'agent', name: 'Billing'} as const;
    const writes: Write[] = [
      answer => answer.author(bot),
      answer => answer.text('One moment.'),
      answer => answer.joined({name: 'Mia', avatar: '/mia.png'}),
      answer => answer.typing(),
      answer => answer.text('Hello, this is Mia.'),
      answer => answer.left(),
      answer => answer.text('I am back.'),
      answer => answer.author(),
      answer => answer.text('And so am I.'),
      answer => answer.end(),
    ];
    const {author, children, typing} = folded(...writes);
    assert.deepEqual(author, bot);
    assert.equal(typing, undefined);
    const found = children.map(item =>
      item.kind === 'text'
        ? [item.text, item.author]
        : item.kind === 'notice' && [item.code, item.author],
    );
    assert.deepEqual(found, [
      ['One moment.', undefined],
      ['person_joined', mia],
      ['Hello, this is Mia.', mia],
      ['person_left', mia],
      ['I am back.', undefined],
      ['And so am I.', {kind: 'assistant', name: ''}],
    ]);
    assert.equal(folded(...writes.slice(0, 4)).typing, true);
    assert.equal(folded(...writes.slice(0, 5)).typing, undefined);
    assert.deepEqual(currentAuthor(folded(...writes.slice(0, 5))), mia);
    assert.deepEqual(currentAuthor(folded(...writes.slice(0, 6))), bot);
  });

  it('returns to the assistant when the person who began it leaves', () => {
    const message = folded(
      answer => answer.author({kind: 'person', name: 'Mia'}),
      answer => answer.text('Goodbye.'),
      answer => answer.left(),
      answer => answer.text('Anything else?'),
    );
    assert.deepEqual(message.author, {kind: 'person', name: 'Mia'});
    assert.equal(currentAuthor(message)?.kind, 'assistant');
    assert.equal(answeringPerson({children: [message]}), undefined);
  });

  it('leaves its questions open at its end', () => {
    const {status, children} = folded(
      answer => answer.text('Choose.'),
      answer => answer.ask('q', {prompt: 'Which?', choices: ['A', 'B'], timeout: 60}),
      answer => answer.end(),
    );
    assert.equal(status, 'done');
    assert.deepEqual(outline({children}), ['text done: Choose.', 'request waiting: Which?']);
    const {inputTypes, choices, timeout} = only({children}, 'request');
    assert.deepEqual([inputTypes, choices, timeout], [['text'], ['A', 'B'], 60]);
  });
});
