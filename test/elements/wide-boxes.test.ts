import {expect, fixture, html} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import '../../src/elements/items.define.js';
import '../../src/elements/ubik-transcript/ubik-transcript.define.js';
import type {UbikTranscript} from '../../src/elements/ubik-transcript/ubik-transcript.js';
import {find, frame, has, until} from './support/dom.js';
import {answer, text, user} from './support/items.js';

const cells = Array.from({length: 30}, (_, number) => `column ${number}`);
const row = (words: readonly string[]): string => `| ${words.join(' | ')} |`;
const boxes = {
  table: [row(cells), row(cells.map(() => '-')), row(cells)].join('\n'),
  code: `\`\`\`\n${'a very long line '.repeat(40)}\n\`\`\``,
};

interface WideBoxFixture {
  readonly scroller: HTMLElement;
  /** The box that is wider than its container, in the middle of the transcript. */
  readonly wide: HTMLElement;
  readonly wheel: (by: {deltaX?: number; deltaY?: number}) => Promise<unknown>;
}

/** A transcript with something wide in it, on a page that could be scrolled both ways. */
async function render(kind: keyof typeof boxes): Promise<WideBoxFixture> {
  const page = await fixture(html`
    <div style="block-size: 300vh; inline-size: 300vw">
      <ubik-transcript
        style="block-size: 300px; inline-size: 300px"
        .items=${[
          user('Before. '.repeat(200), {id: 'before'}),
          answer([text(boxes[kind])], {id: 'wide'}),
          user('After. '.repeat(200), {id: 'after'}),
        ]}
      ></ubik-transcript>
    </div>
  `);
  const element = page.querySelector<UbikTranscript>('ubik-transcript');
  if (!element) throw new Error('There is no transcript.');
  const inside = kind === 'table' ? '.wide' : 'pre';
  const message = find(element, '[data-id=wide] > ubik-message');
  await until(() => has(message, 'ubik-markdown') && has(find(message, 'ubik-markdown'), inside));
  const wide = find(find(message, 'ubik-markdown'), inside);
  await element.reveal('wide');
  const scroller = find(element, '.scroller');
  scroller.dispatchEvent(new WheelEvent('wheel', {deltaY: 1})); // the reader scrolls on from there
  scroller.scrollTop -= 100;
  scrollTo(0, 0);
  await frame();
  await frame();
  const {left, top, width, height} = wide.getBoundingClientRect();
  const point = {x: left + Math.min(width, 280) / 2, y: top + height / 2};
  const wheel: WideBoxFixture['wheel'] = by =>
    executeServerCommand('engine:wheel', {...point, ...by});
  const scene = {scroller, wide, wheel};
  // A compositor learns of a new scroll area some time after its layout, and gives a wheel to the page until then. No page can
  // observe it, and this one cannot be scrolled further up.
  const before = scroller.scrollTop;
  while (scroller.scrollTop === before) {
    await wheel({deltaY: -10});
    await rest(scene);
  }
  return scene;
}

/** Resolves when nothing has moved for some frames: some engines scroll smoothly. */
async function rest({scroller, wide}: WideBoxFixture): Promise<void> {
  const place = (): string => [scroller.scrollTop, wide.scrollLeft, scrollX, scrollY].join();
  for (let still = 0, last = ''; still < 5; await frame()) {
    still = place() === last ? still + 1 : 0;
    last = place();
  }
}

describe('a box that is wider than the transcript', () => {
  for (const kind of ['table', 'code'] as const) {
    it(`is scrolled to its end by a wheel, and nothing else moves: ${kind}`, async () => {
      const scene = await render(kind);
      const {scroller, wide, wheel} = scene;
      const before = [scroller.scrollTop, scrollX, scrollY];
      await wheel({deltaX: 120});
      await until(() => wide.scrollLeft > 0);
      await rest(scene);
      for (let turns = 0; turns < 3; turns++) {
        await wheel({deltaX: 20_000});
        await rest(scene);
      }
      expect(wide.scrollLeft).to.be.closeTo(wide.scrollWidth - wide.clientWidth, 1);
      expect([scroller.scrollTop, scrollX, scrollY]).to.deep.equal(before);
      expect(scroller.scrollLeft).to.equal(0);
    });

    it(`lets a wheel over it scroll the transcript up and down: ${kind}`, async () => {
      const scene = await render(kind);
      const {scroller, wide, wheel} = scene;
      const before = scroller.scrollTop;
      const page = [scrollX, scrollY];
      await wheel({deltaY: -60});
      await until(() => scroller.scrollTop < before);
      await rest(scene);
      const above = scroller.scrollTop;
      await wheel({deltaY: 60});
      await until(() => scroller.scrollTop > above);
      await rest(scene);
      expect([scrollX, scrollY]).to.deep.equal(page);
      expect(wide.scrollLeft).to.equal(0);
    });
  }

  it('does not scroll the page when the transcript reaches its end', async () => {
    const scene = await render('code');
    const page = [scrollX, scrollY];
    for (let turns = 0; turns < 3; turns++) {
      await scene.wheel({deltaY: 20_000});
      await rest(scene);
    }
    expect(scene.scroller.scrollTop).to.be.above(0);
    expect([scrollX, scrollY]).to.deep.equal(page);
  });
});
