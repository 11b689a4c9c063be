import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  activity,
  call,
  finish,
  folded,
  reasoning,
  recordOf,
  result,
  sentAfter,
  shown,
  snapshot,
  start,
  text,
  tool,
  withCalls,
  type EventData,
} from './events.js';

const user = {id: 'u1', role: 'user', content: 'Hello'};
const said = (words: string): object => ({kind: 'text', status: 'done', text: words});
const answered = (id: string, content: string): object => ({id, role: 'assistant', content});

const all = (...events: readonly EventData[]): readonly EventData[] => [
  start(),
  ...events,
  finish(),
];

describe('a snapshot of the messages', () => {
  it('gives the answer if nothing was streamed, without the messages before it', () => {
    const earlier = [answered('m0', 'Earlier'), {id: 'u0', role: 'user', content: 'Before'}];
    const events = all(snapshot(...earlier, user, answered('m1', 'Now')));
    assert.deepEqual(shown(events), [said('Now')]);
    assert.deepEqual(recordOf(folded(events)).messages, [answered('m1', 'Now')]);
  });

  it('corrects texts and inputs with the same ids, in their place', () => {
    const events = all(
      ...text('m1', 'Streamed'),
      ...call('c1', 'find', {a: 1}),
      snapshot(user, withCalls('m1', 'Streamed, and corrected', ['c1', 'find', '{"a":2}'])),
    );
    assert.deepEqual(shown(events), [
      said('Streamed, and corrected'),
      tool('find', 'c1', '{"a":2}'),
    ]);
  });

  it('with other ids doubles nothing, and later events find its ids', () => {
    const events = all(
      ...text('m1', 'First.'),
      ...text('m2', 'Second'),
      snapshot(user, answered('x1', 'First.'), answered('x2', 'Second, longer')),
      {type: 'TEXT_MESSAGE_CONTENT', messageId: 'x2', delta: '.'},
    );
    assert.deepEqual(shown(events), [said('First.'), said('Second, longer.')]);
    const ids = recordOf(folded(events)).messages.map(({id}) => id);
    assert.deepEqual(ids, ['x1', 'x2']);
  });

  it('adds what was not streamed at its place', () => {
    const events = all(
      ...text('m1', 'First.'),
      ...text('m3', 'Third.'),
      snapshot(
        user,
        {id: 'r1', role: 'reasoning', content: 'Hm.'},
        answered('m1', 'First.'),
        withCalls('m2', undefined, ['c1', 'find', '{}']),
        {id: 't1', role: 'tool', toolCallId: 'c1', content: 'found'},
        answered('m3', 'Third.'),
      ),
    );
    assert.deepEqual(shown(events), [
      {kind: 'thinking', status: 'done', text: 'Hm.'},
      said('First.'),
      tool('find', 'c1', '{}', {output: 'found'}),
      said('Third.'),
    ]);
  });

  it('keeps reasoning and activities that it lacks', () => {
    const events = all(
      ...reasoning('r1', 'Hm.'),
      activity('a1', {at: 1}),
      ...text('m1', 'Yes'),
      snapshot(user, answered('m1', 'Yes.')),
    );
    const kinds = shown(events).map(({kind}) => kind);
    assert.deepEqual(kinds, ['thinking', 'data', 'text']);
    const ids = recordOf(folded(events)).messages.map(({id}) => id);
    assert.deepEqual(ids, ['r1', 'a1', 'm1']);
  });

  it('replaces a text by another one, but removes none without that', () => {
    const replaced = all(...text('m1', 'A draft'), snapshot(user, answered('x', 'Final')));
    assert.deepEqual(shown(replaced), [said('Final')]);
    const lacking = all(
      ...text('m1', 'A draft'),
      ...call('c1', 'find', {}),
      snapshot(user, withCalls('m2', undefined, ['c1', 'find', '{}'])),
    );
    assert.deepEqual(shown(lacking)[0], said('A draft'));
    const onlyUser = all(...text('m1', 'A draft'), snapshot(user));
    assert.deepEqual(shown(onlyUser), [said('A draft')]);
  });

  it('has texts once that it joins to one', () => {
    const events = all(
      ...text('m1', 'One. '),
      ...text('m2', 'Two.'),
      snapshot(user, answered('x', 'One. Two.')),
    );
    assert.deepEqual(shown(events), [said('One. Two.')]);
    assert.deepEqual(recordOf(folded(events)).messages, [answered('x', 'One. Two.')]);
  });

  it('does not remove what is being written', () => {
    const events = [
      start(),
      {type: 'TEXT_MESSAGE_START', messageId: 'm1'},
      {type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta: 'Half'},
      snapshot(user, answered('m0', 'Another')),
      {type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta: ' and half'},
      {type: 'TEXT_MESSAGE_END', messageId: 'm1'},
      finish(),
    ];
    assert.deepEqual(new Set(shown(events)), new Set([said('Another'), said('Half and half')]));
  });

  it('gives results to calls, and files beside them', () => {
    const content = [
      {type: 'text', text: 'Here'},
      {
        type: 'image',
        source: {type: 'url', value: 'https://a.example/a.png', mimeType: 'image/png'},
      },
    ];
    const events = all(
      ...call('c1', 'find', {}),
      result('c1', 'draft'),
      snapshot(user, withCalls('c1', undefined, ['c1', 'find', '{}']), {
        id: 'other',
        role: 'tool',
        toolCallId: 'c1',
        content,
        error: 'In part',
      }),
    );
    assert.deepEqual(shown(events), [
      tool('find', 'c1', '{}', {status: 'failed', output: 'Here', error: 'In part'}),
      {
        kind: 'file',
        status: 'done',
        name: 'image/png',
        mediaType: 'image/png',
        url: 'https://a.example/a.png',
      },
    ]);
  });

  describe('of an answer that goes on after a call', () => {
    const first = folded(
      all(...text('m1', 'Let me look.'), ...call('c1', 'find', {}), result('c1', 'found')),
    ).message;
    const found = {id: 'c1-result', role: 'tool', toolCallId: 'c1', content: 'found'};
    const whole = [
      said('Let me look.'),
      tool('find', 'c1', '{}', {output: 'found'}),
      said('It is 42.'),
    ];

    for (const [what, messages] of [
      ['only its last message', [answered('m2', 'It is 42.')]],
      ['what its last run was given and has written', [found, answered('m2', 'It is 42.')]],
      ['the same with other ids', [{...found, id: 'x'}, answered('y', 'It is 42.')]],
    ] as const) {
      for (const streamed of [[], text('m2', 'It is 42.')])
        it(`may have ${what}${streamed.length > 0 ? ', which was streamed' : ''}`, () => {
          const events = [start({runId: 'r2'}), ...streamed, snapshot(...messages), finish()];
          assert.deepEqual(shown(events, {message: first}), whole);
          const record = recordOf(folded(events, {message: first})).messages;
          const found = record.map(({role, content}) => [role, content]);
          assert.deepEqual(found, [
            ['assistant', 'Let me look.'],
            ['assistant', undefined],
            ['tool', 'found'],
            ['assistant', 'It is 42.'],
          ]);
        });
    }
  });

  describe('leaves each call with one result behind it', () => {
    const d = ['d', 'find', '{}'] as const;
    const found = (id: string, content = 'found'): object => ({
      id,
      role: 'tool',
      toolCallId: 'd',
      content,
    });
    const streamed = [
      ...text('m', 'I look'),
      ...call('d', 'find', {}, {parentMessageId: 'm'}),
      result('d', 'found', {messageId: 'mr'}),
    ];
    const looked = withCalls('m', 'I look', d);

    for (const [what, events, expected] of [
      [
        'if the message of the call has none in the snapshot',
        [
          ...streamed,
          ...text('m2', 'Answer'),
          snapshot(user, answered('m', 'I look'), answered('m2', 'Answer')),
        ],
        [looked, found('mr'), answered('m2', 'Answer')],
      ],
      [
        'if the snapshot comes before the end of the answer',
        [...streamed, snapshot(user, answered('m', 'I look')), ...text('m2', 'Answer')],
        [looked, found('mr'), answered('m2', 'Answer')],
      ],
      [
        'if the message has another id without its call',
        [...streamed, snapshot(user, answered('x', 'I look'), answered('m2', 'Answer'))],
        [withCalls('x', 'I look', d), found('mr'), answered('m2', 'Answer')],
      ],
      [
        'if the snapshot has the call without its result',
        [...streamed, snapshot(user, looked, answered('m2', 'Answer'))],
        [looked, found('mr'), answered('m2', 'Answer')],
      ],
      [
        'if the snapshot has one of two calls, in another message',
        [
          ...streamed,
          ...call('e', 'read', {}, {parentMessageId: 'm'}),
          result('e', 'text'),
          snapshot(user, withCalls('x', undefined, d), found('xr'), answered('m2', 'Answer')),
        ],
        [
          withCalls('m', 'I look', ['e', 'read', '{}']),
          {id: 'e-result', role: 'tool', toolCallId: 'e', content: 'text'},
          withCalls('x', undefined, d),
          found('xr'),
          answered('m2', 'Answer'),
        ],
      ],
      [
        'if the snapshot has two results',
        [snapshot(user, looked, found('mr', 'draft'), found('mr2'), answered('m2', 'Answer'))],
        [looked, found('mr2'), answered('m2', 'Answer')],
      ],
      [
        'if the snapshot has the result of an unknown call',
        [snapshot(user, answered('m', 'I look'), found('mr'), answered('m2', 'Answer'))],
        [answered('m', 'I look'), answered('m2', 'Answer')],
      ],
      [
        'if the snapshot has the result before its call',
        [snapshot(user, found('mr'), looked, answered('m2', 'Answer'))],
        [looked, found('mr'), answered('m2', 'Answer')],
      ],
      [
        'if the snapshot has reasoning between them',
        [snapshot(user, looked, {id: 'r', role: 'reasoning', content: 'Hm.'}, found('mr'))],
        [looked, found('mr'), {id: 'r', role: 'reasoning', content: 'Hm.'}],
      ],
    ] as const) {
      it(what, () => assert.deepEqual(sentAfter(folded(all(...events)).message), expected));
    }

    it('if ids of calls come again in later answers', () => {
      const again = all(...call('d', 'find', {}), result('d', 'again', {messageId: 'again'}));
      const sent = sentAfter(folded(all(...streamed)).message, folded(again).message);
      assert.deepEqual(sent, [
        looked,
        found('mr'),
        withCalls('d', undefined, d),
        found('again', 'again'),
      ]);
    });
  });

  it('is read with the fields that other servers use', () => {
    const parts = [{type: 'text', content: 'Once upon '}];
    const events = all(snapshot({role: 'assistant', parts}, {role: 'alien', content: 'x'}));
    assert.deepEqual(shown(events), [said('Once upon ')]);
  });
});
