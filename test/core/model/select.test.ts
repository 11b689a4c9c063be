import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Item, ItemKinds, MessageItem, ToolItem} from '../../../src/core/model/item.js';
import {
  answeringPerson,
  checkpoints,
  currentStep,
  elapsed,
  parseTimestamp,
  openRequests,
  plainText,
  progress,
  sources,
  toolInput,
  toolLogs,
  toolOutput,
  toolTitle,
  walk,
  writtenToolInput,
} from '../../../src/core/model/select.js';
import {argumentsIn} from '../../../src/core/protocol/decoder/calls.js';
import {conversation, item, nested} from './trees.js';

const message = (fields: object, ...children: Item[]): MessageItem =>
  item('m', 'message', {role: 'assistant', ...fields}, children) as MessageItem;
const text = (id: string, words: string): Item => item(id, 'text', {text: words});
const step = (id: string, fields: object, ...children: Item[]): Item =>
  item(id, 'step', {title: id, ...fields}, children);
const tool = (fields: object, status: ToolItem['status'] = 'done'): ToolItem => ({
  ...(item('t', 'tool', {
    name: 'web_search',
    input: '',
    output: '',
    log: '',
    ...fields,
  }) as ToolItem),
  status,
});

describe('walk', () => {
  const top = message({}, step('a', {}, text('a1', ''), text('a2', '')), text('b', ''));

  it('gives all items below in reading order', () => {
    const ids = [...walk(top)].map(({id}) => id);
    assert.deepEqual(ids, ['a', 'a1', 'a2', 'b']);
  });

  it('skips the descendants of an excluded item', () => {
    const ids = [...walk(top, ({kind}) => kind !== 'step')].map(({id}) => id);
    assert.deepEqual(ids, ['a', 'b']);
  });

  it('reaches items nested 10,000 deep', () => {
    assert.equal([...walk(nested(10_000))].length, 10_000);
  });
});

describe('plainText', () => {
  it('joins the texts of an answer, without reasoning and tools', () => {
    const folded = message(
      {},
      item('th', 'thinking', {text: 'hm'}, [text('in thought', 'no')]),
      step('s', {}, text('1', 'One.'), text('2', '')),
      item('t', 'tool', {name: 'agent'}, [text('of tool', 'no')]),
      text('3', 'Two.'),
      item('c', 'text'),
    );
    assert.equal(plainText(folded), 'One.\n\nTwo.');
  });

  it('returns the text of a text item, and of a tool item itself', () => {
    assert.equal(plainText(text('a', 'words')), 'words');
    assert.equal(plainText(item('t', 'tool', {}, [text('a', 'inside')])), 'inside');
  });

  it('reads items nested 10,000 deep', () => {
    assert.equal(plainText(nested(10_000)), 'deep');
  });
});

describe('openRequests', () => {
  it('gives the questions that wait, wherever they are, oldest first', () => {
    const ask = (id: string, status: string): Item => item(id, 'request', {prompt: id, status});
    const folded = conversation(
      message({}, step('s', {}, ask('a', 'done'), ask('b', 'waiting'))),
      message({}, ask('c', 'waiting'), ask('d', 'interrupted')),
    );
    const ids = openRequests(folded).map(({id}) => id);
    assert.deepEqual(ids, ['b', 'c']);
  });
});

describe('answeringPerson', () => {
  const mia = {kind: 'person', name: 'Mia'} as const;
  const answer = (id: string, fields: object, ...children: Item[]): Item =>
    item(id, 'message', {role: 'assistant', ...fields}, children);
  const joined = item('j', 'notice', {code: 'person_joined', author: mia});
  const left = item('l', 'notice', {code: 'person_left', author: mia});

  it('is the person who joined, until that person leaves', () => {
    assert.equal(answeringPerson(conversation(answer('a', {}, text('t', 'Hi')))), undefined);
    assert.deepEqual(answeringPerson(conversation(answer('a', {}, text('t', 'Hi'), joined))), mia);
    assert.equal(answeringPerson(conversation(answer('a', {}, joined, left))), undefined);
  });

  it('is the author of the previous answer while the next one has no content', () => {
    const first = answer('a', {author: mia}, text('t', 'Hello'));
    const failed = answer('c', {}, item('e', 'error', {code: 'lost'}));
    assert.deepEqual(answeringPerson(conversation(first, answer('b', {}), failed)), mia);
    assert.equal(answeringPerson(conversation(first, answer('b', {}, tool({})))), undefined);
  });
});

describe('checkpoints', () => {
  it('gives the points of all messages that can be returned to, oldest first', () => {
    const point = (id: string): Item => item(id, 'checkpoint', {name: id});
    const folded = conversation(
      message({}, step('s', {}, point('a')), point('b')),
      message({}, point('c')),
    );
    const names = checkpoints(folded).map(({name}) => name);
    assert.deepEqual(names, ['a', 'b', 'c']);
  });
});

describe('currentStep', () => {
  it('is the last open step, the innermost if steps nest', () => {
    const open = {status: 'streaming'};
    assert.equal(
      currentStep(message({}, step('a', {}), step('b', open, step('b1', open), step('b2', {}))))
        ?.id,
      'b1',
    );
    assert.equal(currentStep(message({}, step('a', {status: 'waiting'})))?.id, 'a');
    assert.equal(currentStep(message({}, step('a', {}))), undefined);
  });
});

describe('toolInput', () => {
  it('reads the received part of the input', () => {
    const streaming = tool({input: '{"query": "Hang'}, 'streaming');
    assert.deepEqual(toolInput(streaming), {query: 'Hang'});
    assert.equal(toolInput(tool({})), undefined);
  });

  for (const input of [
    'code": "uptime"}',
    '10 items',
    'true story',
    '[draft] foo',
    '{"a":1}{"a":1}',
    '{"a":1}}',
    '{"a":"x\ny","b":2}',
  ]) {
    it(`is the text of a call that has ended if it is not JSON: ${JSON.stringify(input)}`, () => {
      for (const status of ['done', 'failed', 'interrupted', 'waiting', 'stopped'] as const)
        assert.equal(toolInput(tool({input}, status)), input);
    });
  }

  it('is the whole value of a call that has ended', () => {
    assert.deepEqual(toolInput(tool({input: '{"a":1}'}, 'done')), {a: 1});
    assert.equal(toolInput(tool({input: '10'}, 'done')), 10);
    const long = tool({input: '{"id":9007199254740993}'}, 'done');
    assert.deepEqual(writtenToolInput(long), {id: '9007199254740993'});
    assert.equal(toolInput(tool({input: ' '}, 'done')), undefined);
  });

  for (const number of ['1.10', '1.0', '1e21', '1E5', '-0', '100e-2', '12345678901234567890'])
    it(`has its numbers as they were written, while it arrives and then: ${number}`, () => {
      const input = `{"a":[${number},1.5],"b":"${number}"}`;
      const whole = {a: [number, 1.5], b: number};
      assert.deepEqual(writtenToolInput(tool({input}, 'done')), whole);
      assert.deepEqual(writtenToolInput(tool({input}, 'streaming')), whole);
      assert.deepEqual(writtenToolInput(tool({input: input.slice(0, -1)}, 'streaming')), whole);
      assert.deepEqual(toolInput(tool({input}, 'waiting')), JSON.parse(input));
      assert.deepEqual(argumentsIn(input), whole);
    });
});

describe('toolTitle', () => {
  it('is the title, or else the name, also as a label', () => {
    const toLabel = (name: string): string => name.toUpperCase();
    assert.equal(toolTitle({title: 'Search', name: 'find'}, toLabel), 'Search');
    assert.equal(toolTitle({name: 'find'}), 'find');
    assert.equal(toolTitle({title: ' \u200B', name: 'find'}), 'find');
    assert.equal(toolTitle({name: 'find'}, toLabel), 'FIND');
    assert.equal(toolTitle({name: '\u200B'}, toLabel), 'TOOL');
    assert.equal(toolTitle({title: ' ', name: ''}), 'tool');
    assert.equal(
      toolTitle({name: '__'}, name => name.replaceAll('_', ' ')),
      'tool',
    );
  });
});

describe('toolOutput', () => {
  it('is a value if the output is JSON, else its text', () => {
    assert.deepEqual(toolOutput(tool({output: '{"n": 1}'})), {n: 1});
    assert.equal(toolOutput(tool({output: 'null'})), null);
    assert.equal(toolOutput(tool({output: '{"n": '})), '{"n": ');
    assert.equal(toolOutput(tool({})), undefined);
  });
});

describe('toolLogs', () => {
  it('gives a text for each key, the default key first', () => {
    const logs = {'log:b': 'bb', log: 'main', 'log:a': 'aa', 'log:n': 5};
    assert.deepEqual(toolLogs(tool(logs)), [
      {key: 'response', text: 'main'},
      {key: 'b', text: 'bb'},
      {key: 'a', text: 'aa'},
    ]);
  });

  it('omits the default key without a value', () => {
    assert.deepEqual(toolLogs(tool({'log:a': 'aa'})), [{key: 'a', text: 'aa'}]);
    assert.deepEqual(toolLogs(tool({log: undefined})), []);
  });
});

describe('sources', () => {
  it('gives the sources of a message by number', () => {
    const source = (number: number): Item => item(`s${number}`, 'source', {number, title: ''});
    const folded = message({}, source(2), step('s', {}, source(3), source(1)));
    const numbers = sources(folded).map(({number}) => number);
    assert.deepEqual(numbers, [1, 2, 3]);
  });
});

describe('progress', () => {
  it("is the server's figure, between 0 and 100", () => {
    assert.equal(progress(message({progress: 42})), 42);
    assert.equal(progress(message({progress: 120})), 100);
    assert.equal(progress(message({progress: -1})), 0);
  });

  it('counts the steps if the server reports none', () => {
    const folded = message(
      {totalSteps: 4},
      step('a', {}),
      step('b', {status: 'streaming', progress: 50}),
      step('c', {status: 'streaming'}),
      text('d', ''),
    );
    assert.equal(progress(folded), 37.5);
    assert.equal(progress(message({totalSteps: 1}, step('a', {}), step('b', {}))), 100);
  });

  it('is unknown if neither is known', () => {
    assert.equal(progress(message({}, step('a', {}))), undefined);
    assert.equal(progress(message({totalSteps: NaN})), undefined);
  });
});

describe('an instant', () => {
  it('is UTC if its time has no zone, in every time zone', () => {
    const {TZ} = process.env;
    process.env['TZ'] = 'Asia/Tokyo';
    try {
      for (const time of [
        '2026-01-02T03:04:05.250Z',
        '2026-01-02T03:04:05.25',
        '2026-01-02 03:04:05.250999',
      ]) {
        assert.equal(parseTimestamp(time), Date.UTC(2026, 0, 2, 3, 4, 5, 250));
      }
      assert.equal(parseTimestamp('2026-01-02T03:04:05+09:00'), Date.UTC(2026, 0, 1, 18, 4, 5));
      assert.ok(Number.isNaN(parseTimestamp('')));
    } finally {
      if (TZ === undefined) delete process.env['TZ'];
      else process.env['TZ'] = TZ;
    }
  });
});

describe('elapsed', () => {
  const startedAt = '2026-01-02T03:04:05Z';
  const now = Date.parse('2026-01-02T03:05:05Z');
  const timed = (fields: object): ItemKinds['step'] =>
    step('s', {startedAt, ...fields}) as ItemKinds['step'];

  it('is the time between start and end', () => {
    assert.equal(elapsed(timed({endedAt: '2026-01-02T03:04:07.500Z'}), now), 2500);
    assert.equal(elapsed(timed({endedAt: '2026-01-02T04:04:07+01:00'}), now), 2000);
  });

  it('is the time up to now while an item is open', () => {
    assert.equal(elapsed(timed({status: 'streaming'}), now), 60_000);
    assert.equal(elapsed({startedAt}, now), 60_000);
  });

  it('reads a time without a zone as UTC', () => {
    for (const endedAt of ['2026-01-02T03:04:06.123456', '2026-01-02 03:04:06.123456']) {
      assert.equal(elapsed(timed({endedAt}), now), 1123);
    }
  });

  it('is never negative', () => {
    assert.equal(elapsed(timed({endedAt: '2026-01-02T03:04:04Z'}), now), 0);
  });

  it('is unknown without a start, without the end of an ended item, and for invalid times', () => {
    assert.equal(elapsed({}, now), undefined);
    assert.equal(elapsed(timed({status: 'stopped'}), now), undefined);
    assert.equal(elapsed(timed({startedAt: 'yesterday', endedAt: startedAt}), now), undefined);
    assert.equal(elapsed(timed({endedAt: 'soon'}), now), undefined);
  });
});
