import {expect, fixture, html} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import '../../../src/elements/ubik-transcript/ubik-transcript.define.js';
import type {Item, Status} from '../../../src/core/index.js';
import type {
  Follow,
  UbikTranscript,
} from '../../../src/elements/ubik-transcript/ubik-transcript.js';
import {all, find, frame, has, press, until} from '../support/dom.js';
import {answer, checkpoint, step, text, tool, user} from '../support/items.js';

const paragraphs = (count: number): string =>
  Array.from({length: count}, (_, n) => `Paragraph ${n} takes a line or two of its own here.`).join(
    '\n\n',
  );

const reply = (length: number, status: Status = 'streaming'): Item =>
  answer(
    [
      step({id: 'first', children: [tool({id: 'a'})]}),
      checkpoint(),
      step({
        id: 'second',
        number: 2,
        status,
        children: [
          tool({id: 'b', output: '"done"'}),
          text(paragraphs(length), {id: 'end', status}),
        ],
      }),
    ],
    {id: 'reply', status},
  );

const history = [
  user('Earlier '.repeat(200), {id: 'old'}),
  answer([text(paragraphs(9))], {id: 'was'}),
];
const question = user('Now?', {id: 'now'});

interface Scene {
  readonly element: UbikTranscript;
  readonly scroller: HTMLElement;
  readonly fromEnd: () => number;
  readonly show: (last: Item, busy?: boolean) => Promise<void>;
  readonly turnTop: () => number;
}

const settled = async (): Promise<void> => {
  for (let frames = 0; frames < 4; frames++) await frame();
};

async function open(follow: Follow = 'start'): Promise<Scene> {
  const element = await fixture<UbikTranscript>(html`
    <ubik-transcript
      style="block-size: 300px; inline-size: 320px"
      .follow=${follow}
      .items=${history}
    ></ubik-transcript>
  `);
  const scroller = find(element, '.scroller');
  const fromEnd = (): number => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
  await until(() => fromEnd() < 2 && scroller.scrollTop > 0);
  return {
    element,
    scroller,
    fromEnd,
    turnTop: () =>
      find(element, '[data-id=now]').getBoundingClientRect().top -
      scroller.getBoundingClientRect().top,
    async show(last, busy = true) {
      element.items = [...history, question, last];
      element.busy = busy;
      await element.updateComplete;
      await settled();
    },
  };
}

const tick = (scroller: HTMLElement): void => {
  scroller.dispatchEvent(new WheelEvent('wheel', {deltaY: -1}));
};

describe('reading an answer that is longer than the view', () => {
  it('begins at the message of the user', async () => {
    const {element, show, turnTop, fromEnd} = await open();
    await show(reply(1));
    await until(() => fromEnd() < 2, fromEnd);
    await show(
      answer([text(paragraphs(30), {status: 'streaming'})], {id: 'reply', status: 'streaming'}),
    );
    await until(() => turnTop() > 0 && turnTop() < 16, turnTop);
    await until(() => has(element, '.latest'));
    find(element, '.latest').click();
    await until(() => fromEnd() < 2);
    await show(reply(60));
    await until(() => fromEnd() < 2, fromEnd);
  });

  it('has the focus at its end after the button that leads there was pressed [WCAG 2.4.3]', async () => {
    const {element, show, fromEnd} = await open();
    await show(reply(60));
    await until(() => has(element, '.latest'));
    find(element, '.latest').focus();
    await press('Enter');
    await until(() => fromEnd() < 2, fromEnd);
    await until(() => find(element, '[data-id="reply"]').matches(':focus'));
  });

  it('follows the end where the page wants it', async () => {
    const {show, fromEnd} = await open('end');
    await show(reply(30));
    await until(() => fromEnd() < 2, fromEnd);
  });

  it('ends when the user scrolls', async () => {
    const {show, scroller} = await open();
    await show(reply(30));
    const {left, top, width, height} = scroller.getBoundingClientRect();
    const place = scroller.scrollTop;
    const point = {x: left + width / 2, y: top + height / 2};
    await executeServerCommand('engine:wheel', {...point, deltaY: 120});
    await until(() => scroller.scrollTop > place + 50);
    const chosen = scroller.scrollTop;
    await show(reply(60));
    expect(scroller.scrollTop).to.be.at.least(chosen);
    expect(scroller.scrollTop).to.be.below(chosen + 100);
  });

  it('begins at the message of the user if the whole answer arrives when the work is folded', async () => {
    const {show, turnTop, fromEnd} = await open();
    const work = Array.from({length: 12}, (_, n) => step({id: `step ${n}`, number: n + 1}));
    await show(answer(work, {id: 'reply', status: 'streaming'}));
    await until(() => fromEnd() < 2 && turnTop() < 0, turnTop);
    await show(answer([...work, text(paragraphs(30))], {id: 'reply'}), false);
    await until(() => turnTop() > 0 && turnTop() < 16, turnTop);
  });

  it('does not begin again for a reader who has scrolled to the end', async () => {
    const {show, scroller, fromEnd} = await open();
    await show(reply(30));
    tick(scroller);
    scroller.scrollTop = scroller.scrollHeight;
    await until(() => fromEnd() < 2, fromEnd);
    await settled();
    await show(reply(60));
    await until(() => fromEnd() < 2, fromEnd);
  });

  it('shows the beginning of the answer after the work was folded', async () => {
    const {show, turnTop} = await open();
    await show(reply(30));
    await show(reply(30, 'done'), false);
    await until(() => turnTop() > 0 && turnTop() < 16, turnTop);
  });
});

/** The innermost element with this text, in nested shadow trees too. */
function withText(words: string, root: ParentNode): Element | undefined {
  for (const element of root.querySelectorAll('*')) {
    const found = element.shadowRoot && withText(words, element.shadowRoot);
    if (found) return found;
    if (element.localName === 'p' && element.textContent.includes(words)) return element;
  }
  return undefined;
}

describe('the place of a reader', () => {
  it('stays to the pixel when the work above it is folded', async () => {
    const {element, show, scroller} = await open('end');
    await show(reply(40));
    tick(scroller);
    scroller.scrollTop -= 400;
    await settled();
    const paragraph = withText('Paragraph 30 ', element.renderRoot);
    if (!paragraph) throw new Error('The paragraph is not displayed.');
    const before = paragraph.getBoundingClientRect().top;
    await show(reply(40, 'done'), false);
    expect(all(find(element, '[data-id=reply] > *'), '.work')).to.have.length(1);
    expect(paragraph.getBoundingClientRect().top).to.be.closeTo(before, 1);
  });

  it('keeps the work open that is in view', async () => {
    const {element, show, scroller} = await open('end');
    await show(reply(40));
    tick(scroller);
    find(element, '[data-id=reply]').scrollIntoView({block: 'start'});
    await settled();
    const message = find(element, '[data-id=reply] > *');
    const before = message.getBoundingClientRect().height;
    await show(reply(40, 'done'), false);
    expect(find(message, '.work').getAttribute('aria-expanded')).to.equal('true');
    expect(message.getBoundingClientRect().height).to.be.at.least(before);
  });

  it('stays at what the user opens and closes', async () => {
    const {element, show} = await open('end');
    await show(reply(2, 'done'), false);
    const message = find(element, '[data-id=reply] > *');
    const line = find(message, '.work');
    const before = line.getBoundingClientRect().top;
    line.click();
    await settled();
    expect(line.getBoundingClientRect().top).to.be.closeTo(before, 1);
    const inner = all(message, 'ubik-step')[1];
    const call = inner && find(inner, 'ubik-tool');
    const header = call && find(call, '.header');
    const top = header?.getBoundingClientRect().top ?? NaN;
    header?.click();
    await settled();
    expect(call?.hasAttribute('open')).to.be.true;
    expect(header?.getBoundingClientRect().top).to.be.closeTo(top, 1);
  });

  it('is at the end of fifty turns, each with one line of work', async () => {
    const {element, fromEnd} = await open();
    element.items = Array.from({length: 50}, (_, turn) => [
      user(`Question ${turn}`, {id: `user ${turn}`}),
      {...reply(2, 'done'), id: `reply ${turn}`},
    ]).flat();
    await element.updateComplete;
    await element.renderAll();
    await settled();
    const messages = all(element, 'ubik-message').filter(message => has(message, '.work'));
    expect(messages).to.have.length(50);
    await until(() => fromEnd() < 2, fromEnd);
    element.steps = 'open';
    await element.updateComplete;
    await settled();
    expect(messages.some(message => has(message, '.work'))).to.be.false;
  });

  it('is found in folded work: a tool call, a checkpoint', async () => {
    const {element, show} = await open('end');
    await show(reply(2, 'done'), false);
    const message = find(element, '[data-id=reply] > *');
    await element.reveal('end');
    expect(find(message, '.work').getAttribute('aria-expanded')).to.equal('false');
    await element.reveal('b');
    expect(find(message, '.work').getAttribute('aria-expanded')).to.equal('true');
    const inner = all(message, 'ubik-step')[1];
    expect(inner?.shadowRoot?.activeElement?.localName).to.equal('ubik-tool');
    await element.reveal('checkpoint');
    expect(message.shadowRoot?.activeElement?.localName).to.equal('ubik-checkpoint');
  });
});
