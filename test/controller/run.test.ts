import assert from 'node:assert/strict';
import {after, afterEach, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {
  arm,
  behave,
  disarm,
  fastWorld,
  gist,
  lastWords,
  openChat,
  posted,
  statsOf,
  type DemoChat,
} from './support/demo-chat.js';

const limit = {timeout: 20_000};
const question = 'what is 6 * 7';

describe('a run over connections that fail', () => {
  let server: AgentServer;
  let demo: DemoChat;
  let undisturbed: unknown;

  before(async () => {
    server = await startServer();
    demo = openChat(server);
    await demo.chat.send(question);
    undisturbed = gist(demo.chat.conversation);
  });
  afterEach(() => disarm(server));
  after(async () => {
    demo.chat.dispose();
    await server.stop();
  });

  /** Sends in a session of its own, and sees that nothing was lost, doubled or sent twice. */
  async function survives({chat}: DemoChat, ...faults: readonly object[]): Promise<void> {
    const label = JSON.stringify(faults);
    await chat.newSession();
    await arm(server, ...faults);
    const before = await posted(server);
    await chat.send(question);
    assert.deepEqual(gist(chat.conversation), undisturbed, label);
    assert.equal(chat.status, 'idle', label);
    assert.equal(chat.lastError, undefined, label);
    assert.equal((await posted(server)) - before, 1, label);
  }

  it('tells the same after a drop at every frame', limit, async () => {
    for (let frame = 0; frame <= 16; frame++) await survives(demo, {kind: 'drop', at_frame: frame});
  });

  it('tells the same after a drop inside of frames', limit, async () => {
    for (let bytes = 1; bytes < 4000; bytes += 167) {
      await survives(demo, {kind: 'drop', after_bytes: bytes});
      await disarm(server);
    }
  });

  it('tells the same after several drops, each later than the one before', limit, async () => {
    const drops = [2, 4, 6, 8].map(at_frame => ({kind: 'drop', at_frame}));
    await survives(demo, {...drops[0], on: 'send'}, {...drops[1], on: 'attach'});
    await survives(demo, {...drops[1], on: 'send'}, {...drops[3], on: 'attach'});
  });

  it('tells the same after an end without a last word', limit, async () => {
    for (const at_frame of [0, 1, 4, 9]) await survives(demo, {kind: 'end', at_frame});
  });

  it('is joined again when the stream falls silent', limit, async () => {
    const hasty = openChat(server, {}, fastWorld(200));
    for (const at_frame of [0, 5]) await survives(hasty, {kind: 'stall', at_frame});
    assert.ok(((await statsOf(server)).requests['attach'] ?? 0) > 0);
    hasty.chat.dispose();
  });

  for (const fault of [
    {kind: 'shuffle', window: 8, seed: 7},
    {kind: 'split', size: 40, shuffle: true},
    {kind: 'snapshot', every: 4},
    {kind: 'malformed', every: 1},
    {kind: 'comments', every: 1},
    {kind: 'cut', size: 3},
    ...['F1', 'F2', 'F3', 'F4'].map(framing => ({kind: 'framing', framing})),
    ...['lf', 'cr', 'crlf'].map(ends => ({kind: 'line_ends', ends})),
  ]) {
    const {kind, ...fields} = fault;
    it(`tells the same in spite of ${kind} ${JSON.stringify(fields)}`, limit, () =>
      survives(demo, fault),
    );
  }

  it(
    'says the same when every frame comes twice, although nothing on the wire tells them apart',
    limit,
    async () => {
      const {chat} = demo;
      const words = lastWords(chat);
      await chat.newSession();
      await arm(server, {kind: 'duplicate', every: 1});
      await chat.send(question);
      assert.equal(lastWords(chat), words);
      assert.equal(chat.conversation.children.length, 2);
      assert.equal(chat.conversation.children[1]?.children.length, 1);
      assert.equal(chat.lastError, undefined);
    },
  );

  it('tells the same with many faults at once, and a drop among them', limit, () =>
    survives(
      demo,
      {kind: 'comments', every: 2, on: 'any', times: 2},
      {kind: 'shuffle', window: 6, on: 'any', times: 2},
      {kind: 'cut', size: 7, on: 'any', times: 2},
      {kind: 'drop', after_bytes: 1500, on: 'send'},
    ),
  );

  it('is followed where a JSON answer says, on the own origin', limit, () =>
    survives(demo, {kind: 'json'}),
  );

  it('never takes its token to another origin', limit, async () => {
    const asked: string[] = [];
    const watched = openChat(server, {
      fetch: (input, init) => {
        asked.push(new URL(new Request(input).url).origin);
        return fetch(input, init);
      },
    });
    await survives(watched, {kind: 'json', stream_url: 'foreign'});
    assert.deepEqual([...new Set(asked)], [server.origin]);
    watched.chat.dispose();
  });

  it('comes back after the server refused to let it be joined', limit, async () => {
    const drop = {kind: 'drop', at_frame: 4, on: 'send'};
    await survives(demo, drop, {kind: 'status', status: 500, on: 'attach', times: 3});
    const stats = await statsOf(server);
    assert.equal(stats.open_streams, 0);
  });

  it('waits as long as the server wants before it joins again', limit, async () => {
    const delays: number[] = [];
    const world = fastWorld(100);
    const patient = openChat(
      server,
      {},
      {
        ...world,
        after: (delay, callback) => {
          delays.push(delay);
          return world.after(delay, callback);
        },
      },
    );
    await survives(
      patient,
      {kind: 'drop', at_frame: 4, on: 'send'},
      {kind: 'status', status: 429, retry_after: 7, on: 'attach'},
    );
    assert.ok(
      delays.some(delay => delay >= 7000 && delay < 14_000),
      delays.join(),
    );
    patient.chat.dispose();
  });

  it(
    'is given up after eight tries with every word kept, and joined by the wish of the user',
    limit,
    async () => {
      const {chat} = demo;
      await chat.newSession();
      await arm(
        server,
        {kind: 'drop', at_frame: 6, on: 'send'},
        {kind: 'status', status: 503, on: 'attach', times: 100},
        {kind: 'status', status: 503, on: 'history', times: 100},
      );
      const before = await posted(server);
      await chat.send(question);
      assert.equal(chat.status, 'lost');
      assert.equal(chat.lastError?.code, 'server_error');
      assert.equal(chat.lastError.status, 503);
      assert.equal(chat.conversation.children.at(-1)?.status, 'interrupted');
      await disarm(server);
      await chat.retry();
      assert.deepEqual(gist(chat.conversation), undisturbed);
      assert.equal((await posted(server)) - before, 1);
    },
  );

  it(
    'never shows less than it showed, and no message twice, while it is joined again',
    limit,
    async () => {
      const {chat} = demo;
      await behave(server, {pace: 0.02});
      await chat.newSession();
      await arm(
        server,
        ...[3, 9, 14].map((at_frame, n) => ({kind: 'drop', at_frame, on: n ? 'attach' : 'send'})),
      );
      const counts: number[] = [];
      const lengths: number[] = [];
      const unsubscribe = chat.subscribe(() => {
        counts.push(chat.conversation.children.length);
        lengths.push(JSON.stringify(chat.conversation.children.at(1)?.children ?? []).length);
      });
      await chat.send(question);
      unsubscribe();
      await behave(server, {pace: 0});
      assert.equal(Math.max(...counts), 2);
      assert.ok(lengths.length > 3);
      const least = lengths.map((length, n) => Math.max(0, ...lengths.slice(0, n)) - length);
      assert.ok(Math.max(...least) < 200, lengths.join());
    },
  );
});
