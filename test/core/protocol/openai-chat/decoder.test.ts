import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {EventLog, plainText, type Item, type MessageItem} from '../../../../src/core/index.js';
import {createOpenaiChat} from '../../../../src/core/protocol/openai-chat/index.js';
import {historyOf} from '../../../../src/core/protocol/openai-chat/history.js';
import {textsOf} from '../folded-message.js';
import {
  calls,
  chunk,
  ends,
  folded,
  foldedFrames,
  fragment,
  framed,
  says,
  shown,
  usage,
} from './completions.js';

describe('an answer', () => {
  it('has text, facts and the record that is sent back', () => {
    const {message, codes} = folded([
      chunk({role: 'assistant', content: '', refusal: null}, {}, {id: '', model: ''}),
      ...says('Hel', 'lo'),
      ends(),
      usage(3, 4),
    ]);
    assert.deepEqual(shown(message), [['text', 'done', 'Hello']]);
    const {status, messageId, model, stopReason, usage: counts, protocolData} = message;
    assert.deepEqual([status, messageId, model, stopReason], ['done', 'chatcmpl-1', 'm-1', 'stop']);
    assert.deepEqual(counts, {inputTokens: 3, outputTokens: 4, totalTokens: 7});
    assert.deepEqual(protocolData, [{role: 'assistant', content: 'Hello'}]);
    assert.deepEqual(codes, []);
  });

  it('ends at [DONE] or with its body, but only after a reason', () => {
    const done = {data: '[DONE]'};
    const whole = [...says('A'), ends()].map(framed);
    assert.equal(foldedFrames(whole).message.status, 'done');
    assert.equal(foldedFrames([...whole, done]).message.status, 'done');
    assert.equal(foldedFrames([...whole, done], 'stopped').message.status, 'done');
    const cut = foldedFrames([...says('A').map(framed), done]);
    assert.deepEqual([cut.message.status, cut.codes], ['interrupted', ['message-stop-missing']]);
    assert.equal(folded([]).message.status, 'interrupted');
    assert.equal(folded(says('A'), 'stopped').message.status, 'stopped');
    assert.equal(folded([...says('A'), ends('abort')]).message.status, 'interrupted');
  });

  it('takes the last usage of a completion', () => {
    const {message} = folded([usage(1, 1), ...says('A'), ends(), usage(1, 9)]);
    assert.deepEqual(message.usage, {inputTokens: 1, outputTokens: 9, totalTokens: 10});
  });

  it('alternates between reasoning and text', () => {
    const {message} = folded([
      chunk({reasoning_content: 'Hm. '}),
      chunk({reasoning_content: 'Yes.', content: 'It '}),
      ...says('is'),
      chunk({reasoning_content: 'Really?'}),
      ...says('.'),
      ends(),
    ]);
    assert.deepEqual(shown(message), [
      ['thinking', 'done', 'Hm. Yes.'],
      ['text', 'done', 'It is'],
      ['thinking', 'done', 'Really?'],
      ['text', 'done', '.'],
    ]);
    assert.deepEqual(message.protocolData, [
      {role: 'assistant', content: 'It is.', reasoning_content: 'Hm. Yes.Really?'},
    ]);
  });

  it('takes from a whole message after its deltas what these lack', () => {
    const call = {id: 'a', type: 'function', function: {name: 'add', arguments: '{}'}};
    const {message} = folded([
      chunk({reasoning_content: 'Hm.'}),
      ...says('It ', 'is.'),
      chunk(null, {
        finish_reason: 'tool_calls',
        message: {content: 'It is.', reasoning_content: 'Hm.', tool_calls: [call]},
      }),
    ]);
    assert.deepEqual(shown(message), [
      ['thinking', 'done', 'Hm.'],
      ['text', 'done', 'It is.'],
      ['tool', 'waiting', 'add', '{}', ''],
    ]);
    assert.deepEqual(message.protocolData, [
      {role: 'assistant', content: 'It is.', reasoning_content: 'Hm.', tool_calls: [call]},
    ]);
  });

  it('does not repeat the calls of its deltas', () => {
    const call = {id: 'a', type: 'function', function: {name: 'add', arguments: '{"n":1}'}};
    const {message} = folded([
      ...calls(0, 'a', 'add', '{"n":', '1}'),
      ends('tool_calls'),
      chunk(null, {message: {content: null, tool_calls: [call]}}),
    ]);
    assert.deepEqual(shown(message), [['tool', 'waiting', 'add', '{"n":1}', '']]);
  });

  it('keeps whole messages of other completions, and pieces in messages without deltas', () => {
    const whole = (content: string, id: string): object =>
      chunk(null, {message: {content}, finish_reason: 'stop'}, {id});
    const answers = (...chunks: readonly object[]): readonly string[] =>
      textsOf(folded(chunks).message);
    assert.deepEqual(answers(...says('One.'), ends(), whole('Two.', 'chatcmpl-2')), [
      'One.',
      'Two.',
    ]);
    const result = chunk({role: 'tool', tool_call_id: 'a', content: '3'});
    assert.deepEqual(
      answers(
        ...says('One.'),
        ...calls(0, 'a', 'add', '{}'),
        ends('tool_calls'),
        result,
        whole('Two.', 'chatcmpl-1'),
      ),
      ['One.', 'Two.'],
    );
    const piece = (content: string): object => chunk(null, {message: {content}});
    assert.deepEqual(answers(piece('ha'), piece('ha'), ends()), ['haha']);
  });

  it('does not repeat a placeholder for hidden reasoning', () => {
    const thinking = chunk({reasoning_content: 'Thinking... '});
    const ha = chunk({reasoning_content: 'ha '});
    const {message} = folded([thinking, thinking, thinking, ha, ha, ends()]);
    assert.deepEqual(shown(message)[0], ['thinking', 'done', 'Thinking... ha ha ']);
  });

  it('separates tags at its beginning, unless the option is off', () => {
    const chunks = [...says('<thi', 'nk>Hm</', 'think>', 'Yes'), ends()];
    const {message} = folded(chunks);
    assert.deepEqual(shown(message), [
      ['thinking', 'done', 'Hm'],
      ['text', 'done', 'Yes'],
    ]);
    assert.deepEqual(message.protocolData, [{role: 'assistant', content: '<think>Hm</think>Yes'}]);
    const log = new EventLog(createOpenaiChat({thinkTags: false}), {
      run: 'run',
      report: () => undefined,
    });
    for (const data of chunks) log.accept(framed(data));
    log.end('lost');
    const [plain] = log.flush(log.start).children;
    assert.ok(plain);
    assert.equal(plainText(plain), '<think>Hm</think>Yes');
    assert.equal(plainText(folded(says('<thi')).message), '<thi');
  });

  it('says why it ended early', () => {
    const notice = (...chunks: readonly object[]): unknown => shown(folded(chunks).message).at(-1);
    assert.deepEqual(notice(...says('A'), ends('length')), ['notice', 'waiting', 'max_tokens']);
    assert.deepEqual(notice(...says('A'), ends('content_filter')), ['notice', 'done', 'refusal']);
    assert.deepEqual(notice(chunk({refusal: 'No.'}), ends()), ['notice', 'done', 'refusal']);
    assert.deepEqual(notice(chunk({reasoning: 'Hm'}), ends()), ['notice', 'done', 'no_answer']);
    assert.deepEqual(notice(...says('A'), ends('unheard_of')), ['text', 'done', 'A']);
  });

  it('appends text behind the reason', () => {
    const {message} = folded([...says('A'), ends('content_filter'), ...says('B')]);
    assert.deepEqual(shown(message)[0], ['text', 'done', 'AB']);
  });
});

describe('an error', () => {
  it('fails the answer, and keeps what came before and after it', () => {
    const error = {error: {message: 'Overloaded', type: 'server_error', code: null}};
    const {message} = folded([...says('Half'), error]);
    assert.deepEqual(shown(message), [
      ['text', 'failed', 'Half'],
      ['error', 'failed', 'server_error', 'Overloaded'],
    ]);
    const late = folded([...says('A'), error, ...says('B'), ends()]).message;
    assert.deepEqual([late.status, shown(late).length], ['failed', 3]);
    const afterwards = foldedFrames([
      ...[...says('A'), ends()].map(framed),
      {data: '[DONE]'},
      framed(error),
    ]).message;
    assert.equal(afterwards.status, 'failed');
  });

  it('of an account without credit is not tried again', () => {
    const retryable = (code: string): unknown => {
      const {message} = folded([{error: {message: 'No credit', type: code, code}}]);
      const [item] = message.children;
      return item?.kind === 'error' && item.retryable;
    };
    assert.deepEqual(['insufficient_quota', 'server_error'].map(retryable), [false, undefined]);
  });

  it('may be a reason alone', () => {
    const {message} = folded([...says('A'), ends('insufficient_system_resource')]);
    assert.deepEqual(shown(message)[1], [
      ...['error', 'failed', 'insufficient_system_resource', undefined],
    ]);
  });
});

describe('the calls of an answer', () => {
  it('are for the page when the response has ended', () => {
    const chunks = [
      ...says('Wait.'),
      ...calls(0, 'c1', 'a', '{"n":', '1}'),
      ...calls(1, 'c2', 'b'),
    ];
    const {message} = folded([...chunks, ends('tool_calls')]);
    assert.deepEqual(shown(message).slice(1), [
      ['tool', 'waiting', 'a', '{"n":1}', ''],
      ['tool', 'waiting', 'b', '{}', ''],
    ]);
    assert.equal(message.status, 'done');
    const runsIn = ({children}: MessageItem): unknown =>
      children.map(item => item.kind === 'tool' && item.runsIn);
    assert.deepEqual(runsIn(message), [false, 'page', 'page']);
    assert.equal(
      shown(folded([...chunks, ends('stop')]).message)
        .at(-1)
        ?.toString()
        .slice(0, 12),
      'tool,waiting',
    );
  });

  it('are not run if the answer was cut, refused, lost or stopped', () => {
    const statuses = (reason: string | undefined, end: 'lost' | 'stopped' = 'lost'): unknown =>
      folded([...calls(0, 'c1', 'a', '{}'), ...(reason === undefined ? [] : [ends(reason)])], end)
        .message.children.filter(({kind}) => kind === 'tool')
        .map(({status}) => status);
    assert.deepEqual(statuses('length'), ['interrupted']);
    assert.deepEqual(statuses('content_filter'), ['interrupted']);
    assert.deepEqual(statuses(undefined), ['interrupted']);
    assert.deepEqual(statuses(undefined, 'stopped'), ['stopped']);
    const {message} = folded([...calls(0, 'c1', 'a', '{"n'), ends('length')]);
    assert.deepEqual(shown(message)[0], ['tool', 'interrupted', 'a', '{"n', '']);
    assert.deepEqual(message.protocolData, []);
  });

  it('whose arguments are no JSON are answered with an error, and sent back as calls without arguments', () => {
    const {message} = folded([...calls(0, 'c1', 'a', '{"n'), ends('tool_calls')]);
    assert.deepEqual(shown(message), [['tool', 'waiting', 'a', '{"n', '']]);
    const [call] = message.children;
    const failed = {...call, status: 'failed', error: 'The input is not valid JSON.'} as Item;
    assert.deepEqual(historyOf({version: 1, children: [{...message, children: [failed]}]}), [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{id: 'c1', type: 'function', function: {name: 'a', arguments: '{}'}}],
      },
      {role: 'tool', tool_call_id: 'c1', content: 'The input is not valid JSON.'},
    ]);
  });

  it('are not for the page if it does not offer their tools', () => {
    const chunks = [...calls(0, 'c1', 'a'), ...calls(1, 'c2', 'b'), ends('tool_calls')];
    const states = (tools: readonly string[]): unknown =>
      folded(chunks, 'lost', {tools}).message.children.map(({status}) => status);
    assert.deepEqual(states(['b']), ['interrupted', 'waiting']);
    assert.deepEqual(states([]), ['interrupted', 'interrupted']);
    assert.deepEqual(
      historyOf({version: 1, children: [folded(chunks, 'lost', {tools: []}).message]}),
      [],
    );
  });

  it('appear when their names are known, or at the end, with an id of ours if they have none', () => {
    const {message} = folded([
      fragment({index: 1, id: 'c1', function: {arguments: ''}}),
      fragment({index: 1, function: {name: 'a', arguments: '{'}}),
      fragment({index: 1, function: {arguments: '}'}}),
      fragment({index: 2, function: {name: 'b', arguments: '{}'}}),
      fragment({index: 3, function: {arguments: '{"nameless":1}'}}),
      ends('tool_calls'),
    ]);
    assert.deepEqual(shown(message), [
      ['tool', 'waiting', 'a', '{}', ''],
      ['tool', 'waiting', 'b', '{}', ''],
      ['tool', 'interrupted', 'tool', '{"nameless":1}', ''],
    ]);
    const ids = message.children.slice(0, 2).map(item => item.kind === 'tool' && item.executionId);
    assert.deepEqual(ids, ['c1', 'call_run_0_2']);
    const [record] = message.protocolData as {tool_calls: {id: string}[]}[];
    const found = record?.tool_calls.map(({id}) => id);
    assert.deepEqual(found, ids);
  });

  it('have ended if their names arrive after their results, or after the end', () => {
    const late = [
      fragment({index: 0, id: 'c1', function: {name: 'find', arguments: '1}'}}),
      ends('tool_calls'),
    ];
    const first = fragment({index: 0, id: 'c1', function: {arguments: '{"a":'}});
    const result = chunk({role: 'tool', tool_call_id: 'c1', content: 'Found'});
    assert.deepEqual(shown(folded([first, result, ...late]).message), [
      ['tool', 'done', 'find', '{"a":1}', 'Found'],
    ]);
    const failed = chunk({}, {}, {error: 'No'});
    assert.deepEqual(shown(folded([first, failed, ...late]).message).slice(1), [
      ['tool', 'failed', 'find', '{"a":1}', ''],
    ]);
  });
});

describe('several completions in one body', () => {
  const other = (delta: object, choice = {}): object => chunk(delta, choice, {id: 'chatcmpl-2'});

  it('are one answer, whose calls the server has run', () => {
    const {message} = folded([
      ...says('Looking.'),
      ...calls(0, 'c1', 'find', '{}'),
      ends('tool_calls'),
      usage(5, 1),
      chunk({role: 'tool', tool_call_id: 'c1', content: 'Found'}),
      other({role: 'assistant', content: 'Here.'}),
      other({}, {finish_reason: 'stop'}),
      usage(7, 2),
    ]);
    assert.deepEqual(shown(message), [
      ['text', 'done', 'Looking.'],
      ['tool', 'done', 'find', '{}', 'Found'],
      ['text', 'done', 'Here.'],
    ]);
    assert.deepEqual(message.usage, {inputTokens: 12, outputTokens: 3, totalTokens: 15});
    const roles = (message.protocolData as {role: string}[]).map(({role}) => role);
    assert.deepEqual(roles, ['assistant', 'tool', 'assistant']);
  });

  it('may have the same id, and [DONE] between them', () => {
    const frames = [
      ...[...calls(0, 'c1', 'a', '{}'), ends('tool_calls')].map(framed),
      {data: '[DONE]'},
      ...[...calls(0, 'c2', 'a', '{}'), ends('tool_calls'), ...says('Done.'), ends()].map(framed),
    ];
    for (const list of [frames, frames.filter(({data}) => data !== '[DONE]')]) {
      const {message} = foldedFrames(list);
      assert.deepEqual(shown(message), [
        ['tool', 'done', 'a', '{}', ''],
        ['tool', 'done', 'a', '{}', ''],
        ['text', 'done', 'Done.'],
      ]);
      assert.equal(message.status, 'done');
    }
  });

  it('displays the result of a call that is unknown', () => {
    const {message} = folded([
      chunk({role: 'tool', tool_call_id: 'x', name: 'find', content: 'Found'}),
      ends(),
    ]);
    assert.deepEqual(shown(message), [['tool', 'done', 'find', '', 'Found']]);
  });

  it('are not assumed where every chunk has another id', () => {
    const rotating = [...says('A', 'B'), ends('stop'), ...says('C')].map((data, id) => ({
      ...data,
      id: `x${id}`,
    }));
    assert.deepEqual(shown(folded(rotating).message), [['text', 'done', 'ABC']]);
  });
});

describe('a stream that continues a message', () => {
  const continued = (message: MessageItem, chunks: readonly object[]): MessageItem =>
    folded(chunks, 'lost', {message: {...message, status: 'streaming'}}).message;

  it('continues a text that was cut, also if the server repeats it', () => {
    const {message} = folded([...says('The end', ' is ne'), ends('length'), usage(1, 2)]);
    for (const chunks of [says('ar.'), [...says('The end is ne'), ...says('ar.')]]) {
      const whole = continued(message, [...chunks, ends(), usage(1, 1)]);
      assert.deepEqual(shown(whole), [
        ['text', 'done', 'The end is near.'],
        ['notice', 'done', 'max_tokens'],
      ]);
      assert.deepEqual(whole.protocolData, [{role: 'assistant', content: 'The end is near.'}]);
      assert.deepEqual(whole.usage, {inputTokens: 2, outputTokens: 3, totalTokens: 5});
    }
  });

  it('continues a text that a reload has interrupted, which has no record', () => {
    const {message} = folded(says('Half'));
    const stored: MessageItem = {...message, protocolData: undefined};
    const whole = continued(stored, [...says(' and half'), ends()]);
    assert.deepEqual(shown(whole), [['text', 'done', 'Half and half']]);
    assert.deepEqual(whole.protocolData, [{role: 'assistant', content: 'Half and half'}]);
  });

  it('adds another completion after the calls of the page', () => {
    const {message} = folded([...calls(0, 'c1', 'a', '{}'), ends('tool_calls')]);
    const run = (item: Item): Item =>
      item.kind === 'tool' ? {...item, status: 'done', output: '1'} : item;
    const whole = continued({...message, children: message.children.map(run)}, [
      ...says('One.'),
      ends(),
    ]);
    assert.deepEqual(shown(whole), [
      ['tool', 'done', 'a', '{}', '1'],
      ['text', 'done', 'One.'],
    ]);
    assert.equal((whole.protocolData as unknown[]).length, 2);
    assert.equal(new Set(whole.children.map(({id}) => id)).size, 2);
  });

  it('keeps the numbers of sources', () => {
    const {message} = folded([...says('A'), ends('stop', {citations: ['https://a.example']})]);
    const citations = ['https://b.example', 'https://a.example'];
    const whole = continued(message, [...says('B'), ends('stop', {citations})]);
    const kept = shown(whole).filter(item => String(item).startsWith('source'));
    assert.deepEqual(kept, [
      ['source', 1, 'https://a.example', 'https://a.example'],
      ['source', 2, 'https://b.example', 'https://b.example'],
    ]);
  });

  it('keeps the id that the client has created', () => {
    assert.equal(folded(says('A'), 'lost', {messageId: 'ours'}).message.messageId, 'ours');
  });
});
