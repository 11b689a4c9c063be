import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {UserLimits} from '../../../demo/server/proxy/user-limits.js';

const limits = {requestsPerMinute: 2, requestsAtOnce: 2, charactersPerDay: 100};
const never = new AbortController().signal;
const done = (): Promise<Response> => Promise.resolve(new Response(null));

describe('limits for users', () => {
  it('forget a user without a request for a day, and store a limited number of users', async () => {
    let now = 0;
    const users = new UserLimits(limits, () => now);
    for (let n = 0; n < 10_500; n++) await users.apply(`user-${n}`, never, done);
    assert.equal(users.size, 10_000);
    now += 86_400_000;
    await users.apply('another', never, done);
    assert.equal(users.size, 1);
  });

  it('keep a user whose request is open', async () => {
    const users = new UserLimits({...limits, requestsAtOnce: 1});
    const open = await users.apply('busy', never, () => Promise.resolve(new Response('text')));
    for (let n = 0; n < 10_500; n++) await users.apply(`user-${n}`, never, done);
    assert.equal(users.size, 10_000);
    await assert.rejects(users.apply('busy', never, done), /still open/);
    assert.equal(await open.text(), 'text');
    await users.apply('busy', never, done);
  });

  it('give requests back with the minutes, and characters with the day', async () => {
    let now = 0;
    const users = new UserLimits(limits, () => now);
    const send = (characters: number): Promise<Response> =>
      users.apply('ada', never, allowance => {
        allowance.send(characters);
        return done();
      });
    await send(60);
    await assert.rejects(send(60), {status: 429, headers: {'retry-after': '86400'}});
    await assert.rejects(send(1), {status: 429, headers: {'retry-after': '30'}});
    now += 30_000;
    await send(40);
    now += 86_400_000;
    await send(100);
  });

  it('end a request that fails, and one whose client has disconnected', async () => {
    const users = new UserLimits({...limits, requestsPerMinute: 100});
    const gone = new AbortController();
    gone.abort();
    for (let n = 0; n < 5; n++) {
      const failure = Promise.reject<Response>(new Error('no'));
      await assert.rejects(
        users.apply('ada', never, () => failure),
        /no/,
      );
      await users.apply('ada', gone.signal, () => Promise.resolve(new Response('text')));
    }
  });
});
