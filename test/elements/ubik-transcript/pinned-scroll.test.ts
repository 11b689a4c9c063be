import {expect, fixture, html} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import {PinnedScroll} from '../../../src/elements/ubik-transcript/pinned-scroll.js';
import {frame, press, until} from '../support/dom.js';

interface PinnedScrollFixture {
  readonly box: HTMLElement;
  readonly scroll: PinnedScroll;
  readonly grow: () => Promise<void>;
}

async function start(): Promise<PinnedScrollFixture> {
  const box = await fixture<HTMLElement>(html`
    <div style="block-size: 200px; overflow: auto" tabindex="0">
      <div style="block-size: 600px"></div>
    </div>
  `);
  const content = box.firstElementChild as HTMLElement;
  const host = {
    addController: () => undefined,
    removeController: () => undefined,
    requestUpdate: () => undefined,
    updateComplete: Promise.resolve(true),
  };
  const scroll = new PinnedScroll(host);
  scroll.observe(box, content);
  const grow = async (): Promise<void> => {
    content.style.blockSize = `${content.offsetHeight + 300}px`;
    await frame();
    await frame();
  };
  return {box, scroll, grow};
}

const fromEnd = ({box}: PinnedScrollFixture): number =>
  box.scrollHeight - box.clientHeight - box.scrollTop;

const wheel = ({box}: PinnedScrollFixture, deltaY: number): Promise<unknown> => {
  const {x, y} = box.getBoundingClientRect();
  return executeServerCommand('engine:wheel', {x: x + 20, y: y + 20, deltaY});
};

/** The final scroll position: WebKit scrolls smoothly. */
async function resting({box}: PinnedScrollFixture): Promise<number> {
  for (let still = 0, last = NaN; still < 5; await frame()) {
    still = box.scrollTop === last ? still + 1 : 0;
    last = box.scrollTop;
  }
  return box.scrollTop;
}

describe('PinnedScroll', () => {
  it('starts at the end and follows growing content', async () => {
    const scene = await start();
    expect(fromEnd(scene)).to.equal(0);
    await scene.grow();
    expect(fromEnd(scene)).to.equal(0);
  });

  it('stops following on a key that scrolls up', async () => {
    const scene = await start();
    scene.box.focus();
    await press('PageUp');
    await until(() => !scene.scroll.following && fromEnd(scene) > 0);
  });

  it('holds a position during an interruption, which a key does not end', async () => {
    const scene = await start();
    const {box, scroll} = scene;
    scroll.interrupt(() => {
      box.scrollTop = 100;
    });
    await scene.grow();
    expect(box.scrollTop).to.equal(100);
    // Not the last place of the page: behind that, Tab gives the focus to Firefox, which keeps it for the next tests.
    box.after(document.createElement('button'));
    box.focus();
    await press('Tab');
    expect(document.activeElement).to.equal(box.nextElementSibling);
    scroll.resume();
    await until(() => scroll.following && fromEnd(scene) === 0);
  });

  it('does not resume where the reader has scrolled', async () => {
    const scene = await start();
    const {box, scroll} = scene;
    scroll.interrupt(() => {
      box.scrollTop = 200;
    });
    await wheel(scene, -50);
    await until(() => box.scrollTop < 200);
    scroll.resume();
    await scene.grow();
    expect(scroll.following).to.be.false;
    expect(fromEnd(scene)).to.be.greaterThan(300);
  });

  it('lets go at the first wheel upwards, and follows again at the end', async () => {
    const scene = await start();
    await wheel(scene, -150);
    await until(() => !scene.scroll.following && fromEnd(scene) > 100);
    const scrollTop = await resting(scene);
    await scene.grow();
    expect(scene.box.scrollTop).to.equal(scrollTop);
    await wheel(scene, 2000);
    await until(() => scene.scroll.following);
    await scene.grow();
    expect(fromEnd(scene)).to.equal(0);
  });

  it('continues if the wheel was not for this box', async () => {
    const scene = await start();
    const wheel = new WheelEvent('wheel', {deltaY: -100, bubbles: true, cancelable: true});
    wheel.preventDefault(); // WebKit scrolls at a wheel that a script sends.
    scene.box.dispatchEvent(wheel);
    expect(scene.scroll.following).to.be.false;
    await until(() => scene.scroll.following);
  });

  it('keeps a selection, and continues after it', async () => {
    const scene = await start();
    const text = document.createTextNode('Select me');
    scene.box.firstElementChild?.append(text);
    getSelection()?.selectAllChildren(scene.box.firstElementChild!);
    await frame();
    const {scrollTop} = scene.box;
    await scene.grow();
    expect(scene.box.scrollTop).to.equal(scrollTop);
    getSelection()?.removeAllRanges();
    await frame();
    await scene.grow();
    expect(fromEnd(scene)).to.equal(0);
  });

  it('scrolls to the end on request of the user', async () => {
    const scene = await start();
    await wheel(scene, -150);
    await until(() => fromEnd(scene) > 0);
    scene.scroll.pin();
    expect(fromEnd(scene)).to.equal(0);
    expect(scene.scroll.following).to.be.true;
  });

  it('leaves the page alone when its host has gone', async () => {
    const scene = await start();
    scene.scroll.hostDisconnected();
    await scene.grow();
    expect(fromEnd(scene)).to.equal(300);
  });
});
