import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  reduce,
  type Conversation,
  type Item,
  type MessageItem,
  type Op,
  type Status,
} from '../../../../src/core/index.js';
import {historyOf} from '../../../../src/core/protocol/openai-chat/history.js';
import {calls, chunk, type ChunkData, ends, folded, says} from './completions.js';

interface CallState {
  readonly status?: Status;
  readonly output?: string;
  readonly error?: string;
}

const base = {status: 'done', children: []} as const;
const text = (words: string): Item => ({...base, id: `text-${words}`, kind: 'text', text: words});
const user = (...children: Item[]): MessageItem => ({
  ...base,
  id: 'u',
  kind: 'message',
  role: 'user',
  children,
});
const conversation = (...children: Item[]): Conversation => ({version: 1, children});

/** An answer whose calls have the given states. */
function answered(message: MessageItem, ...states: readonly CallState[]): MessageItem {
  const tools = message.children.filter(({kind}) => kind === 'tool');
  const ops = states.map(({status, ...fields}, at): Op => {
    return {op: 'assign', id: tools[at]?.id ?? '', ...(status && {status}), fields};
  });
  const [changed] = reduce(conversation(message), ops).children;
  assert.ok(changed?.kind === 'message');
  return changed;
}

const asking = [...calls(0, 'c1', 'a', '{}'), ...calls(1, 'c2', 'b', '{}'), ends('tool_calls')];
/** The chunks of another completion. */
const next = (...chunks: readonly ChunkData[]): readonly ChunkData[] =>
  chunks.map(data => ({...data, id: 'chatcmpl-2'}));
const call = (id: string, name: string): object => ({
  id,
  type: 'function',
  function: {name, arguments: '{}'},
});

describe('historyOf', () => {
  it('sends answers back as they were received, or else their text', () => {
    const {message} = folded([chunk({reasoning: 'Hm'}), ...says('A'), ends()]);
    const plain: MessageItem = {...message, protocolData: undefined, children: [text('B')]};
    assert.deepEqual(historyOf(conversation(user(text('1')), message, user(text('2')), plain)), [
      {role: 'user', content: '1'},
      {role: 'assistant', content: 'A', reasoning: 'Hm'},
      {role: 'user', content: '2'},
      {role: 'assistant', content: 'B'},
    ]);
  });

  it('has one result for each call of the page, also for one that was not run', () => {
    const {message} = folded(asking);
    const assistant = {
      role: 'assistant',
      content: null,
      tool_calls: [call('c1', 'a'), call('c2', 'b')],
    };
    const done = {status: 'done', output: '{"n":1}'} as const;
    const failed = {status: 'failed', error: 'No'} as const;
    assert.deepEqual(historyOf(conversation(answered(message, done, failed))), [
      assistant,
      {role: 'tool', tool_call_id: 'c1', content: '{"n":1}'},
      {role: 'tool', tool_call_id: 'c2', content: 'No'},
    ]);
    assert.deepEqual(historyOf(conversation(answered(message, done, {status: 'stopped'}))).at(-1), {
      role: 'tool',
      tool_call_id: 'c2',
      content: 'The call was not run.',
    });
  });

  it('finds the results of ids that come again', () => {
    const first = folded([...calls(0, 'c1', 'a', '{}'), ends('tool_calls')]).message;
    const once = answered(first, {status: 'done', output: '1'});
    const second = folded([...calls(0, 'c1', 'a', '{}'), ends('tool_calls')], 'lost', {
      message: {...once, status: 'streaming'},
    }).message;
    const twice = answered(second, {}, {status: 'done', output: '2'});
    const contents = historyOf(conversation(twice)).map(({content}) => content);
    assert.deepEqual(contents, [null, '1', null, '2']);
  });

  it('has the result of each call if a server counts ids anew in each completion', () => {
    const result = chunk({role: 'tool', tool_call_id: 'c1', content: 'Found'});
    const ofServer = [...calls(0, 'c1', 'search', '{}'), ends('tool_calls'), result];
    const ofPage = next(...calls(0, 'c1', 'erase', '{}'), ends('tool_calls'));
    const sent = (message: MessageItem): readonly unknown[] =>
      historyOf(conversation(message)).map(({role, content, tool_calls: list}) => {
        const [one] = (list ?? []) as readonly {function: {name: string}}[];
        return role === 'tool' ? content : one?.function.name;
      });
    const {message} = folded([...ofServer, ...ofPage]);
    const done = {status: 'done', output: 'Erased'} as const;
    assert.deepEqual(sent(answered(message, {}, done)), ['search', 'Found', 'erase', 'Erased']);

    const first = answered(folded(ofPage).message, done);
    const second = folded([...ofServer, ...next(...says('Done.'), ends())], 'lost', {
      message: {...first, status: 'streaming'},
    }).message;
    assert.deepEqual(sent(second).slice(0, 4), ['erase', 'Erased', 'search', 'Found']);
  });

  it('leaves out a result in front of its call', () => {
    const result = chunk({role: 'tool', tool_call_id: 'c1', content: 'Early'});
    const calling = next(...calls(0, 'c1', 'a', '{}'), ends());
    const {message} = folded([...says('A'), ends(), result, ...calling]);
    const kept = historyOf(conversation(message)).filter(({role}) => role === 'tool');
    assert.deepEqual(kept, []);
  });

  it('sends a name that services accept, also of a call that the server has run', () => {
    const result = chunk({role: 'tool', tool_call_id: 'c1', content: 'One'});
    const invented = calls(0, 'c1', 'multi_tool_use.parallel', '{}');
    const {message} = folded([...invented, ends('tool_calls'), result, ...says('Done.'), ends()]);
    const [assistant] = historyOf(conversation(message));
    assert.deepEqual(assistant?.['tool_calls'], [call('c1', 'multi_tool_use_parallel')]);
  });

  it('leaves out calls that the server has run, unless it sent their results', () => {
    const result = chunk({role: 'tool', tool_call_id: 'c1', content: 'One'});
    const {message} = folded([...asking, result, ...says('Done.'), ends()]);
    assert.deepEqual(historyOf(conversation(message)), [
      {role: 'assistant', content: null, tool_calls: [call('c1', 'a')]},
      {role: 'tool', tool_call_id: 'c1', content: 'One'},
      {role: 'assistant', content: 'Done.'},
    ]);
  });

  it('sends the text of an answer that a reload has interrupted behind its calls', () => {
    const {message} = folded([...calls(0, 'c1', 'a', '{}'), ends('tool_calls')]);
    const once = answered(message, {status: 'done', output: '1'});
    const cut = {
      ...once,
      status: 'interrupted',
      children: [...once.children, text('Half')],
    } as const;
    assert.deepEqual(historyOf(conversation(cut)).slice(1), [
      {role: 'tool', tool_call_id: 'c1', content: '1'},
      {role: 'assistant', content: 'Half'},
    ]);
  });

  it('leaves out answers without content, and calls that were cut', () => {
    const empty = folded([]).message;
    const cut = folded([...says('A'), ...calls(0, 'c1', 'a', '{"n'), ends('length')]).message;
    assert.deepEqual(historyOf(conversation(user(text('1')), empty, user(text('2')), cut)), [
      {role: 'user', content: '1\n\n2'},
      {role: 'assistant', content: 'A'},
    ]);
  });

  it('leaves out texts without words, before a call and alone', () => {
    const blank = folded([chunk({reasoning: 'Hm'}), ...says('\n'), ends()]).message;
    assert.deepEqual(historyOf(conversation(user(text('1')), blank)), [
      {role: 'user', content: '1'},
    ]);
    const calling = folded([...says(' '), ...calls(0, 'c1', 'a', '{}'), ends('tool_calls')]);
    const [sent] = historyOf(conversation(answered(calling.message, {status: 'done'})));
    assert.deepEqual([sent?.['content'], sent?.['tool_calls']], [null, [call('c1', 'a')]]);
  });

  it('joins the texts of an answer that no result separates', () => {
    const one = user(text('1'));
    const two = user(text('2'));
    const rolesOf = (message: MessageItem): readonly unknown[] =>
      historyOf(conversation(one, message, two)).map(({role}) => role);
    const cutCall = [...calls(0, 'c1', 'a', '{"n'), ends('length')];
    const cut = folded([chunk({reasoning: 'Hm'}), ...says('A.'), ...cutCall]).message;
    const rest = next(chunk({reasoning: 'So'}), ...says('B.'), ends());
    const continued = folded(rest, 'lost', {message: {...cut, status: 'streaming'}}).message;
    assert.deepEqual(historyOf(conversation(continued)), [
      {role: 'assistant', content: 'A.\n\nB.', reasoning: 'Hm\n\nSo'},
    ]);
    const unseen = [...says('A'), ...calls(0, 'c1', 'a', '{}'), ends('tool_calls')];
    const ofServer = folded([...unseen, ...next(...says(' and B'), ends())]).message;
    assert.deepEqual(historyOf(conversation(ofServer)), [{role: 'assistant', content: 'A and B'}]);
    for (const message of [continued, ofServer])
      assert.deepEqual(rolesOf(message), ['user', 'assistant', 'user']);
    const calling = folded([...says('A'), ends(), ...next(...unseen)]).message;
    const done = {status: 'done', output: '1'} as const;
    assert.deepEqual(rolesOf(answered(calling, done)), ['user', 'assistant', 'tool', 'user']);
  });

  it('sends names that services accept, unless it offers them', () => {
    const {message} = folded([
      ...calls(0, 'c1', 'multi_tool_use.parallel', '{}'),
      ...calls(1, 'c2', 'page.title', '{}'),
      ends('tool_calls'),
    ]);
    const failed = {status: 'failed', error: 'No.'} as const;
    const both = conversation(answered(message, failed, failed));
    assert.deepEqual(historyOf(both, [{name: 'page.title'}])[0]?.['tool_calls'], [
      call('c1', 'multi_tool_use_parallel'),
      call('c2', 'page.title'),
    ]);
  });

  it('sends a call of another type as it was received', () => {
    const custom = {type: 'custom', custom: {name: 'shell', input: 'ls'}};
    const {message} = folded([
      chunk({tool_calls: [{index: 0, id: 'c1', ...custom}]}),
      ends('tool_calls'),
    ]);
    const ran = conversation(answered(message, {status: 'done', output: 'a.txt'}));
    assert.deepEqual(historyOf(ran, [{name: 'shell'}])[0]?.['tool_calls'], [{id: 'c1', ...custom}]);
  });

  it('sends a refusal as content, and the results of the format before tools', () => {
    const refused = folded([chunk({refusal: 'No.'}), ends()]).message;
    assert.deepEqual(historyOf(conversation(refused)), [{role: 'assistant', content: 'No.'}]);
    const legacy = folded([
      chunk({function_call: {name: 'a', arguments: '{}'}}),
      ends('function_call'),
    ]).message;
    assert.deepEqual(historyOf(conversation(answered(legacy, {status: 'done', output: '1'}))), [
      {role: 'assistant', content: null, function_call: {name: 'a', arguments: '{}'}},
      {role: 'function', name: 'a', content: '1'},
    ]);
  });

  it('sends the files of the user as parts', () => {
    const file = (name: string, url: string): Item => ({
      ...base,
      id: name,
      kind: 'file',
      name,
      url,
    });
    const messages = historyOf(
      conversation(
        user(
          file('a.png', 'data:image/png;base64,AA=='),
          file('b.mp3', 'data:audio/mpeg;base64,AA=='),
          file('c.pdf', 'data:application/pdf;base64,AA=='),
          file('d.png', 'https://a.example/d.png'),
          text('Look'),
        ),
        user(text('Well?')),
      ),
    );
    assert.deepEqual(messages, [
      {
        role: 'user',
        content: [
          {type: 'image_url', image_url: {url: 'data:image/png;base64,AA=='}},
          {type: 'input_audio', input_audio: {data: 'AA==', format: 'mp3'}},
          {
            type: 'file',
            file: {filename: 'c.pdf', file_data: 'data:application/pdf;base64,AA=='},
          },
          {type: 'text', text: 'Look'},
          {type: 'text', text: 'Well?'},
        ],
      },
    ]);
  });
});
