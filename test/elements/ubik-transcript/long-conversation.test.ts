import {aTimeout, expect, fixture, html} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import '../../../src/elements/ubik-transcript/ubik-transcript.define.js';
import type {Item} from '../../../src/core/index.js';
import type {UbikTranscript} from '../../../src/elements/ubik-transcript/ubik-transcript.js';
import {all, find, frame, has, press, until} from '../support/dom.js';
import {answer, text, user} from '../support/items.js';

const turns = Array.from({length: 1000}, (_, number) => {
  const id = `m${number}`;
  const words = text(`Turn ${number}: **words** and \`code\`.`, {id: `${id}/text`});
  return number % 2 === 0 ? user(`Turn ${number}`, {id}) : answer([words], {id});
});

const growing = (words: string): Item =>
  answer([text(words, {id: 'last/text', status: 'streaming'})], {id: 'last', status: 'streaming'});

async function render(): Promise<UbikTranscript> {
  const element = await fixture<UbikTranscript>(html`
    <ubik-transcript
      style="block-size: 400px; inline-size: 400px"
      .items=${[...turns, growing('First')]}
    ></ubik-transcript>
  `);
  const scroller = find(element, '.scroller');
  await until(() => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 2);
  return element;
}

const isInView = (element: UbikTranscript, id: string): boolean => {
  if (!has(element, `[data-id=${id}]`)) return false;
  const box = find(element, '.scroller').getBoundingClientRect();
  const turn = find(element, `[data-id=${id}]`).getBoundingClientRect();
  return turn.bottom > box.top && turn.top < box.bottom;
};

const top = (element: UbikTranscript, id: string): number =>
  find(element, `[data-id=${id}]`).getBoundingClientRect().top;

describe('a conversation of 1,000 turns', () => {
  it('renders the newest turns first, and the others progressively', async () => {
    const element = document.createElement('ubik-transcript');
    element.style.blockSize = '400px';
    element.items = turns;
    await fixture(html`<div>${element}</div>`);
    const atFirst = element.updateComplete.then(() => all(element, '.turn').length);
    element.items = [...turns, growing('First')];
    expect(await atFirst).to.be.within(17, 200);
    await until(() => all(element, 'ubik-message').length === 1001);
    expect(has(element, '.blank')).to.be.false;
  });

  it('keeps the scroll position while older turns are rendered', async () => {
    const element = await render();
    const scroller = find(element, '.scroller');
    const {left, top: above, width, height} = scroller.getBoundingClientRect();
    const point = {x: left + width / 2, y: above + height / 2};
    await executeServerCommand('engine:wheel', {...point, deltaY: -600});
    await until(() => has(element, '.latest') && scroller.scrollTop > 0);
    for (let still = 0, last = NaN; still < 5; await frame()) {
      still = scroller.scrollTop === last ? still + 1 : 0;
      last = scroller.scrollTop;
    }
    const turn = turns.find(({id}) => isInView(element, id));
    if (!turn) throw new Error('No turn is in view.');
    const before = top(element, turn.id);
    await until(() => !has(element, '.blank'));
    await frame();
    await frame();
    expect(top(element, turn.id)).to.be.closeTo(before, 2);
  });

  it('stops observing turns when all are rendered', async () => {
    const {IntersectionObserver} = globalThis;
    const looks: Set<Element>[] = [];
    globalThis.IntersectionObserver = class extends IntersectionObserver {
      readonly #at = looks[looks.push(new Set()) - 1];

      override observe(target: Element): void {
        this.#at?.add(target);
        super.observe(target);
      }

      override disconnect(): void {
        this.#at?.clear();
        super.disconnect();
      }
    };
    const watched = (): number =>
      looks.flatMap(at => [...at]).filter(box => box.matches('.group')).length;
    try {
      const element = await render();
      await until(() => watched() > 0);
      await until(() => !has(element, '.blank'));
      await until(() => watched() === 0);
    } finally {
      globalThis.IntersectionObserver = IntersectionObserver;
    }
  });

  it('renders a pending item on request', async () => {
    const element = await render();
    await element.reveal('m11/text');
    await until(() => isInView(element, 'm11'));
  });

  it('is rendered completely for printing', async () => {
    const element = await render();
    await until(() => all(element, 'ubik-message').length > 51); // The module for progressive rendering has loaded.
    dispatchEvent(new Event('beforeprint'));
    await element.updateComplete;
    expect(all(element, 'ubik-message')).to.have.length(1001);
  });

  it('changes only the last group of turns while an answer streams', async () => {
    const element = await render();
    await element.renderAll();
    const [first] = all(element, '.group');
    const turns = find(element, '.turns');
    let touched = 0;
    const observer = new MutationObserver(records => {
      for (const {target} of records)
        if (!all(element, '.group').at(-1)?.contains(target)) touched++;
    });
    observer.observe(turns, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    for (let more = 1; more <= 50; more++) {
      element.items = [...element.items.slice(0, -1), growing('word '.repeat(more))];
      await element.updateComplete;
    }
    observer.disconnect();
    expect(touched).to.equal(0);
    expect(all(element, '.group')[0] === first).to.be.true;
  });

  it('lays out only turns near the viewport, if the engine supports scroll anchoring', async () => {
    const element = await render();
    await element.renderAll();
    await frame();
    const messages = all(element, 'ubik-message');
    expect(messages).to.have.length(1001);
    const drawn = messages.filter(message =>
      message.checkVisibility({contentVisibilityAuto: true}),
    );
    const skips = CSS.supports('overflow-anchor', 'auto');
    expect(drawn.length).to.be.at.most(skips ? 100 : 1001);
  });

  it('is walked to its beginning and to its end', async () => {
    const element = await render();
    all(element, '.turn').at(-1)?.focus();
    await press('Home');
    await until(() => isInView(element, 'm0'));
    await press('ArrowDown');
    await until(() => isInView(element, 'm1'));
    await press('End');
    await until(() => isInView(element, 'last'));
  });

  it('shows its beginning after scrolling there, and then its end', async () => {
    const element = await render();
    const scroller = find(element, '.scroller');
    await aTimeout(0); // Input is handled before a frame, so that its scroll event precedes changes of size.
    scroller.scrollTop = 0;
    await until(() => isInView(element, 'm0') && scroller.scrollTop === 0);
    element.showLatest();
    await until(() => isInView(element, 'last'));
  });
});
