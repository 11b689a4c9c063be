import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {AnthropicDecoder} from '../../../../src/core/protocol/anthropic/decoder.js';
import {
  emptyConversation,
  type Conversation,
  type MessageItem,
} from '../../../../src/core/index.js';
import {reduce} from '../../../../src/core/model/reduce.js';
import {statusesOf} from '../folded-message.js';

type Event = Readonly<Record<string, unknown>>;

const text = (value: string, citations?: readonly object[]): Event => ({
  type: 'text',
  text: value,
  ...(citations && {citations}),
});
const page = (url: string): Event => ({type: 'web_search_result_location', url, title: url});

/** The stream of one message with whole blocks. */
const messageOf = (id: string, stop_reason: string, ...content: readonly Event[]): Event[] => [
  {
    type: 'message_start',
    message: {id, role: 'assistant', content: [], usage: {input_tokens: 10}},
  },
  ...content.flatMap((content_block, index) => [
    {type: 'content_block_start', index, content_block},
    {type: 'content_block_stop', index},
  ]),
  {type: 'message_delta', delta: {stop_reason}, usage: {output_tokens: 5}},
  {type: 'message_stop'},
];

/** Reads the stream of one response into a conversation. */
function read(before: Conversation, events: readonly Event[], message?: MessageItem): Conversation {
  const decoder = new AnthropicDecoder({run: 'run', message});
  const ops = events.flatMap(event => decoder.decode({data: JSON.stringify(event)}));
  return reduce(before, [...ops, ...decoder.end('lost')]);
}

/** Reads each response with a decoder of its own, which knows only the message that is displayed. */
function continued(...responses: readonly (readonly Event[])[]): MessageItem {
  let conversation = emptyConversation;
  for (const events of responses) {
    if (conversation.children.length > 0)
      conversation = reduce(conversation, [{op: 'assign', id: 'run', status: 'streaming'}]);
    const [message] = conversation.children as readonly MessageItem[];
    conversation = read(conversation, events, message);
  }
  assert.equal(conversation.children.length, 1);
  return conversation.children[0] as MessageItem;
}

/** Reads all responses as one stream, such as a server that relays them sends it. */
const relayed = (...responses: readonly (readonly Event[])[]): MessageItem =>
  read(emptyConversation, responses.flat()).children[0] as MessageItem;

describe('a message that another decoder continues', () => {
  const search = {type: 'server_tool_use', id: 's1', name: 'web_search', input: {query: 'x'}};
  const found = {type: 'web_search_tool_result', tool_use_id: 's1', content: []};

  for (const [what, first, second] of [
    [
      'with a cut text',
      messageOf('m1', 'max_tokens', text('The end is ne')),
      messageOf('m2', 'end_turn', text('ar.')),
    ],
    [
      'with sources, of which some are cited again',
      messageOf('m1', 'max_tokens', text('One', [page('http://a/'), page('http://b/')])),
      messageOf('m2', 'end_turn', text(' two', [page('http://b/'), page('http://c/')])),
    ],
    [
      'with a text that is complete',
      messageOf('m1', 'max_tokens', text('One.'), {type: 'redacted_thinking', data: 'x'}),
      messageOf('m2', 'end_turn', text('Two.')),
    ],
  ] as const) {
    it(`is the same as in one stream: ${what}`, () => {
      assert.deepEqual(continued(first, second), relayed(first, second));
    });
  }

  it('has the result of a call that came before', () => {
    const message = continued(
      messageOf('m1', 'pause_turn', text('Searching.'), search),
      messageOf('m2', 'end_turn', found, text('Found.')),
    );
    const tools = message.children.filter(({kind}) => kind === 'tool');
    const statuses = tools.map(({status}) => status);
    assert.deepEqual(statuses, ['done']);
    assert.equal(message.usage?.totalTokens, 30);
  });

  it('has the hits of a search that came before, also if a tool of the page was asked for', () => {
    const hit = {type: 'web_search_result', url: 'https://a.example/', title: 'A'};
    const hits = {...found, content: [hit]};
    const ask = {type: 'tool_use', id: 't1', name: 'look_up', input: {}};
    for (const [reason, before, status] of [
      ['tool_use', [search, ask], 'streaming'],
      ['pause_turn', [search], 'interrupted'],
    ] as const) {
      const first = messageOf('m1', reason, ...before);
      const [asked] = read(emptyConversation, first).children as readonly MessageItem[];
      assert.equal(asked?.children[0]?.status, status);
      const {children} = continued(first, messageOf('m2', 'end_turn', hits, text('Found.')));
      const call = children.find(item => item.kind === 'tool');
      assert.equal(call?.status, 'done');
      assert.deepEqual(call.phases?.at(-1)?.data, {
        query: 'x',
        results_count: 1,
        sources: [{rank: 1, title: 'A', url: 'https://a.example/'}],
      });
    }
  });

  it('has interrupted calls of the API whose result never came', () => {
    const ask = {type: 'tool_use', id: 't1', name: 'look_up', input: {}};
    const {children} = continued(
      messageOf('m1', 'tool_use', search, ask),
      messageOf('m2', 'end_turn', text('Nothing.')),
    );
    assert.equal(children[0]?.status, 'interrupted');
  });

  it('is continued by a stream without the start of its message', () => {
    const message = continued(
      messageOf('m1', 'max_tokens', text('The end is ne')),
      messageOf('m2', 'end_turn', text('ar.')).slice(1),
    );
    const texts = message.children.flatMap(item => (item.kind === 'text' ? [item.text] : []));
    assert.deepEqual([texts, message.status], [['The end is near.'], 'done']);
    assert.equal((message.protocolData as unknown[]).length, 2);
  });

  it('is continued by a server that gives all messages the same id', () => {
    const message = continued(
      messageOf('m1', 'max_tokens', text('The end is ne')),
      messageOf('m1', 'end_turn', text('ar.')),
    );
    const texts = message.children.flatMap(item => (item.kind === 'text' ? [item.text] : []));
    assert.deepEqual(texts, ['The end is near.']);
    assert.equal((message.protocolData as unknown[]).length, 2);
  });

  it('keeps its text in what is sent back, also if a reload has interrupted it', () => {
    const [stored] = read(
      emptyConversation,
      messageOf('m1', 'end_turn', text('The end is ne')).slice(0, 2),
    ).children as readonly MessageItem[];
    assert.ok(stored);
    const interrupted = {...stored, protocolData: undefined};
    const before = {...emptyConversation, children: [interrupted]};
    const [message] = read(before, messageOf('m2', 'end_turn', text('ar.')), interrupted)
      .children as readonly MessageItem[];
    const record = message?.protocolData as readonly {content: readonly {text: string}[]}[];
    assert.equal(
      record.flatMap(({content}) => content.map(block => block.text)).join(''),
      'The end is near.',
    );
  });

  it('stays as it is, and is interrupted, if the response is empty', () => {
    const first = messageOf('m1', 'max_tokens', text('The end is ne'));
    const message = continued(first, []);
    assert.equal(message.status, 'interrupted');
    assert.deepEqual(statusesOf(message), ['text done', 'notice interrupted']);
    assert.deepEqual(message.protocolData, continued(first).protocolData);
  });
});
