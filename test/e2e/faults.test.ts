import assert from 'node:assert/strict';
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, before, describe, it} from 'node:test';
import type {Browser} from 'puppeteer-core';
import {framesOf, readRecording} from '../../src/core/recording/index.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {engines, openEngine} from '../support/puppeteer.js';
import {Trial} from './trial.js';

const recording = 'b-multi-step-web-search';
const replay = `/replay ${recording} pace 0`;
const file = await readFile(`demo/recordings/ubik/${recording}.jsonl`, 'utf8');
const frames = Array.from(framesOf(readRecording(file)), ({frame}) => `data: ${frame.data}`);

/** Somewhere inside each frame, in bytes from the start. */
const insides = frames.map((frame, n) => {
  const start = frames.slice(0, n).reduce((sum, {length}) => sum + length + 2, 0);
  return start + Math.ceil(frame.length / 2);
});

/** The same, so slowly that the run is still going on after something has happened to the page. */
const slow = `/replay ${recording} pace 0.8`;

const drop = {kind: 'drop', at_frame: 12};
const stall = {kind: 'stall', at_frame: 12};
/** What has come before a stall. */
const beginning = 'I will check the museum';

/** What may go wrong by the server's doing; each list is armed together. */
const faults: Readonly<Record<string, readonly (readonly object[])[]>> = {
  'the connection drops between any two frames': frames.map((_, n) => [
    {kind: 'drop', at_frame: n},
  ]),
  'the connection drops inside any frame': insides.map(at => [{kind: 'drop', after_bytes: at}]),
  'the connection drops again and again': [
    frames.map((_, n) => ({kind: 'drop', at_frame: n, on: n === 0 ? 'send' : 'attach'})),
  ],
  'the stream ends without its last word': [0, 5, 30].map(n => [{kind: 'end', at_frame: n}]),
  'events come twice': [1, 2, 3].map(every => [{kind: 'duplicate', every}]),
  'events change places': [1, 2, 7].flatMap(seed =>
    [5, 40].map(window => [{kind: 'shuffle', window, seed}]),
  ),
  'events come twice, in pieces, in disorder': [
    [
      {kind: 'duplicate', every: 2},
      {kind: 'split', size: 40, shuffle: true},
      {kind: 'shuffle', window: 8, seed: 3},
    ],
  ],
  'the answer is refused with 401 before': [
    [{kind: 'status', status: 401, on: 'create'}],
    [{kind: 'status', status: 401, on: 'send'}],
  ],
  'the answer is refused with 401 in between': [
    [drop, {kind: 'status', status: 401, on: 'attach'}],
  ],
  'joining again is refused with 429': [
    [drop, {kind: 'status', status: 429, retry_after: 1, on: 'attach'}],
  ],
  'joining again is refused with 500': [
    // Without `Retry-After` the stored answer would be displayed, which has no live output of tools.
    [drop, {kind: 'status', status: 500, retry_after: 1, on: 'attach', times: 5}],
  ],
  'the history cannot be had': [[drop, {kind: 'status', status: 500, on: 'history'}]],
};

for (const engine of engines) {
  describe(`a conversation in ${engine} is the same, and nothing was posted twice, when`, () => {
    let browser: Browser;
    let server: AgentServer;
    let trial: Trial;
    let undisturbed: unknown;
    let undisturbedSlow: unknown;
    let data: string;
    let met = 0;
    let survived = 0;

    before(async () => {
      data = await mkdtemp(join(tmpdir(), 'ubik-chat-'));
      [browser, server] = await Promise.all([openEngine(engine), startServer({data})]);
      trial = await Trial.open(browser, server.origin);
      await trial.begin();
      await trial.ask(replay);
      undisturbed = await trial.story();
      assert.match(JSON.stringify(undisturbed), /closed on Monday and Tuesday/);
      await trial.begin();
      await trial.ask(slow);
      undisturbedSlow = await trial.story();
    });
    after(async () => {
      console.log(`faults survived: ${survived} of ${met} (${engine})`);
      await Promise.all([browser.close(), server.stop()]);
      await rm(data, {recursive: true, force: true});
    });

    /** Something goes wrong; in the end the conversation is as if it had not. */
    async function survive(
      disturb: () => Promise<void>,
      expected: unknown = undisturbed,
      posts = 1,
    ): Promise<void> {
      met += 1;
      await disturb();
      assert.deepEqual(await trial.story(), expected);
      assert.equal(await trial.posted(), posts);
      survived += 1;
    }

    /** Asks, and waits until the stream has come to a stand in the midst of the answer. */
    async function stand({
      faults = [stall] as readonly object[],
      speed = 1,
      patient = false,
    } = {}): Promise<void> {
      await trial.begin(faults);
      await trial.page.evaluate(
        (factor, waits) => {
          window.pageClock.speed(factor);
          if (waits) window.pageClock.luck = undefined;
        },
        speed,
        patient,
      );
      await trial.ask(replay);
      await trial.sees(beginning);
    }

    const restart = async (): Promise<void> => {
      const port = Number(new URL(server.origin).port);
      await trial.page.evaluate(() => (window.pageClock.luck = undefined));
      const posted = await trial.posted();
      await server.kill();
      server = await startServer({data, port});
      trial.recount(posted);
    };

    for (const [what, each] of Object.entries(faults)) {
      it(what, async () => {
        for (const armed of each) {
          await survive(async () => {
            await trial.begin(armed);
            await trial.ask(replay);
          });
        }
      });
    }

    for (const [what, fault] of [
      ['the message is refused with 429', {kind: 'status', status: 429, on: 'send'}],
      ['the message is refused with 500', {kind: 'status', status: 500, on: 'send'}],
      ['the message never arrives', {kind: 'lose', accepted: false, on: 'send', times: 4}],
    ] as const) {
      it(`${what}, and the user tries again`, () =>
        survive(async () => {
          await trial.begin([fault]);
          await trial.ask(replay);
          await trial.fails();
          await trial.lever('DELETE', 'faults');
          await trial.press('Try again');
          await trial.sees(beginning);
        }));
    }

    it('the answer to the message is lost', () =>
      survive(async () => {
        await trial.begin([{kind: 'lose', on: 'send'}]);
        await trial.ask(slow);
      }, undisturbedSlow));

    it('the token is revoked in between', () =>
      survive(async () => {
        await stand({
          faults: [
            {...stall, ms: 300},
            {kind: 'drop', at_frame: 14},
          ],
        });
        await trial.lever('DELETE', 'tokens');
      }));

    it('the stream falls silent', async () => {
      for (const at_frame of [0, 12, 30]) {
        await survive(async () => {
          await trial.begin([{kind: 'stall', at_frame}]);
          await trial.page.evaluate(() => window.pageClock.speed(100));
          await trial.ask(replay);
        });
      }
    });

    it('the laptop sleeps for a night', () =>
      survive(async () => {
        await stand({speed: 10});
        if (engine === 'chromium') {
          const cdp = await trial.page.createCDPSession();
          await cdp.send('Page.setWebLifecycleState', {state: 'frozen'});
          await sleep(200);
          await cdp.send('Page.setWebLifecycleState', {state: 'active'});
          await cdp.detach();
        }
        await trial.page.evaluate(() => window.pageClock.sleep(8 * 60 * 60_000));
      }));

    it('the network goes and comes back', async () => {
      await survive(async () => {
        await stand();
        await trial.page.setOfflineMode(true);
        await sleep(100);
        await trial.page.setOfflineMode(false);
      });
      await survive(async () => {
        // It is not joined again before the network has gone, however late that is.
        await stand({
          faults: [
            {...stall, ms: 200},
            {kind: 'drop', at_frame: 14},
            {kind: 'status', status: 500, on: 'attach', times: 100},
          ],
          patient: true,
        });
        await trial.page.setOfflineMode(true);
        await trial.reaches('reconnecting');
        await trial.lever('DELETE', 'faults');
        await trial.page.setOfflineMode(false);
      });
    });

    it('the tab is hidden for a while', async () => {
      for (const [gone, faults] of [
        [31_000, [stall]],
        [0, [{...stall, ms: 300}]],
      ] as const) {
        await survive(async () => {
          await stand({faults});
          const other = await browser.newPage();
          await other.bringToFront();
          await trial.page.waitForFunction(() => document.hidden, {polling: 20});
          await sleep(500);
          await trial.page.evaluate(time => window.pageClock.sleep(time), gone);
          await trial.page.bringToFront();
          await other.close();
        });
      }
    });

    it('the page is loaded again', () =>
      survive(async () => {
        await trial.begin();
        await trial.ask(slow);
        await trial.reaches('streaming');
        await trial.page.reload();
        await trial.mount();
      }, undisturbedSlow));

    it('the page is left and returned to', () =>
      survive(async () => {
        await trial.begin();
        await trial.ask(slow);
        await trial.sees(beginning);
        await trial.page.evaluate(() => location.assign('/demo.css'));
        await trial.page.waitForFunction(() => location.pathname === '/demo.css', {polling: 20});
        await trial.page.evaluate(() => history.back());
        await trial.page.waitForFunction(
          () => document.querySelector('ubik-chat:defined') !== null,
          {polling: 20},
        );
        const restored = await trial.isThere();
        console.log(`${engine}: ${restored ? 'restored as it was left' : 'loaded again'}`);
        if (!restored) await trial.mount();
      }, undisturbedSlow));

    it('the server starts anew while the agent waits for an answer', async () => {
      const answer = async (): Promise<void> => {
        await trial.reaches('waiting');
        await trial.ask('marie@example.com');
        await trial.sees('I took note');
      };
      await trial.begin();
      await trial.ask('ask me');
      await answer();
      const expected = await trial.story();
      const interrupted = async (): Promise<void> => {
        await trial.begin();
        await trial.ask('ask me');
        await trial.reaches('waiting');
        await restart();
        await answer();
      };
      await survive(interrupted, expected, await trial.posted());
    });

    it('the server starts anew in the midst of the answer, and the user tries again', () =>
      survive(async () => {
        await trial.begin();
        await trial.ask(slow);
        await trial.sees(beginning);
        await restart();
        await trial.reaches('idle', 'lost');
        await trial.press('Try again');
        await trial.sees('closed on Monday');
      }, undisturbedSlow));
  });
}
