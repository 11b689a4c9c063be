import {executeServerCommand} from '@web/test-runner-commands';
import {expect} from '@open-wc/testing';
import {FocusGuard} from '../../../src/elements/ubik-app/focus-guard.js';
import {press, type, until} from '../support/dom.js';

describe('the guard of the focus', () => {
  let box: HTMLElement;
  let frame: HTMLIFrameElement;
  let before: HTMLInputElement;
  let after: HTMLInputElement;
  let guard: FocusGuard;
  let now: number;
  let thefts: boolean[];

  beforeEach(async () => {
    now = 100_000;
    thefts = [];
    box = document.createElement('div');
    before = document.createElement('input');
    after = document.createElement('input');
    frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.srcdoc =
      '<!doctype html><title>App</title><button style="inline-size: 100%">In the app</button>';
    box.style.cssText = 'position: fixed; inset: 100px auto auto 100px';
    box.append(before, frame, after);
    let isLoaded = false;
    frame.addEventListener('load', () => (isLoaded = true));
    document.body.append(box);
    await until(() => isLoaded);
    await rest(2, 2);
    guard = new FocusGuard(
      frame,
      isTooOften => thefts.push(isTooOften),
      () => now,
    );
    before.focus();
  });

  afterEach(() => {
    guard.stop();
    box.remove();
  });

  /** Moves the pointer. */
  const rest = (x: number, y: number): Promise<unknown> =>
    executeServerCommand('engine:hover', {x, y});

  const placeInFrame = (share: number): {x: number; y: number} => {
    const {left, top, width, height} = frame.getBoundingClientRect();
    return {x: left + width / 2, y: top + height * share};
  };

  const restOnFrame = async (): Promise<void> => {
    let hasEntered = false;
    frame.addEventListener('pointerenter', () => (hasEntered = true), {once: true});
    const {x, y} = placeInFrame(0.5);
    await rest(x, y);
    await until(() => hasEntered);
  };

  /** Clicks into the frame. WebKit takes a second click at the same place, even in another test, for a double click. */
  const clickFrame = (share: number): Promise<unknown> =>
    executeServerCommand('engine:click', placeInFrame(share));

  /** Moves the focus into the frame without the user, and waits until the guard has decided. */
  const steal = async (): Promise<void> => {
    let isDecided = false;
    // The timer of the guard is older than this one.
    addEventListener('blur', () => setTimeout(() => (isDecided = true)), {once: true});
    frame.focus();
    await until(() => isDecided);
  };

  const isInFrame = (): boolean => document.activeElement === frame;

  it('gives the focus back while the user writes, and counts thefts that follow each other', async () => {
    await type('a');
    for (let n = 0; n < 3; n++) {
      now += 3000;
      await steal();
      expect(document.activeElement === before).to.be.true;
    }
    expect(thefts).to.deep.equal([false, false, true]);
    expect(guard.isOperated).to.be.false;
  });

  it('does not add up thefts with ten seconds between them', async () => {
    for (let n = 0; n < 4; n++) {
      await type('a');
      await steal();
      now += 10_001;
    }
    expect(thefts).to.deep.equal([false, false, false, false]);
  });

  it('starts to count again after the user was in the app', async () => {
    await type('a');
    await steal();
    await steal();
    await press('Tab');
    await until(() => guard.isOperated);
    before.focus();
    await type('a');
    await steal();
    expect(thefts).to.deep.equal([false, false, false]);
  });

  it('does nothing after it was stopped', async () => {
    await type('a');
    const stolen = steal();
    guard.stop();
    await stolen;
    expect(isInFrame()).to.be.true;
    expect(thefts).to.deep.equal([]);
  });

  for (const [title, write] of [
    ['has pressed no key', () => Promise.resolve()],
    ['has pressed a modifier', () => press('Shift')],
    ['has pressed a shortcut', () => press('Control+a')],
    ['has moved the caret', () => press('ArrowLeft')],
    ['has sent the message', () => type('a').then(() => press('Enter'))],
    ['has written nothing for ten seconds', () => type('a').then(() => (now += 10_001))],
  ] as const) {
    it(`leaves the focus in the app if the user ${title}`, async () => {
      await write();
      await steal();
      expect(isInFrame()).to.be.true;
      expect(thefts).to.deep.equal([]);
    });
  }

  it('counts Tab and Shift+Tab as the user, also right after a key for writing', async () => {
    await type('a');
    await press('Tab');
    await until(() => guard.isOperated);
    after.focus();
    await type('b');
    await press('Shift+Tab');
    await until(() => guard.isOperated);
    expect(thefts).to.deep.equal([]);
  });

  it('counts Tab no longer when the focus has moved in the page, or after a key for writing', async () => {
    after.focus();
    await press('Shift+Tab');
    await until(isInFrame);
    await press('Shift+Tab');
    await until(() => document.activeElement === before);
    await type('a');
    await steal();
    expect(document.activeElement === before).to.be.true;
    expect(thefts).to.deep.equal([false]);
  });

  it('counts a click right after a shortcut as the user', async () => {
    await restOnFrame();
    await press('Control+a');
    await clickFrame(0.3);
    await until(() => guard.isOperated);
    expect(thefts).to.deep.equal([]);
  });

  it('counts a click right after a key for writing as the user, if the pointer has moved there since', async () => {
    await type('a');
    await clickFrame(0.7);
    await until(() => guard.isOperated);
    expect(thefts).to.deep.equal([]);
  });

  it('counts a pointer that rests on the app as the user only a second after the last key for writing', async () => {
    await restOnFrame();
    await type('a');
    await steal();
    expect(document.activeElement === before).to.be.true;
    expect(thefts).to.deep.equal([false]);
    now += 1001;
    await steal();
    expect(guard.isOperated).to.be.true;
    expect(thefts).to.deep.equal([false]);
  });
});
