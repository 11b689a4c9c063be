import assert from 'node:assert/strict';
import type {ServerResponse} from 'node:http';
import {describe, it} from 'node:test';
import type {ChatController} from '../../../src/controller/index.js';
import {copilotKit, createOpenai, type Protocol} from '../../../src/core/index.js';
import {testMs} from '../../support/limits.mjs';
import {memory, openChat, said, untilTrue} from '../support/chat.js';
import {FastEnvironment} from '../support/fast-environment.js';
import {json, serve, sse, stream, type WebServer} from '../support/web-server.js';

// A page that is reloaded during a run, where the history says of no answer which run has written it.

const limit = {timeout: testMs};

/** How a protocol streams and stores two turns. */
interface Wire {
  readonly protocol: Protocol;
  /** The stream of the second run up to a word, and the rest of it. */
  readonly begin: readonly object[];
  readonly rest: readonly object[];
  /** What a stream that is joined has before the second run. */
  readonly earlier: readonly object[];
  readonly isJoin: (path: string) => boolean;
  readonly userMessage: (id: string, text: string) => object;
  readonly answer: (id: string, text: string) => object;
  readonly history: (stored: readonly object[]) => unknown;
}

/** What a server has stored before the second run, during it, and after a join. */
interface Stored {
  readonly before?: readonly object[];
  readonly stored: readonly object[];
  readonly after?: readonly object[];
}

const run = (id: string, user: string): object => ({
  type: 'RUN_STARTED',
  threadId: 's',
  runId: id,
  input: {messages: [{id: `u-${id}`, role: 'user', content: user}]},
});
const starts = (messageId: string, delta: string): readonly object[] => [
  {type: 'TEXT_MESSAGE_START', messageId, role: 'assistant'},
  {type: 'TEXT_MESSAGE_CONTENT', messageId, delta},
];
const ends = (runId: string, messageId: string): readonly object[] => [
  {type: 'TEXT_MESSAGE_END', messageId},
  {type: 'RUN_FINISHED', threadId: 's', runId},
];

const copilot: Wire = {
  protocol: copilotKit,
  begin: [run('r2', 'Two'), ...starts('a2', 'The')],
  rest: [{type: 'TEXT_MESSAGE_CONTENT', messageId: 'a2', delta: ' answer.'}, ...ends('r2', 'a2')],
  earlier: [run('r1', 'One'), ...starts('a1', 'The first.'), ...ends('r1', 'a1')],
  isJoin: path => path.endsWith('/connect'),
  userMessage: (id, content) => ({id, role: 'user', content}),
  answer: (id, content) => ({id, role: 'assistant', content}),
  history: messages => ({messages}),
};

const output = (id: string, words: string): object => ({
  type: 'message',
  id,
  role: 'assistant',
  status: 'completed',
  content: [{type: 'output_text', text: words, annotations: []}],
});
const place = {item_id: 'a2', output_index: 0, content_index: 0};
const word = (sequence_number: number, delta: string): object => ({
  type: 'response.output_text.delta',
  sequence_number,
  ...place,
  delta,
});

const responses: Wire = {
  protocol: createOpenai({background: true, state: 'conversation'}),
  begin: [
    {
      type: 'response.created',
      sequence_number: 0,
      response: {id: 'r2', status: 'in_progress', output: []},
    },
    {
      type: 'response.output_item.added',
      sequence_number: 1,
      output_index: 0,
      item: {...output('a2', ''), content: []},
    },
    word(2, 'The'),
  ],
  rest: [
    word(3, ' answer.'),
    {
      type: 'response.completed',
      sequence_number: 4,
      response: {id: 'r2', status: 'completed', output: [output('a2', 'The answer.')]},
    },
  ],
  earlier: [],
  isJoin: path => path.includes('/responses/r2'),
  userMessage: (id, text) => ({
    type: 'message',
    id,
    role: 'user',
    content: [{type: 'input_text', text}],
  }),
  answer: output,
  history: stored => ({data: stored.toReversed()}),
};

for (const [name, wire] of [
  ["CopilotKit's runtime", copilot],
  ['Responses', responses],
] as const) {
  const {protocol, begin, rest, earlier, isJoin, userMessage, answer, history} = wire;
  const first = [userMessage('u1', 'One'), answer('a1', 'The first.')];
  const asked = userMessage('u-r2', 'Two');
  const whole = ['user: One', 'assistant: The first.', 'user: Two', 'assistant: The answer.'];

  /** A server that stores `stored` during the second run, and `after` after a join. `join` answers who joins the run. */
  const serveRun = (
    {stored, after = stored, before = first}: Stored,
    join: (response: ServerResponse) => void,
  ): Promise<WebServer> => {
    let list = before;
    return serve(({method, path}, response) => {
      if (isJoin(path)) {
        list = after;
        join(response);
      } else if (method === 'GET') json(response, history(list));
      else {
        list = stored;
        stream(response).write(sse(...begin));
      }
    });
  };

  /** Sends a message and leaves the page in the middle of the answer. Returns how to open the page again. */
  const leaveEarly = async ({origin}: WebServer): Promise<() => ChatController> => {
    const storage = memory();
    const open = (): ChatController =>
      openChat({endpoint: origin, sessionId: 's', storage, protocol}, new FastEnvironment());
    const chat = open();
    await chat.ready;
    void chat.send('Two').catch(() => undefined);
    await untilTrue(chat, () => said(chat).at(-1) === 'assistant: The');
    chat.dispose();
    return open;
  };
  const joins = ({asked}: WebServer): number => asked.filter(({path}) => isJoin(path)).length;

  describe(`${name}: a run that the page has left`, () => {
    for (const [what, stored, after] of [
      ['a part of its answer is stored', [...first, asked, answer('a2', 'The')], undefined],
      ['all of its answer is stored', [...first, asked, answer('a2', 'The answer.')], undefined],
      [
        'neither its message nor its answer is stored',
        first,
        [...first, asked, answer('a2', 'The answer.')],
      ],
    ] as const) {
      it(`is joined after a reload, and displayed once, if ${what}`, limit, async () => {
        const server = await serveRun({stored, ...(after && {after})}, response =>
          stream(response).end(sse(...earlier, ...begin, ...rest)),
        );
        const chat = (await leaveEarly(server))();
        await untilTrue(chat, ({status}) => joins(server) > 0 && status === 'idle');
        // The history has the message of the user.
        await untilTrue(chat, () => said(chat).length >= whole.length);
        assert.deepEqual(said(chat), whole);
        assert.equal(joins(server), 1);
        assert.equal(chat.conversation.children.at(-1)?.status, 'done');
        chat.dispose();
      });
    }

    it('is joined after a reload while it goes on', limit, async () => {
      let write = (): void => undefined;
      const server = await serveRun({stored: [...first, asked, answer('a2', 'The')]}, response => {
        stream(response).write(sse(...earlier, ...begin));
        write = () => response.end(sse(...rest));
      });
      const chat = (await leaveEarly(server))();
      await untilTrue(chat, ({status}) => status === 'streaming');
      assert.deepEqual(said(chat), [...whole.slice(0, 3), 'assistant: The']);
      write();
      await untilTrue(chat, ({status}) => status === 'idle');
      assert.deepEqual(said(chat), whole);
      chat.dispose();
    });

    it('is the first one of an empty history', limit, async () => {
      const after = [asked, answer('a2', 'The answer.')];
      const server = await serveRun({before: [], stored: [], after}, response =>
        stream(response).end(sse(...begin, ...rest)),
      );
      const chat = (await leaveEarly(server))();
      await untilTrue(chat, ({status}) => joins(server) > 0 && status === 'idle');
      await untilTrue(chat, () => said(chat).length > 1);
      assert.deepEqual(said(chat), whole.slice(2));
      chat.dispose();
    });

    for (const [what, refuse] of [
      ['knows no such run', (response: ServerResponse) => json(response, {detail: 'No run'}, 404)],
      ['has nothing to stream', (response: ServerResponse) => void response.writeHead(204).end()],
      ['streams nothing', (response: ServerResponse) => void stream(response).end()],
    ] as const) {
      it(
        `is displayed as it is stored at last if the server ${what}, and not joined again`,
        limit,
        async () => {
          const after = [...first, asked, answer('a2', 'The answer.')];
          const server = await serveRun(
            {stored: [...first, asked, answer('a2', 'The')], after},
            refuse,
          );
          const open = await leaveEarly(server);
          let loaded = 0;
          for (const openAgain of [open, open]) {
            const chat = openAgain();
            await chat.ready;
            await untilTrue(
              chat,
              ({status}) => status === 'idle' && said(chat).at(-1) === 'assistant: The answer.',
            );
            assert.deepEqual(said(chat), whole);
            assert.equal(chat.lastError, undefined);
            loaded = joins(server);
            chat.dispose();
          }
          assert.ok(loaded <= 2);
        },
      );
    }
  });
}
