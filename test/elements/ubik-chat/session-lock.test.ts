import {expect} from '@open-wc/testing';
import {IndexedDbStore} from '../../../src/local-sessions/indexed-db-store.js';
import {SessionKeeper} from '../../../src/local-sessions/session-keeper.js';
import {SessionLock} from '../../../src/local-sessions/session-lock.js';
import {answer, text} from '../support/items.js';

const scope = 'test-lock';

/** The keeper of a tab, with a conversation that is stored at each release. */
function open() {
  let length = 0;
  const state = {
    session: {id: 's'},
    get conversation() {
      length += 1;
      return {version: 1, children: [answer([text('x'.repeat(length))])]} as const;
    },
    subscribe: () => () => undefined,
    report: () => undefined,
  };
  return new SessionKeeper(new IndexedDbStore(), {
    scope,
    resumes: false,
    state,
    environment: {onHide: () => () => undefined, after: () => () => undefined},
    onReleased: () => undefined,
  });
}

const held = async (): Promise<boolean> =>
  ((await navigator.locks.query()).held ?? []).some(({name}) => name === `${scope}:s`);

describe('the reservation of a session', () => {
  afterEach(() => new IndexedDbStore().clear(scope));

  it('stays when a run is continued before the first part is stored, and ends with the last run', async () => {
    const [one, other] = [open(), open()];
    expect(await one.reserve()).to.be.true;
    one.release();
    expect(await one.reserve()).to.be.true;
    await one.flush();
    expect(await held()).to.be.true;
    expect(await other.reserve()).to.be.false;
    one.release();
    await navigator.locks.request(`${scope}:s`, () => undefined); // Waits for the end of the reservation.
    expect(await other.reserve()).to.be.true;
    other.end();
    one.end();
  });

  it('ends with a run that ends before the session is reserved', async () => {
    const lock = new SessionLock(scope);
    const reserved = lock.reserve('s');
    lock.release();
    await reserved;
    await navigator.locks.request(`${scope}:s`, () => undefined);
  });
});
