import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {setImmediate as turn} from 'node:timers/promises';
import {RejoinError, SharedStreams} from '../../../src/controller/tabs/shared-streams.js';
import {defaultLimits} from '../../../src/controller/settings.js';
import {TabChannel} from '../../../src/controller/tabs/tab-channel.js';
import type {Connection} from '../../../src/controller/http/protocol-client.js';
import type {Environment} from '../../../src/controller/environment.js';
import type {Frame, Operations} from '../../../src/core/index.js';
import {FastEnvironment} from '../support/fast-environment.js';
import {turnEnvironment} from '../support/turn-environment.js';
import {testMs} from '../../support/limits.mjs';

const limit = {timeout: testMs};
const never = new AbortController().signal;
const address = {session: 's1'};
/** What a tab receives that joins the stream of the server. */
const fromServer: Connection = {opened: {}};
const frames = (...words: string[]): Frame[] => words.map(data => ({data}));

interface Followed {
  readonly words: string[];
  /** Resolves to the text when the stream has ended. */
  readonly all: Promise<readonly string[]>;
}

function listen(connection: Connection | undefined): Followed {
  assert.ok(connection && 'frames' in connection, 'there is nothing to follow');
  const words: string[] = [];
  const read = async (): Promise<readonly string[]> => {
    for await (const {data} of connection.frames) words.push(data);
    return words;
  };
  return {words, all: read()};
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await turn();
};

describe('the streams that tabs share', () => {
  const open: (() => void)[] = [];
  let channels = 0;
  afterEach(() => {
    for (const close of open.splice(0)) close();
  });

  /** A stream whose frames and end the test controls. */
  function source() {
    const waiting: Frame[] = [];
    let over = false;
    async function* read(): AsyncGenerator<Frame> {
      while (!over || waiting.length > 0) {
        yield* waiting.splice(0);
        await turn();
      }
    }
    const end = (): void => void (over = true);
    open.push(end);
    return {
      frames: read(),
      say: (...words: string[]) => void waiting.push(...frames(...words)),
      end,
    };
  }

  /** Makes tabs of one session. */
  function session(
    environment: Pick<Environment, 'after'> = turnEnvironment,
    server = fromServer,
    operations: Partial<Operations> = {},
  ) {
    const name = `streams-${(channels += 1)}`;
    const tab = (): TabChannel => {
      const tabs = new TabChannel(name, () => 's1');
      open.push(() => tabs.close());
      return tabs;
    };
    return {
      tab,
      streams() {
        const client = {join: () => Promise.resolve(server), operations};
        const streams = new SharedStreams(client, tab(), {environment, limits: defaultLimits});
        open.push(() => streams.close());
        return streams;
      },
    };
  }

  it('joins the server if no other tab answers', limit, async () => {
    const streams = session().streams();
    assert.equal(await streams.join(address, never), fromServer);
    assert.equal(streams.isLeader, true);
    assert.equal(await streams.join(address, never), fromServer);
  });

  it('passes on every frame, also those from before it was asked', limit, async () => {
    const {streams} = session();
    const [one, two] = [streams(), streams()];
    const {frames: read, say, end} = source();
    const here = listen(one.adopt({frames: read}));
    say('a', 'b');
    await until(() => here.words.length === 2);
    const there = listen(await two.join(address, never));
    assert.deepEqual([one.isLeader, two.isLeader], [true, false]);
    await until(() => there.words.length === 2);
    say('c');
    end();
    assert.deepEqual(await here.all, ['a', 'b', 'c']);
    assert.deepEqual(await there.all, ['a', 'b', 'c']);
  });

  it(
    'passes on its frames after its stream has closed, because a question may be open',
    limit,
    async () => {
      const {streams} = session();
      const [one, two] = [streams(), streams()];
      const {frames: read, say, end} = source();
      const here = listen(one.adopt({frames: read}));
      say('a question');
      end();
      await here.all;
      assert.deepEqual(await listen(await two.join(address, never)).all, ['a question']);
    },
  );

  it('has one leader when ten tabs join at once', limit, async () => {
    const {frames: read, say, end} = source();
    const {streams} = session(turnEnvironment, {frames: read});
    const tabs = Array.from({length: 10}, streams);
    const followed = await Promise.all(
      tabs.map(async tab => listen(await tab.join(address, never))),
    );
    assert.equal(tabs.filter(tab => tab.isLeader).length, 1);
    say('to all');
    end();
    for (const {all} of followed) assert.deepEqual(await all, ['to all']);
  });

  it('requests missed frames again, and reads nothing twice', limit, async () => {
    const {streams, tab} = session();
    const leader = tab();
    const said = frames('a', 'b', 'c');
    const asked: unknown[] = [];
    leader.subscribe((kind, _, streamId, count) => {
      if (kind !== 'request') return;
      asked.push(count);
      if (streamId === undefined) {
        leader.post('frames', 'x/1', 0, said.slice(0, 1));
        leader.post('frames', 'x/1', 2, said.slice(2));
      } else {
        leader.post('frames', 'x/1', 0, said);
        leader.post('closed', 'x/1');
      }
    });
    assert.deepEqual(await listen(await streams().join(address, never)).all, ['a', 'b', 'c']);
    assert.deepEqual(asked, [0, 1]);
  });

  it('rejoins when the leader has left', limit, async () => {
    const {streams} = session();
    const [one, two] = [streams(), streams()];
    listen(one.adopt({frames: source().frames}));
    const followed = listen(await two.join(address, never));
    one.close();
    await assert.rejects(followed.all, RejoinError);
    assert.equal(await two.join(address, never), fromServer);
    assert.equal(two.isLeader, true);
  });

  it('rejoins when the leader does not answer any more', limit, async () => {
    const {streams, tab} = session();
    const leader = tab();
    const off = leader.subscribe(kind => {
      if (kind === 'request') leader.post('frames', 'x/1', 0, frames('a'));
    });
    const two = streams();
    const followed = listen(await two.join(address, never));
    await until(() => followed.words.length === 1);
    off();
    await assert.rejects(followed.all, RejoinError);
  });

  it(
    'handles messages that arrived while its page was busy before it replaces the leader',
    limit,
    async () => {
      const {streams} = session(new FastEnvironment());
      const [one, two] = [streams(), streams()];
      const {frames: read, say, end} = source();
      const here = listen(one.adopt({frames: read}));
      const joined = two.join(address, never);
      const busy = Date.now() + 300;
      while (Date.now() < busy);
      const followed = listen(await joined);
      say('a');
      end();
      await here.all;
      assert.deepEqual(await followed.all, ['a']);
    },
  );

  it('keeps a leader that sends no frames but responds', limit, async () => {
    const {streams} = session();
    const [one, two] = [streams(), streams()];
    const {frames: read, say, end} = source();
    const here = listen(one.adopt({frames: read}));
    const followed = listen(await two.join(address, never));
    // Ten times the time that a response may take.
    for (let turns = 0; turns < 30_000; turns++) await turn();
    say('late');
    end();
    await here.all;
    assert.deepEqual(await followed.all, ['late']);
  });

  it('replays the run when the leader joined again', limit, async () => {
    const {streams} = session();
    const [one, two] = [streams(), streams()];
    const first = source();
    const here = listen(one.adopt({frames: first.frames}));
    first.say('a');
    const before = listen(await two.join(address, never));
    await until(() => before.words.length === 1);
    first.end();
    await Promise.all([here.all, before.all]);
    const second = source();
    listen(one.adopt({frames: second.frames}));
    const after = listen(await two.join(address, never));
    second.say('a', 'b');
    second.end();
    assert.deepEqual(await after.all, ['a', 'b']);
  });

  it('makes the tab the leader in which a question was answered', limit, async () => {
    const {streams} = session();
    const [one, two] = [streams(), streams()];
    const asking = source();
    const here = listen(one.adopt({frames: asking.frames}));
    asking.end();
    await here.all;
    const answered = source();
    const there = listen(two.adopt({frames: answered.frames}));
    await until(() => !one.isLeader);
    const again = listen(await one.join(address, never));
    answered.say('thanks');
    answered.end();
    assert.deepEqual([await there.all, await again.all], [['thanks'], ['thanks']]);
  });

  it('shares no stream that has only what its reader lacks', limit, async () => {
    const operations: Partial<Operations> = {
      attach: {request: () => ({method: 'GET', path: ''}), read: () => ({}), streams: 'suffix'},
    };
    const {frames: read, say, end} = source();
    const server = {frames: read};
    const {streams} = session(turnEnvironment, server, operations);
    const [one, two] = [streams(), streams()];
    assert.equal(one.adopt(server), server);
    const here = listen(server);
    say('a');
    await until(() => here.words.length === 1);
    assert.equal(await two.join(address, never), server);
    assert.deepEqual([one.isLeader, two.isLeader], [true, true]);
    end();
    assert.deepEqual(await here.all, ['a']);
  });

  it('ends at once when it is aborted', limit, async () => {
    const {streams} = session();
    const stop = new AbortController();
    stop.abort();
    const tab = streams();
    assert.equal(await tab.join(address, stop.signal), fromServer);
    assert.equal(tab.isLeader, false);
  });
});
