import assert from 'node:assert/strict';
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, afterEach, before, describe, it} from 'node:test';
import type {Browser} from 'puppeteer-core';
import {framesOf, readRecording} from '../../src/core/recording/index.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {ownPort} from '../support/own-port.mjs';
import {engines, openEngine} from '../support/puppeteer.js';
import {ChatTrial} from './chat-trial.js';

const recording = 'b-multi-step-web-search';
const replay = `/replay ${recording} pace 0`;
const file = await readFile(`demo/recordings/ubik/${recording}.jsonl`, 'utf8');
const frames = Array.from(framesOf(readRecording(file)), ({frame}) => `data: ${frame.data}`);

/** The middle of each frame, in bytes from the start of the stream. */
const offsetsInFrames = frames.map((frame, n) => {
  const start = frames.slice(0, n).reduce((sum, {length}) => sum + length + 2, 0);
  return start + Math.ceil(frame.length / 2);
});

/** A slow replay: the run is still streaming after the page was interrupted, also if the machine is busy. */
const slow = `/replay ${recording} pace 2`;

const drop = {kind: 'drop', at_frame: 12};
const stall = {kind: 'stall', at_frame: 12};
/** A text that arrives before the stall. */
const textBeforeStall = 'I will check the museum';

/** Faults of the server by the title of their test. The faults of an inner list are injected together. */
const faults: Readonly<Record<string, readonly (readonly object[])[]>> = {
  'when the connection drops between any two frames': frames.map((_, n) => [
    {kind: 'drop', at_frame: n},
  ]),
  'when the connection drops inside any frame': offsetsInFrames.map(at => [
    {kind: 'drop', after_bytes: at},
  ]),
  'when the stream ends without its final event': [0, 5, 30].map(n => [{kind: 'end', at_frame: n}]),
  'when events are duplicated': [1, 2, 3].map(every => [{kind: 'duplicate', every}]),
  'when events are reordered': [1, 2, 7].flatMap(seed =>
    [5, 40].map(window => [{kind: 'shuffle', window, seed}]),
  ),
  'when events are duplicated, split and reordered': [
    [
      {kind: 'duplicate', every: 2},
      {kind: 'split', size: 40, shuffle: true},
      {kind: 'shuffle', window: 8, seed: 3},
    ],
  ],
  'when a request before the answer is rejected with 401': [
    [{kind: 'status', status: 401, on: 'create'}],
    [{kind: 'status', status: 401, on: 'send'}],
  ],
  'when resuming is rejected with 401': [[drop, {kind: 'status', status: 401, on: 'attach'}]],
  'when resuming is rejected with 429': [
    [drop, {kind: 'status', status: 429, retry_after: 1, on: 'attach'}],
  ],
  'when resuming is rejected with 500': [
    // Without `Retry-After` the stored answer would be displayed, which has no live output of tools.
    [drop, {kind: 'status', status: 500, retry_after: 1, on: 'attach', times: 5}],
  ],
  'when the history cannot be loaded': [[drop, {kind: 'status', status: 500, on: 'history'}]],
};

// Each engine has its own server, and mostly waits. The tests of an engine share a page, so they run one after another.
describe('a conversation', {concurrency: true}, () => {
  for (const engine of engines) {
    describe(`in ${engine} is complete and no message is sent twice`, {concurrency: 1}, () => {
      let browser: Browser;
      let server: AgentServer;
      let trial: ChatTrial;
      let expectedConversation: unknown;
      let expectedSlowConversation: unknown;
      let data: string;
      let attempts = 0;
      let recoveries = 0;

      before(async () => {
        data = await mkdtemp(join(tmpdir(), 'ubik-chat-'));
        [browser, server] = await Promise.all([
          openEngine(engine),
          startServer({data, port: await ownPort()}),
        ]);
        trial = await ChatTrial.open(browser, server.origin);
        await trial.startChat();
        await trial.sendByKeyboard(replay);
        expectedConversation = await trial.readConversation();
        assert.match(JSON.stringify(expectedConversation), /closed on Monday and Tuesday/);
        await trial.startChat();
        await trial.sendByKeyboard(slow);
        expectedSlowConversation = await trial.readConversation();
      });
      // A test that failed while the network was off must not disturb the others.
      afterEach(() => trial.page.setOfflineMode(false));
      after(async () => {
        console.log(`recovered from faults: ${recoveries} of ${attempts} (${engine})`);
        await Promise.all([browser.close(), server.stop()]);
        await rm(data, {recursive: true, force: true});
      });

      /** Asserts that the conversation after an interruption equals the one without it. */
      async function assertRecovers(
        interrupt: () => Promise<void>,
        expected: unknown = expectedConversation,
        posts = 1,
      ): Promise<void> {
        attempts += 1;
        await interrupt();
        assert.deepEqual(await trial.readConversation(), expected);
        assert.equal(await trial.countMessages(), posts);
        recoveries += 1;
      }

      /** Sends a message and waits until the stream stalls in the middle of the answer. */
      async function stallAnswer({
        faults = [stall] as readonly object[],
        speed = 1,
        withBackoff = false,
      } = {}): Promise<void> {
        await trial.startChat(faults);
        await trial.page.evaluate(
          (factor, keepsBackoff) => {
            window.pageClock.setSpeed(factor);
            if (keepsBackoff) window.pageClock.random = undefined;
          },
          speed,
          withBackoff,
        );
        await trial.sendByKeyboard(replay);
        await trial.waitForText(textBeforeStall);
      }

      const restartServer = async (): Promise<void> => {
        const port = Number(new URL(server.origin).port);
        await trial.page.evaluate(() => (window.pageClock.random = undefined));
        const messageCount = await trial.countMessages();
        await server.kill();
        server = await startServer({data, port});
        trial.resetMessageCount(messageCount);
      };

      for (const [title, each] of Object.entries(faults)) {
        it(title, async () => {
          for (const faultList of each) {
            await assertRecovers(async () => {
              await trial.startChat(faultList);
              await trial.sendByKeyboard(replay);
            });
          }
        });
      }

      // Of a run that is over, the stored answer could be displayed, which has no live output of tools.
      it('when the connection drops repeatedly during the answer', () =>
        assertRecovers(async () => {
          await trial.startChat(
            frames.map((_, n) => ({kind: 'drop', at_frame: n, on: n === 0 ? 'send' : 'attach'})),
          );
          await trial.sendByKeyboard(slow);
        }, expectedSlowConversation));

      for (const [title, fault] of [
        ['when the message is rejected with 429', {kind: 'status', status: 429, on: 'send'}],
        ['when the message is rejected with 500', {kind: 'status', status: 500, on: 'send'}],
        [
          'when the message does not reach the server',
          {kind: 'lose', accepted: false, on: 'send', times: 4},
        ],
      ] as const) {
        it(`${title}, and the user retries`, () =>
          assertRecovers(async () => {
            await trial.startChat([fault]);
            await trial.sendByKeyboard(replay);
            await trial.waitForError();
            await trial.control('DELETE', 'faults');
            await trial.press('Try again');
            await trial.waitForText(textBeforeStall);
          }));
      }

      it('when the response to the message is lost', () =>
        assertRecovers(async () => {
          await trial.startChat([{kind: 'lose', on: 'send'}]);
          await trial.sendByKeyboard(slow);
        }, expectedSlowConversation));

      it('when the token is revoked during the answer', () =>
        assertRecovers(async () => {
          await stallAnswer({
            faults: [
              {...stall, ms: 300},
              {kind: 'drop', at_frame: 14},
            ],
          });
          await trial.control('DELETE', 'tokens');
        }));

      it('when the stream stops sending bytes', async () => {
        for (const at_frame of [0, 12, 30]) {
          await assertRecovers(async () => {
            await trial.startChat([{kind: 'stall', at_frame}]);
            await trial.page.evaluate(() => window.pageClock.setSpeed(100));
            await trial.sendByKeyboard(replay);
          });
        }
      });

      it('when the computer sleeps for eight hours', () =>
        assertRecovers(async () => {
          await stallAnswer({speed: 10});
          if (engine === 'chromium') {
            const cdp = await trial.page.createCDPSession();
            await cdp.send('Page.setWebLifecycleState', {state: 'frozen'});
            await sleep(200);
            await cdp.send('Page.setWebLifecycleState', {state: 'active'});
            await cdp.detach();
          }
          await trial.page.evaluate(() => window.pageClock.sleepFor(8 * 60 * 60_000));
        }));

      it('when the network is lost and restored', async () => {
        await assertRecovers(async () => {
          await stallAnswer();
          await trial.page.setOfflineMode(true);
          await sleep(100);
          await trial.page.setOfflineMode(false);
        });
        await assertRecovers(async () => {
          // Resuming fails until the page is offline, however long that takes.
          await stallAnswer({
            faults: [
              {...stall, ms: 200},
              {kind: 'drop', at_frame: 14},
              {kind: 'status', status: 500, on: 'attach', times: 100},
            ],
            withBackoff: true,
          });
          await trial.page.setOfflineMode(true);
          await trial.waitForStatus('reconnecting');
          await trial.control('DELETE', 'faults');
          await trial.page.setOfflineMode(false);
        });
      });

      it('when the tab is hidden for some time', async () => {
        for (const [hiddenMs, faults] of [
          [31_000, [stall]],
          [0, [{...stall, ms: 300}]],
        ] as const) {
          await assertRecovers(async () => {
            await stallAnswer({faults});
            await trial.setHidden(true);
            await sleep(500);
            await trial.page.evaluate(time => window.pageClock.sleepFor(time), hiddenMs);
            await trial.setHidden(false);
          });
        }
      });

      it('when the page is reloaded', () =>
        assertRecovers(async () => {
          await trial.startChat();
          await trial.sendByKeyboard(slow);
          await trial.waitForStatus('streaming');
          await trial.page.reload();
          await trial.mount();
        }, expectedSlowConversation));

      it('when the user leaves the page and returns to it', () =>
        assertRecovers(async () => {
          await trial.startChat();
          await trial.sendByKeyboard(slow);
          await trial.waitForText(textBeforeStall);
          await trial.page.evaluate(() => location.assign('/demo.css'));
          await trial.page.waitForFunction(() => location.pathname === '/demo.css', {polling: 20});
          await trial.page.evaluate(() => history.back());
          await trial.page.waitForFunction(
            () => document.querySelector('ubik-chat:defined') !== null,
            {polling: 20},
          );
          const restored = await trial.isMounted();
          console.log(
            `${engine}: ${restored ? 'restored from the back-forward cache' : 'reloaded'}`,
          );
          if (!restored) await trial.mount();
        }, expectedSlowConversation));

      it('when the server is restarted while the agent waits for an answer', async () => {
        const answer = async (): Promise<void> => {
          await trial.waitForStatus('waiting');
          await trial.answerQuestion('marie@example.com');
          await trial.waitForText('I took note');
        };
        await trial.startChat();
        await trial.sendByKeyboard('ask me');
        await answer();
        const expected = await trial.readConversation();
        const interrupted = async (): Promise<void> => {
          await trial.startChat();
          await trial.sendByKeyboard('ask me');
          await trial.waitForStatus('waiting');
          await restartServer();
          await answer();
        };
        await assertRecovers(interrupted, expected, await trial.countMessages());
      });

      it('when the server is restarted during the answer and the user retries', () =>
        assertRecovers(async () => {
          await trial.startChat();
          await trial.sendByKeyboard(slow);
          await trial.waitForText(textBeforeStall);
          await restartServer();
          await trial.waitForStatus('idle', 'lost');
          await trial.press('Try again');
          await trial.waitForText('closed on Monday');
        }, expectedSlowConversation));
    });
  }
});
