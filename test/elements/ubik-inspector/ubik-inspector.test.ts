import {expect, fixture, html} from '@open-wc/testing';
import {foldFrames, ubik, type Frame} from '../../../src/core/index.js';
import {
  readRecording,
  writeRecording,
  framesOf,
  recordFrames,
} from '../../../src/core/recording/index.js';
import '../../../src/elements/ubik-inspector/ubik-inspector.define.js';
import type {UbikInspector} from '../../../src/elements/ubik-inspector/ubik-inspector.js';
import {ask, open} from '../support/chat.js';
import {
  frame,
  all,
  collectEvents,
  find,
  has,
  press,
  resizeWindow,
  until,
  words,
} from '../support/dom.js';

const sample = new URL(
  '../../../demo/recordings/ubik/b-multi-step-web-search.jsonl',
  import.meta.url,
);
const text = await (await fetch(sample)).text();
const frames: readonly Frame[] = Array.from(framesOf(readRecording(text)), ({frame}) => frame);

const mount = (): Promise<UbikInspector> => fixture(html`<ubik-inspector></ubik-inspector>`);

/** An inspector with a recording in it. */
async function loaded(file: string = text): Promise<UbikInspector> {
  const {chat} = await open(); // Its elements render the conversation.
  chat.remove();
  const inspector = await mount();
  await inspector.load(new Blob([file]));
  await inspector.updateComplete;
  return inspector;
}

const rows = (inspector: UbikInspector): readonly HTMLElement[] => all(inspector, '.rows .row');
const chosen = (inspector: UbikInspector): string =>
  words(inspector.shadowRoot?.querySelector('[aria-selected=true]') ?? null);
const folded = (count: number) => foldFrames(ubik, frames.slice(0, count));

/** A long run with one word in each frame. */
function longRun(count: number): string {
  const timed = Array.from({length: count}, (_, at) => ({
    at,
    frame: {
      data: JSON.stringify({
        type: 'response_chunk',
        content: `word ${at} `,
        timestamp: new Date(at).toISOString(),
      }),
    },
  }));
  return writeRecording(recordFrames({protocol: 'ubik'}, timed));
}

describe('<ubik-inspector>', () => {
  it('is accessible, empty and with a run in it', async () => {
    await expect(await mount()).to.be.accessible();
    const inspector = await loaded();
    await inspector.seek(12);
    await expect(inspector).to.be.accessible();
  });

  it('shows the received frames, and seeks to the end', async () => {
    const inspector = await loaded();
    expect(inspector.length).to.equal(frames.length);
    expect(inspector.position).to.equal(frames.length);
    expect(inspector.conversation).to.deep.equal(folded(frames.length));
    // The list renders the rows in view, after the event of its scroll.
    await until(() => words(rows(inspector).at(-1) ?? null).includes('agent_processing_complete'));
    await inspector.seek(1);
    await until(() => words(rows(inspector)[0] ?? null).includes('connection_established'));
    const grid = find(inspector, '[role=grid]');
    expect(grid.getAttribute('aria-rowcount')).to.equal(String(frames.length + 1));
  });

  it('seeks to every frame, forward and back', async () => {
    const inspector = await loaded();
    for (const count of [0, 1, frames.length, 20, 19, 5, frames.length - 1]) {
      await inspector.seek(count);
      expect(inspector.position).to.equal(count);
      expect(inspector.conversation).to.deep.equal(folded(count));
    }
  });

  it('opens a recording at its end, with the last event selected and in view', async () => {
    const inspector = await loaded();
    await until(() => has(inspector, '[aria-selected=true]'));
    const row = find(inspector, '[aria-selected=true]');
    expect(row.ariaRowIndex).to.equal(String(frames.length + 1));
    const list = find(inspector, '.scroller').getBoundingClientRect();
    expect(row.getBoundingClientRect().bottom).to.be.at.most(list.bottom + 1);
  });

  for (const [orientation, side, larger, smaller] of [
    ['vertical', 'width', 'ArrowRight', 'ArrowLeft'],
    ['horizontal', 'height', 'ArrowDown', 'ArrowUp'],
  ] as const) {
    it(`changes the ${side} of the list by a separator, with keys and the pointer`, async () => {
      const inspector = await loaded();
      inspector.style.inlineSize = '70rem';
      const separator = find(inspector, `[role=separator][aria-orientation=${orientation}]`);
      const size = (): number => find(inspector, '.scroller').getBoundingClientRect()[side];
      const after = async (action: () => unknown): Promise<number> => {
        await action();
        await inspector.updateComplete;
        return size();
      };
      const first = size();
      separator.focus();
      expect(await after(() => press(larger))).to.be.greaterThan(first);
      expect(separator.ariaValueNow).to.equal('60');
      expect(await after(() => press(smaller))).to.be.closeTo(first, 1);
      expect(await after(() => press('Home'))).to.be.lessThan(first);
      expect(separator.ariaValueNow).to.equal(separator.ariaValueMin);
      const smallest = size();
      const drag = (type: string, pixels: number) =>
        separator.dispatchEvent(
          new PointerEvent(type, {clientX: pixels, clientY: pixels, pointerId: 1, bubbles: true}),
        );
      separator.setPointerCapture = () => undefined; // The events of this pointer are synthetic.
      expect(
        await after(() => {
          drag('pointerdown', 100);
          drag('pointermove', 140);
          drag('lostpointercapture', 140);
          drag('pointermove', 300);
        }),
      ).to.be.closeTo(smallest + 40, 1);
    });
  }

  it('renders the conversation at the selected frame', async () => {
    const inspector = await loaded();
    const told = (): string => {
      const messages = all(find(inspector, 'ubik-transcript'), 'ubik-message');
      const steps = messages.flatMap(message => all(message, 'ubik-step'));
      return String(steps.length);
    };
    await inspector.seek(0);
    await until(() => told() === '0');
    await inspector.seek(frames.length);
    await until(() => told() === '2');
  });

  it('supports the keyboard, and announces what each frame changed [WCAG 2.1.1, 4.1.3]', async () => {
    const inspector = await loaded();
    find(inspector, '.list').focus();
    await press('Home');
    await until(() => inspector.position === 1);
    for (const count of [2, 3, 4]) {
      await press('ArrowDown');
      await until(() => inspector.position === count);
    }
    await until(() => words(find(inspector, '.details')).includes('Changes made'));
    expect(chosen(inspector)).to.contain('response_chunk');
    expect(words(find(inspector, '.details ol'))).to.match(/^open message\/\S+ .*append message/);
    expect(find(inspector, '.list').getAttribute('aria-activedescendant')).to.equal(
      find(inspector, '[aria-selected=true]').id,
    );
    await press('End');
    await until(() => inspector.position === frames.length);
  });

  it('seeks with its buttons, and plays', async () => {
    const inspector = await loaded();
    find(inspector, '.first').click();
    await until(() => inspector.position === 0);
    find(inspector, '.next').click();
    await until(() => inspector.position === 1);
    const previous = find(inspector, '.previous');
    previous.focus();
    previous.click();
    await until(() => inspector.position === 0);
    await frame();
    await frame();
    expect(previous.ariaDisabled).to.equal('true');
    expect(inspector.shadowRoot?.activeElement).to.equal(previous);
    const speed = find(inspector, '.speed', HTMLSelectElement);
    speed.value = '16';
    speed.dispatchEvent(new Event('change'));
    find(inspector, '.play').click();
    await until(() => inspector.position > 1);
    find(inspector, '.pause').click();
    await until(() => has(inspector, '.play'));
    const {position} = inspector;
    await new Promise(resolve => setTimeout(resolve, 60));
    expect(inspector.position).to.equal(position);
  });

  it('stops playing when another run is selected', async () => {
    const inspector = await loaded();
    await inspector.load(new Blob([text]));
    await until(() => find(inspector, '.runs', HTMLSelectElement).options.length === 2);
    find(inspector, '.play').click();
    await until(() => has(inspector, '.pause'));
    const runs = find(inspector, '.runs', HTMLSelectElement);
    runs.value = '0';
    runs.dispatchEvent(new Event('change'));
    await inspector.updateComplete;
    expect(has(inspector, '.pause')).to.be.false;
    expect(inspector.position).to.equal(inspector.length);
  });

  it('keeps the current row marked and in view while it plays', async () => {
    const inspector = await loaded();
    const list = find(inspector, '.scroller');
    find(inspector, '.first').click();
    await until(() => inspector.position === 0);
    const speed = find(inspector, '.speed', HTMLSelectElement);
    speed.value = '16';
    speed.dispatchEvent(new Event('change'));
    find(inspector, '.play').click();
    await until(() => inspector.position === frames.length);
    await until(() => chosen(inspector) !== '');
    const [row, box] = [find(inspector, '[aria-selected=true]'), list].map(element =>
      element.getBoundingClientRect(),
    );
    expect(list.scrollTop).to.be.above(0);
    expect(row?.top).to.be.at.least(box?.top ?? 0);
    expect(row?.bottom).to.be.at.most((box?.bottom ?? 0) + 1);
  });

  it('lists matching frames', async () => {
    const inspector = await loaded();
    const filter = find(inspector, '.filter', HTMLInputElement);
    filter.value = 'Checkpoint_Created';
    filter.dispatchEvent(new Event('input'));
    await until(() => rows(inspector).length === 1);
    filter.value = 'zzz';
    filter.dispatchEvent(new Event('input'));
    await until(() => words(find(inspector, '[role=status]')) === 'No events match the filter.');
  });

  it('reports what is wrong with a file, and keeps the readable part', async () => {
    const inspector = await loaded(text.slice(0, text.length / 2));
    expect(words(find(inspector, '.problem'))).to.contain('end of this recording is missing');
    expect(inspector.length).to.be.above(5);
    await inspector.load(new Blob(['data: {}\n\n']));
    expect(words(find(inspector, '.problem'))).to.contain('not a recording');
    await inspector.load(new Blob([text.replace('"protocol":"ubik"', '"protocol":"nobody"')]));
    expect(words(find(inspector, '.problem'))).to.contain('unknown protocol');
    expect(inspector.length).to.be.above(5);
    await expect(inspector).to.be.accessible();
  });

  it('fires an event for a recording that is opened by its button, and for none that is not readable', async () => {
    const inspector = await loaded();
    const opened = collectEvents(inspector, 'ubik-recording-open');
    const input = find(inspector, 'input[type=file]', HTMLInputElement);
    const choose = (content: string): void => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], 'run.jsonl'));
      input.files = transfer.files;
      input.dispatchEvent(new Event('change'));
    };
    choose('data: {}\n\n');
    await until(() => words(find(inspector, '.problem')).includes('not a recording'));
    expect(opened).to.have.length(0);
    choose(text);
    await until(() => opened.length === 1);
  });

  it('accepts a dropped file', async () => {
    const inspector = await mount();
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'run.jsonl'));
    inspector.dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, cancelable: true}));
    await until(() => inspector.length === frames.length);
  });

  it('saves a run that gives the same conversation', async () => {
    const inspector = await loaded();
    const again = await loaded((await inspector.recording()).join(''));
    expect(again.conversation).to.deep.equal(inspector.conversation);
    expect(again.length).to.equal(inspector.length);
  });

  it('saves a run without personal text', async () => {
    const inspector = await loaded();
    const masked = (await inspector.recording({masked: true})).join('');
    expect(masked).not.to.contain('Automates');
    const again = await loaded(masked);
    expect(again.length).to.equal(inspector.length);
    const kinds = (told: UbikInspector) => JSON.stringify(told.conversation).match(/"kind":"\w+"/g);
    expect(kinds(again)).to.deep.equal(kinds(inspector));
  });

  it('observes a chat, follows it, and keeps the selected position', async () => {
    const scene = await open({id: 'looked-into'});
    const inspector = await fixture<UbikInspector>(
      html`<ubik-inspector for="looked-into"></ubik-inspector>`,
    );
    await ask(scene, 'Hello', 'Good morning.');
    const texts = (item: object | undefined): readonly string[] =>
      JSON.stringify(item ?? {}).match(/"text":"[^"]*"/g) ?? [];
    await until(() => inspector.position === 2 && texts(inspector.conversation).length > 0);
    expect(inspector.length).to.equal(2);
    const [, answer] = scene.chat.conversation.children;
    expect(texts(inspector.conversation)).to.deep.equal(texts(answer));
    await until(() => all(inspector, '.row.event').length > 0);
    const said = all(find(inspector, 'ubik-transcript'), 'ubik-message').map(message =>
      words(message.shadowRoot),
    );
    expect(said.join(' ')).to.contain('Hello');

    await inspector.seek(1);
    await ask(scene, 'Again', 'Good evening.');
    expect(inspector.position).to.equal(1);
    expect(inspector.length).to.equal(2);
    const runs = find(inspector, '.runs', HTMLSelectElement);
    await until(() => runs.options.length === 2);
    runs.value = '1';
    runs.dispatchEvent(new Event('change'));
    await until(() => JSON.stringify(inspector.conversation).includes('Good evening.'));
    expect(JSON.stringify(scene.chat.conversation)).to.contain('Good morning.');
  });

  it('finds a chat that is added later, and does not observe one that it has left', async () => {
    const inspector = await fixture<UbikInspector>(
      html`<ubik-inspector for="later"></ubik-inspector>`,
    );
    const scene = await open();
    scene.chat.id = 'later';
    scene.chat.after(document.createElement('i'));
    await new Promise(resolve => setTimeout(resolve));
    await ask(scene, 'Hello', 'Good morning.');
    await until(() => inspector.length === 2);
    inspector.remove();
    await ask(scene, 'Again', 'Good evening.');
    expect(inspector.length).to.equal(2);
  });

  it('continues to observe its chat when it is moved within the page', async () => {
    const scene = await open({id: 'heard'});
    const inspector = await fixture<UbikInspector>(
      html`<ubik-inspector for="heard"></ubik-inspector>`,
    );
    const place = await fixture<HTMLElement>(html`<div></div>`);
    place.append(inspector);
    await inspector.updateComplete;
    await ask(scene, 'Hello', 'Good morning.');
    await until(() => inspector.length === 2);
  });

  it('has a run of its own for another chat, also for one that replaces it', async () => {
    const scenes = [await open({id: 'first'}), await open({id: 'second'})];
    const inspector = await fixture<UbikInspector>(html`<ubik-inspector></ubik-inspector>`);
    for (const scene of scenes) {
      inspector.htmlFor = scene.chat.id;
      await inspector.updateComplete;
      await ask(scene, 'Hello', 'Good morning.');
    }
    const runs = (): number => find(inspector, '.runs', HTMLSelectElement).options.length;
    await until(() => runs() === 2);
    expect(inspector.length).to.equal(2);
    scenes[1]?.chat.remove();
    await ask(await open({id: 'second'}), 'Hello', 'Good evening.');
    await until(() => runs() === 3);
    expect(inspector.length).to.equal(2);
  });

  it('renders a few nodes for a run of any length, at every position', async () => {
    const few = 60;
    const inspector = await loaded(longRun(20_000));
    expect(inspector.length).to.equal(20_000);
    for (const count of [20_000, 1, 9_999, 15_000, 4]) {
      await inspector.seek(count);
      await inspector.updateComplete;
      expect(rows(inspector).length).to.be.at.most(few);
      expect(chosen(inspector)).to.contain('response_chunk');
      const drawn = JSON.stringify(find(inspector, 'ubik-transcript').textContent);
      expect(drawn.length).to.be.below(20_000);
    }
    const scroller = find(inspector, '.scroller');
    expect(scroller.scrollHeight).to.be.above(20_000 * 20);
    scroller.scrollTop = 10_000 * 28;
    await until(() => words(rows(inspector)[0] ?? null).includes('9.99'));
    expect(rows(inspector).length).to.be.at.most(few);
  });

  it('speaks the language of the page, from right to left', async () => {
    await resizeWindow(1200, 600);
    const page = await fixture(html`<div lang="ar" dir="rtl"></div>`);
    const inspector = await loaded();
    page.append(inspector);
    await until(() => words(find(inspector, 'h2')) === 'الفاحص');
    const list = find(inspector, '.scroller').getBoundingClientRect();
    expect(list.left).to.be.above(find(inspector, '.preview').getBoundingClientRect().left);
    await expect(inspector).to.be.accessible();
    await resizeWindow(800, 600);
  });

  it('fits a narrow window [WCAG 1.4.10]', async () => {
    await resizeWindow(320, 640);
    const inspector = await loaded();
    expect(inspector.scrollWidth).to.be.at.most(320);
    for (const button of all(inspector, 'button, select, label.button')) {
      const {width, height} = button.getBoundingClientRect();
      expect(Math.min(width, height)).to.be.at.least(24);
    }
    await resizeWindow(800, 600);
  });
});
