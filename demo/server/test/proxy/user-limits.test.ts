import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {UserLimits} from '../../proxy/user-limits.js';

const limits = {requestsPerMinute: 2, requestsAtOnce: 2, charactersPerDay: 100};
const maxUsers = 50;
const never = new AbortController().signal;
const done = (): Promise<Response> => Promise.resolve(new Response(null));

describe('limits for users', () => {
  it('forget a user without a request for a day, and store a limited number of users', async () => {
    let now = 0;
    const users = new UserLimits(limits, {now: () => now, maxUsers});
    for (let n = 0; n < maxUsers; n++) await users.apply(`user-${n}`, never, done);
    await assert.rejects(users.apply('another', never, done), {
      status: 429,
      headers: {'retry-after': '60'},
    });
    assert.equal(users.size, maxUsers);
    now += 30_000;
    await users.apply('another', never, done);
    assert.equal(users.size, maxUsers);
    now += 86_400_000;
    await users.apply('yet another', never, done);
    assert.equal(users.size, 1);
  });

  it('keep a user whose request is open', async () => {
    let now = 0;
    const users = new UserLimits({...limits, requestsAtOnce: 1}, {now: () => now, maxUsers});
    const open = await users.apply('busy', never, () => Promise.resolve(new Response('text')));
    for (let n = 0; n < 2.5 * maxUsers; n++) {
      if (n % (maxUsers / 2) === 0) now += 60_000;
      await users.apply(`user-${n}`, never, done);
    }
    assert.equal(users.size, maxUsers);
    await assert.rejects(users.apply('busy', never, done), /still open/);
    assert.equal(await open.text(), 'text');
    await users.apply('busy', never, done);
  });

  it('keep a user who has used requests of the minute or characters of the day', async () => {
    let now = 0;
    const users = new UserLimits(limits, {now: () => now, maxUsers});
    const send = (user: string, characters: number): Promise<Response> =>
      users.apply(user, never, allowance => {
        allowance.send(characters);
        return done();
      });
    await send('ada', 90);
    now += 60_000;
    await send('bob', 0);
    await send('bob', 0);
    for (let n = 0; n < maxUsers - 2; n++) await users.apply(`user-${n}`, never, done);
    await assert.rejects(users.apply('another', never, done), /too many users/);
    await assert.rejects(send('bob', 0), /too many requests/);
    await assert.rejects(send('ada', 20), /characters are used up/);

    // The others have all their requests again, so their entries make room.
    now += 60_000;
    for (let n = 0; n < maxUsers - 1; n++) await users.apply(`other-${n}`, never, done);
    await assert.rejects(send('ada', 20), /characters are used up/);

    now += 86_400_000 - 60_000;
    await send('ada', 20);
  });

  it('count characters of a response in the day in which they arrive', async () => {
    let now = 86_000_000;
    const users = new UserLimits(limits, {now: () => now, maxUsers});
    await users.apply('ada', never, allowance => {
      allowance.send(10);
      now += 1_000_000;
      allowance.receive(95);
      return done();
    });
    const more = users.apply('ada', never, allowance => {
      allowance.send(10);
      return done();
    });
    await assert.rejects(more, /characters are used up/);
  });

  it('give requests back with the minutes, and characters with the day', async () => {
    let now = 0;
    const users = new UserLimits(limits, {now: () => now, maxUsers});
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
