import {expect, fixture, html} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import '../../../src/elements/ubik-transcript/ubik-transcript.define.js';
import type {Item} from '../../../src/core/index.js';
import {UbikToggleRequestEvent} from '../../../src/elements/events.js';
import type {UbikTranscript} from '../../../src/elements/ubik-transcript/ubik-transcript.js';
import {find, frame, has, press, type, until, words} from '../support/dom.js';
import {answer, text, user} from '../support/items.js';
import {within} from '../support/with-services.js';

const turn = (number: number): Item => user(`Message ${number} `.repeat(20), {id: `m${number}`});
const turns = (from: number, to: number): readonly Item[] =>
  Array.from({length: to - from}, (_, n) => turn(from + n));

const growing = (words: string): Item =>
  answer([text(words, {id: 'last/text', status: 'streaming'})], {id: 'last', status: 'streaming'});

interface TranscriptFixture {
  readonly element: UbikTranscript;
  readonly scroller: HTMLElement;
  readonly fromEnd: () => number;
  /** The position of a turn in the window. */
  readonly top: (id: string) => number;
  /** More text arrives, and is rendered. */
  readonly stream: () => Promise<void>;
}

async function render(): Promise<TranscriptFixture> {
  const element = await fixture<UbikTranscript>(html`
    <ubik-transcript
      style="block-size: 300px; inline-size: 300px"
      .items=${[...turns(100, 120), growing('First')]}
    ></ubik-transcript>
  `);
  const scroller = find(element, '.scroller');
  const fromEnd = (): number => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
  await until(() => fromEnd() < 2);
  let said = 'First';
  return {
    element,
    scroller,
    fromEnd,
    top: id => find(element, `[data-id=${id}]`).getBoundingClientRect().top,
    async stream() {
      said += '\n\nAnother paragraph that takes a line or two of its own.';
      element.items = [...element.items.slice(0, -1), growing(said)];
      await element.updateComplete;
      await frame();
      await frame();
    },
  };
}

const middle = ({scroller}: TranscriptFixture): {x: number; y: number} => {
  const {left, top, width, height} = scroller.getBoundingClientRect();
  return {x: left + width / 2, y: top + height / 2};
};

const wheel = (scene: TranscriptFixture, deltaY: number): Promise<unknown> =>
  executeServerCommand('engine:wheel', {...middle(scene), deltaY});

/** A touch that drags the content down by so many pixels. */
async function drag(scene: TranscriptFixture, by: number): Promise<unknown> {
  const from = middle(scene);
  return executeServerCommand('engine:swipe', {from, to: {x: from.x, y: from.y + by}});
}

/** The final scroll position: some engines scroll smoothly. */
async function rest({scroller}: TranscriptFixture): Promise<void> {
  for (let still = 0, last = NaN; still < 5; await frame()) {
    still = scroller.scrollTop === last ? still + 1 : 0;
    last = scroller.scrollTop;
  }
}

/** Scrolls up until an older turn is in view. */
async function readAbove(scene: TranscriptFixture): Promise<void> {
  await wheel(scene, -1200);
  await until(() => scene.fromEnd() > 800);
  await rest(scene);
}

/** A turn whose beginning is in view. */
function inView(scene: TranscriptFixture): string {
  const box = scene.scroller.getBoundingClientRect();
  const item = scene.element.items.find(({id}) => scene.top(id) >= box.top);
  if (!item) throw new Error('No turn is in view.');
  return item.id;
}

/** Moves the element, and expects the turn in view where it was. Returns a function that expects it there again. */
async function expectSamePlace(
  scene: TranscriptFixture,
  move: (element: UbikTranscript) => Promise<void>,
): Promise<() => void> {
  const id = inView(scene);
  const topOf = (): number => scene.top(id) - scene.scroller.getBoundingClientRect().top;
  const top = topOf();
  await move(scene.element);
  await until(() => scene.scroller.scrollTop > 0);
  await rest(scene);
  const expectUnmoved = (): void => void expect(topOf()).to.be.closeTo(top, 2);
  expectUnmoved();
  return expectUnmoved;
}

describe('the scrolling of <ubik-transcript>', () => {
  it('stops following on a real wheel event while text streams, and follows again by the button', async () => {
    const scene = await render();
    await scene.stream();
    await until(() => scene.fromEnd() < 2, scene.fromEnd);
    await wheel(scene, -200);
    await until(() => has(scene.element, '.latest') && scene.fromEnd() > 100);
    await rest(scene);
    const {scrollTop} = scene.scroller;
    await scene.stream();
    expect(scene.scroller.scrollTop).to.equal(scrollTop);
    scene.element.items = [...scene.element.items, turn(200), turn(201)];
    await scene.element.updateComplete;
    expect(words(find(scene.element, '.latest'))).to.equal('2 new messages');
    const {left, top, width, height} = find(scene.element, '.latest').getBoundingClientRect();
    await executeServerCommand('engine:click', {x: left + width / 2, y: top + height / 2});
    await until(() => !has(scene.element, '.latest') && scene.fromEnd() < 2);
  });

  it('is at the end of another session that is opened, wherever the reader was', async () => {
    const scene = await render();
    await readAbove(scene);
    scene.element.onChatEvent({type: 'session-change', session: 'b', before: 'a'});
    scene.element.items = [];
    await scene.element.updateComplete;
    scene.element.items = turns(300, 320);
    const scroller = (): HTMLElement => find(scene.element, '.scroller');
    await until(() => scroller().scrollTop > 0);
    await until(() => scroller().scrollHeight - scroller().scrollTop - 302 < 2);
    expect(has(scene.element, '.latest')).to.be.false;
  });

  it('stays at what the user has opened when the page is scrolled', async () => {
    const scene = await render();
    await fixture(html`<div style="block-size: 3000px"></div>`);
    await readAbove(scene);
    const opened = find(scene.element, `[data-id=${inView(scene)}]`);
    opened.dispatchEvent(new UbikToggleRequestEvent(true));
    const {scrollTop} = scene.scroller;
    scrollBy(0, 100);
    await scene.stream();
    expect(scene.scroller.scrollTop).to.be.closeTo(scrollTop, 1);
    scrollTo(0, 0);
  });

  it('keeps the editor of a message in view when it opens and grows, and then follows the end again', async () => {
    const said = 'A paragraph of the answer.\n\n'.repeat(4);
    const element = await within<UbikTranscript>(
      html`<ubik-transcript
        style="block-size: 340px; inline-size: 400px"
        .items=${[turn(1), user('When?', {id: 'last', messageId: 'last'}), answer([text(said)])]}
      ></ubik-transcript>`,
      {operations: ['edit']},
    );
    const scroller = find(element, '.scroller');
    const box = scroller.getBoundingClientRect();
    const message = find(element, '[data-id=last] ubik-message');
    // The message begins at the top of the view.
    await until(() => has(message, '.edit') && scroller.scrollTop > 0);
    element.style.blockSize = `${box.bottom - message.getBoundingClientRect().top}px`;
    await until(() => Math.abs(message.getBoundingClientRect().top - box.top) < 2);
    await element.editLast();
    const expectInView = (): void => {
      const {top, bottom} = find(message, '.editor').getBoundingClientRect();
      expect(top).to.be.greaterThan(box.top - 1);
      expect(bottom).to.be.lessThan(scroller.getBoundingClientRect().bottom + 1);
    };
    await frame();
    await frame();
    expectInView();
    await type(' Now?');
    find(element, '.turns').style.paddingBlockEnd = '400px'; // Something below it grows.
    await frame();
    await frame();
    expectInView();
    await press('Escape');
    await until(
      () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 2,
      () => scroller.scrollTop,
    );
    expect(has(element, '.latest')).to.be.false;
  });

  it('stops following on a touch that drags the content down', async () => {
    const scene = await render();
    await drag(scene, 120);
    await until(() => has(scene.element, '.latest') && scene.fromEnd() > 40);
    await rest(scene);
    const {scrollTop} = scene.scroller;
    await scene.stream();
    expect(scene.scroller.scrollTop).to.equal(scrollTop);
  });

  it('keeps the scroll position when older turns are inserted above', async () => {
    const scene = await render();
    await readAbove(scene);
    const id = inView(scene);
    const top = scene.top(id);
    scene.element.items = [...turns(80, 100), ...scene.element.items];
    await scene.element.updateComplete;
    await frame();
    await frame();
    expect(scene.top(id)).to.be.closeTo(top, 2);
  });

  it('keeps the scroll position when something above changes its size', async () => {
    const scene = await render();
    await readAbove(scene);
    const id = inView(scene);
    const top = scene.top(id);
    find(scene.element, '[data-id=m102]').style.paddingBlockEnd = '400px';
    await frame();
    await frame();
    expect(scene.top(id)).to.be.closeTo(top, 2);
  });

  const moves: Readonly<Record<string, (element: UbikTranscript) => Promise<void>>> = {
    'is moved at once': element => {
      const place = document.createElement('section');
      element.after(place);
      place.append(element);
      return Promise.resolve();
    },
    async 'is taken out and inserted later'(element) {
      const parent = element.parentElement;
      element.remove();
      await frame();
      await frame();
      parent?.append(element);
    },
    async 'is inserted where it is displayed later'(element) {
      const place = document.createElement('section');
      place.hidden = true;
      element.after(place);
      place.append(element);
      await frame();
      await frame();
      place.hidden = false;
    },
  };
  for (const [how, move] of Object.entries(moves)) {
    it(`keeps the turn in its place when the element ${how}`, async () => {
      const scene = await render();
      await readAbove(scene);
      const expectUnmoved = await expectSamePlace(scene, move);
      await scene.stream();
      expectUnmoved();
    });

    it(`keeps the turn in its place when the scroll starts late and the element ${how}`, async () => {
      const scene = await render();
      scene.scroller.dispatchEvent(new WheelEvent('wheel', {deltaY: -600}));
      await scene.element.updateComplete;
      expect(has(scene.element, '.latest')).to.be.true;
      await until(() => !has(scene.element, '.latest')); // Nothing has scrolled, so the end is followed again.
      scene.scroller.scrollTop -= 600;
      await until(() => has(scene.element, '.latest'));
      await rest(scene);
      await expectSamePlace(scene, move);
    });

    it(`keeps the turn in its place when the wheel reports its scroll late and the element ${how}`, async () => {
      const scene = await render();
      scene.scroller.scrollTop -= 600;
      await rest(scene);
      scene.scroller.dispatchEvent(new WheelEvent('wheel', {deltaY: -600}));
      await until(() => has(scene.element, '.latest'));
      await expectSamePlace(scene, move);
    });

    it(`still follows the end when the element ${how}`, async () => {
      const scene = await render();
      await move(scene.element);
      await until(() => scene.fromEnd() < 2);
      await scene.stream();
      await until(() => scene.fromEnd() < 2, scene.fromEnd);
    });
  }
});
