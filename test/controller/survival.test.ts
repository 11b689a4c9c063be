import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {plainText} from '../../src/core/index.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {arm, control, posted, statistics, tale, talkTo} from './support/chat.js';
import {FastEnvironment} from './support/fast-environment.js';

const search = 'search the docs for the stream';
const sum = 'what is 2 * (3 + 4)';
const long = 'write a long answer of 4 KB at 1500 events a second';

const cut = {kind: 'drop', at_frame: 4};

/** What may happen to a stream, and what it must not change. */
const disturbances: readonly (readonly [string, readonly object[]])[] = [
  ['every event comes twice', [{kind: 'duplicate', every: 1}]],
  ['events change places', [{kind: 'shuffle', window: 8, seed: 7}]],
  ['events come in pieces', [{kind: 'split', size: 30}]],
  ['events come in pieces, in disorder', [{kind: 'split', size: 30, shuffle: true}]],
  ['the whole text comes again and again', [{kind: 'snapshot', every: 3}]],
  ['there are malformed frames in between', [{kind: 'malformed', every: 1}]],
  ['there are comments in between', [{kind: 'comments', every: 1}]],
  ['bytes come in small chunks', [{kind: 'cut', size: 31}]],
  ['the framing is F2', [{kind: 'framing', framing: 'F2'}]],
  ['the framing is F3', [{kind: 'framing', framing: 'F3'}]],
  ['the framing is F4', [{kind: 'framing', framing: 'F4'}]],
  ['lines end with CR', [{kind: 'line_ends', ends: 'cr'}]],
  ['lines end with CRLF', [{kind: 'line_ends', ends: 'crlf'}]],
  ['the answer is JSON with the address of the stream', [{kind: 'json'}]],
  ['that address is of another origin', [{kind: 'json', stream_url: 'foreign'}]],
  ['the answer to the message is lost', [{kind: 'lose', on: 'send'}]],
  ['the token is refused', [{kind: 'status', status: 401, on: 'send'}]],
  ['the token is refused when joining', [cut, {kind: 'status', status: 401, on: 'attach'}]],
  ['joining fails three times', [cut, {kind: 'status', status: 500, on: 'attach', times: 3}]],
  ['joining comes too soon', [cut, {kind: 'status', status: 429, retry_after: 1, on: 'attach'}]],
  ['joining is lost on the way', [cut, {kind: 'lose', on: 'attach', times: 2}]],
  ['joining leads to a page', [cut, {kind: 'html', on: 'attach'}]],
  ['the stream that was joined breaks as well', [cut, {kind: 'drop', at_frame: 7, on: 'attach'}]],
  ['the stream ends early', [{kind: 'end', at_frame: 5}]],
  ['the stream ends before it begins', [{kind: 'end', at_frame: 0}]],
  ['the history cannot be had', [{kind: 'status', status: 500, on: 'history'}]],
];

describe('the conversation is the same, and the message was posted once, when', () => {
  let server: AgentServer;
  let survived = 0;
  const undisturbed = new Map<string, unknown[]>();

  before(async () => {
    server = await startServer();
    for (const question of [search, sum, long]) {
      const {chat} = talkTo(server);
      await chat.send(question);
      undisturbed.set(question, tale(chat.conversation.children));
      chat.dispose();
    }
  });
  after(async () => {
    console.log(`${survived} faults survived`);
    await server.stop();
  });

  async function survive(
    question: string,
    faults: readonly object[],
    environment = new FastEnvironment(),
  ) {
    await control(server, 'DELETE', 'faults');
    await arm(server, ...faults);
    const {chat} = talkTo(server, {}, environment);
    await chat.send(question);
    assert.equal(chat.lastError, undefined);
    assert.equal(chat.status, 'idle');
    assert.deepEqual(tale(chat.conversation.children), undisturbed.get(question));
    assert.equal(await posted(server, chat), 1);
    survived += 1;
    chat.dispose();
  }

  for (const [what, faults] of disturbances) it(what, () => survive(search, faults));

  it('the connection breaks at any frame', async () => {
    for (let frame = 0; frame < 24; frame++) await survive(sum, [{kind: 'drop', at_frame: frame}]);
  });

  it('the connection breaks at any byte', async () => {
    // A prime, so that frames are cut at changing positions.
    for (let byte = 1; byte < 4000; byte += 61) {
      await survive(sum, [{kind: 'drop', after_bytes: byte}]);
    }
  });

  it('the connection breaks again and again, each time a little later', async () => {
    const drops = Array.from({length: 20}, (_, n) => ({
      kind: 'drop',
      at_frame: n,
      on: n === 0 ? 'send' : 'attach',
    }));
    await survive(sum, drops);
  });

  it('a join returns a page during the run', async () => {
    await survive(long, [
      {kind: 'drop', at_frame: 20},
      {kind: 'html', on: 'attach', times: 3},
    ]);
  });

  it('the stream stalls', async () => {
    await survive(sum, [{kind: 'stall', at_frame: 6}], new FastEnvironment(40));
  });

  it('the token expires while the connection is lost', async () => {
    const {chat, until} = talkTo(server, {}, new FastEnvironment());
    await arm(server, {kind: 'drop', at_frame: 40});
    const sent = chat.send(long);
    await until(({status}) => status === 'streaming');
    await control(server, 'DELETE', 'tokens');
    await sent;
    assert.deepEqual(tale(chat.conversation.children), undisturbed.get(long));
    assert.equal(await posted(server, chat), 1);
    survived += 1;
    chat.dispose();
  });

  for (const [what, wake] of [
    ['the network was gone for a while', 'online'],
    ['the page was in the back-forward cache', 'restored'],
  ] as const) {
    it(what, async () => {
      const environment = new FastEnvironment();
      const {chat, answer, until} = talkTo(server, {}, environment);
      await arm(server, {kind: 'stall', at_frame: 20});
      const sent = chat.send(long);
      await until(() => answer().role === 'assistant' && plainText(answer()) !== '');
      environment.wake(wake);
      await sent;
      assert.deepEqual(tale(chat.conversation.children), undisturbed.get(long));
      assert.equal(await posted(server, chat), 1);
      survived += 1;
      chat.dispose();
    });
  }

  it('the machine slept', async () => {
    const environment = new FastEnvironment(50);
    const {chat, answer, until} = talkTo(server, {}, environment);
    await arm(server, {kind: 'stall', at_frame: 20});
    const sent = chat.send(long);
    await until(() => answer().role === 'assistant' && plainText(answer()) !== '');
    environment.sleep(8 * 60 * 60_000);
    await sent;
    assert.deepEqual(tale(chat.conversation.children), undisturbed.get(long));
    assert.equal(await posted(server, chat), 1);
    survived += 1;
    chat.dispose();
  });

  it('the page was hidden, and is looked at again after a while', async () => {
    const environment = new FastEnvironment();
    const {chat, answer, until} = talkTo(server, {}, environment);
    await arm(server, {kind: 'stall', at_frame: 20});
    const sent = chat.send(long);
    await until(() => answer().role === 'assistant' && plainText(answer()) !== '');
    const {streams_opened: opened} = await statistics(server);
    environment.wake('visible');
    assert.equal(
      (await statistics(server)).streams_opened,
      opened,
      'it was silent for a moment only',
    );
    environment.sleep(31_000);
    environment.wake('visible');
    await sent;
    assert.deepEqual(tale(chat.conversation.children), undisturbed.get(long));
    assert.equal(await posted(server, chat), 1);
    survived += 1;
    chat.dispose();
  });

  it('the display never gets shorter or repeats text while the run is joined again', async () => {
    const {chat, answer} = talkTo(server, {}, new FastEnvironment());
    await arm(server, {kind: 'drop', at_frame: 90}, {kind: 'drop', at_frame: 180, on: 'attach'});
    let length = 0;
    let shrunk = 0;
    chat.subscribe(() => {
      if (answer().role !== 'assistant') return;
      const now = plainText(answer()).length;
      if (now < length) shrunk += 1;
      length = now;
      const ids = new Set<string>();
      for (const {id} of chat.conversation.children) ids.add(id);
      assert.equal(ids.size, chat.conversation.children.length);
    });
    await chat.send(long);
    assert.equal(shrunk, 0);
    assert.deepEqual(tale(chat.conversation.children), undisturbed.get(long));
    survived += 1;
    chat.dispose();
  });
});
