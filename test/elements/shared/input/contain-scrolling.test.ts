import {expect, fixture, html} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import '../../../../src/elements/ubik-composer/ubik-composer.define.js';
import '../../../../src/elements/ubik-transcript/ubik-transcript.define.js';
import type {UbikTranscript} from '../../../../src/elements/ubik-transcript/ubik-transcript.js';
import {open} from '../../support/chat.js';
import {find, until} from '../../support/dom.js';
import {openParts} from '../../support/parts.js';
import {user} from '../../support/items.js';

const types = ['wheel', 'touchmove'];

/** What a library for smooth scrolling does, and a modal that locks the scrolling of the page. */
const lock = (event: Event): void => event.preventDefault();

function wheel(box: Element, by: {deltaX?: number; deltaY?: number}): Promise<unknown> {
  const {left, top, width, height} = box.getBoundingClientRect();
  const place = {x: left + width / 2, y: top + height / 2};
  return executeServerCommand('engine:wheel', {...place, deltaX: 0, deltaY: 0, ...by});
}

/** Whether the page leaves a movement of a finger over a box to the browser. Desktop browsers have no class for touches. */
function isTouchLeft(box: Element): boolean {
  const move = new Event('touchmove', {bubbles: true, composed: true, cancelable: true});
  return box.dispatchEvent(Object.assign(move, {touches: [{clientX: 10, clientY: 10}]}));
}

describe('on a page that prevents scrolling', () => {
  beforeEach(() => {
    for (const type of types) window.addEventListener(type, lock, {passive: false});
  });
  afterEach(() => {
    for (const type of types) window.removeEventListener(type, lock);
  });

  for (const layout of ['full', 'inline', 'float'] as const) {
    it(`the conversation and the text field scroll in the layout ${layout}`, async () => {
      const scene = await open({layout, open: true});
      const {chat} = scene;
      const answer = Array.from({length: 60}, (_, at) => `- line ${at}`).join('\n');
      const turn = chat.send('More');
      scene.agent.say(answer);
      scene.agent.finish();
      await turn;
      const scroller = find(find(chat, '.transcript'), '.scroller');
      await until(() => scroller.scrollHeight > 2 * scroller.clientHeight);
      // It moves to the beginning of the turn first, which would interrupt the smooth scrolling of WebKit.
      await until(() => scroller.scrollTop > 0);
      expect(isTouchLeft(scroller)).to.be.true;
      const before = scroller.scrollTop;
      await wheel(scroller, {deltaY: 120});
      await until(() => scroller.scrollTop > before + 50);
      const field = find(find(chat, 'ubik-composer'), '.field');
      await chat.setDraft('line\n'.repeat(60));
      await until(() => field.scrollHeight > field.clientHeight);
      field.scrollTop = 0;
      await wheel(field, {deltaY: 120});
      await until(() => field.scrollTop > 50);
    });
  }

  it('an element of its own scrolls', async () => {
    const items = Array.from({length: 30}, (_, at) => user(`Message ${at}`, {id: `m${at}`}));
    const element = await fixture<UbikTranscript>(
      html`<ubik-transcript style="block-size: 300px" .items=${items}></ubik-transcript>`,
    );
    const scroller = find(element, '.scroller');
    await until(() => scroller.scrollTop > 300);
    const before = scroller.scrollTop;
    await wheel(scroller, {deltaY: -120});
    await until(() => scroller.scrollTop < before - 50);
    expect(isTouchLeft(scroller)).to.be.true;
    const {page, conversation} = await openParts(html`<ubik-composer for="talk"></ubik-composer>`);
    const composer = page.querySelector('ubik-composer');
    if (!composer) throw new Error('There is no composer.');
    const field = find(composer, '.field');
    expect(isTouchLeft(field)).to.be.false; // The page owns what scrolls nothing of the element.
    await conversation.setDraft('line\n'.repeat(60));
    await until(() => field.scrollHeight > field.clientHeight);
    field.scrollIntoView();
    field.scrollTop = 0;
    await wheel(field, {deltaY: 120});
    await until(() => field.scrollTop > 50);
  });
});
