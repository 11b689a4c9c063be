import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {filterEvents} from '../../proxy/agent-events.js';
import {agUi, parseFrames, type Frame} from '../../../../src/core/index.js';
import {byteByByte, bytesOf, lineEnds} from '../../../../test/core/protocol/recorded.js';

const started = {
  type: 'RUN_STARTED',
  threadId: 'at-the-service',
  runId: 'r1',
  input: {messages: [{id: 's', role: 'system', content: 'SECRET'}], tools: ['SECRET']},
};
const said = {type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta: 'Café 👍', rawEvent: 'SECRET'};

const frame = (event: object): string => `data: ${JSON.stringify(event)}\n\n`;
const body =
  `: SECRET\n\nevent: start\nid: 7\n${frame(started)}` +
  `${frame({type: 'RAW', event: 'SECRET'})}data: SECRET\n\n${frame(said)}data: [DONE]\n\n`;

/** What the page receives of a body that arrives in chunks. */
async function received(chunks: Iterable<Uint8Array>): Promise<string> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  return filterEvents(new Response(stream), 't').text();
}

const expected: readonly Frame[] = [
  {
    event: 'start',
    id: '7',
    data: JSON.stringify({type: 'RUN_STARTED', threadId: 't', runId: 'r1'}),
  },
  {data: JSON.stringify({type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta: 'Café 👍'})},
];

describe('the filter of the events of an agent', () => {
  for (const [name, ended] of lineEnds(body)) {
    it(`passes only what is for the page, with ${name}, whole and byte by byte`, async () => {
      for (const chunks of [[bytesOf(ended)], byteByByte(bytesOf(ended))]) {
        const text = await received(chunks);
        assert.deepEqual(parseFrames(text), expected);
        assert.doesNotMatch(text, /SECRET/);
      }
    });
  }

  it('reads line ends of different kinds in one frame as a browser does', async () => {
    const text = await received([bytesOf(`: note\rdata: ${JSON.stringify(started)}\n\n`)]);
    assert.doesNotMatch(text, /SECRET/);
    assert.equal(parseFrames(text).length, 1);
  });

  it('passes a last event without its blank line', async () => {
    assert.equal(parseFrames(await received([bytesOf(frame(said).trim())])).length, 1);
  });

  it('passes no text and no state with instructions', async () => {
    const part = (name: string, fields: object): string =>
      frame({type: `TEXT_MESSAGE_${name}`, ...fields});
    const answer = {role: 'assistant', content: 'Hi'};
    const text = await received([
      bytesOf(
        part('START', {messageId: 's', role: 'system'}) +
          part('CONTENT', {messageId: 's', delta: 'SECRET'}) +
          part('END', {messageId: 's'}) +
          part('CHUNK', {messageId: 'd', role: 'developer', delta: 'SECRET'}) +
          part('CHUNK', {delta: 'SECRET'}) +
          frame({
            type: 'STATE_SNAPSHOT',
            snapshot: {
              a: 1,
              messages: [
                {role: 'system', content: 'SECRET'},
                {type: 'system', content: 'SECRET'},
                answer,
              ],
            },
          }) +
          frame({
            type: 'STATE_DELTA',
            delta: [
              {op: 'add', path: '/messages/-', value: {role: 'system', content: 'SECRET'}},
              {op: 'replace', path: '/messages', value: [{type: 'developer', text: 'SECRET'}]},
              {op: 'remove', path: '/a'},
            ],
          }) +
          part('CHUNK', {messageId: 'm', role: 'assistant', delta: 'Hi'}) +
          part('CHUNK', {delta: '.'}),
      ),
    ]);
    assert.doesNotMatch(text, /SECRET/);
    const events = parseFrames(text).map(({data}) => JSON.parse(data) as Record<string, unknown>);
    assert.deepEqual(
      events.map(({delta, snapshot}) => delta ?? snapshot),
      [{a: 1, messages: [answer]}, {messages: []}, 'Hi', '.'],
    );
  });

  describe('in a state', () => {
    const system = {id: 's', role: 'system', content: 'SECRET'};
    const user = {id: 'u', role: 'user', content: 'Hi'};
    const answer = {id: 'm', role: 'assistant', content: 'Hello'};

    /** The states that the chat has, one after the other, when the agent sends these events. */
    async function states(...events: readonly object[]): Promise<readonly unknown[]> {
      const text = await received([bytesOf(events.map(frame).join(''))]);
      assert.doesNotMatch(text, /SECRET/);
      const decoder = agUi.createDecoder({run: 'r'});
      return parseFrames(text)
        .flatMap(one => decoder.decode(one))
        .flatMap((op): unknown[] => {
          const fields = 'fields' in op ? (op.fields as Record<string, unknown>) : {};
          return fields['name'] === 'state' ? [fields['data']] : [];
        });
    }

    const snapshot = (state: object): object => ({type: 'STATE_SNAPSHOT', snapshot: state});
    const change = (...delta: readonly object[]): object => ({type: 'STATE_DELTA', delta});

    it('passes every change as the agent has it', async () => {
      const found = await states(
        snapshot({messages: [system, user], n: 1}),
        change({op: 'replace', path: '/messages/0/content', value: 'SECRET 2'}),
        change(
          {op: 'add', path: '/messages/2', value: answer},
          {op: 'replace', path: '/n', value: 2},
        ),
        change({op: 'move', from: '/messages/0', path: '/messages/1'}),
        change({op: 'copy', from: '/messages/1', path: '/kept'}),
        change({op: 'remove', path: '/kept'}, {op: 'remove', path: '/messages/1'}),
        change({op: 'replace', path: '/messages/1/content', value: 'Hello!'}),
        change({op: 'remove', path: '/messages/7'}),
        change({op: 'add', path: '/inner', value: {messages: [system, user]}}),
        snapshot({messages: []}),
        change(
          {op: 'add', path: '/messages/0', value: system},
          {op: 'remove', path: '/messages/0'},
        ),
      );
      const both = {messages: [user, answer], n: 2};
      const ended = {messages: [user, {...answer, content: 'Hello!'}], n: 2};
      assert.deepEqual(found, [
        {messages: [user], n: 1},
        {messages: [user], n: 1},
        both,
        both,
        both,
        both,
        ended,
        {...ended, inner: {messages: [user]}},
        {messages: []},
        {messages: []},
      ]);
    });

    it('passes changes of a state without instructions as they are', async () => {
      const delta = [{op: 'add', path: '/messages/-', value: answer}];
      const events = [snapshot({messages: [user]}), change(...delta)];
      const text = await received([bytesOf(events.map(frame).join(''))]);
      assert.deepEqual(
        parseFrames(text).map(({data}) => JSON.parse(data) as unknown),
        events,
      );
    });

    it('passes no change of a single message before the state is known', async () => {
      assert.deepEqual(
        await states(
          change(
            {op: 'add', path: '/a', value: 1},
            {op: 'replace', path: '/messages/0/content', value: 'SECRET'},
            {op: 'move', from: '/messages/0/content', path: '/b'},
            {op: 'add', path: '/messages', value: [system, user]},
          ),
        ),
        [{a: 1, messages: [user]}],
      );
    });
  });
});
