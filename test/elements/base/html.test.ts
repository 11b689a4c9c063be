import {expect} from '@open-wc/testing';
import {nothing, render} from 'lit';
import {html, svg} from '../../../src/elements/base/html.js';

/** What translators, highlighters and scripts of pages do to a text node. */
const changes: Readonly<Record<string, (text: Text) => void>> = {
  'replaced by an element'(text) {
    const translated = document.createElement('span');
    translated.textContent = text.data.toUpperCase();
    text.replaceWith(translated);
  },
  'wrapped by an element'(text) {
    const mark = document.createElement('mark');
    text.replaceWith(mark);
    mark.append(text);
  },
  split(text) {
    text.splitText(1);
  },
  'highlighted in part'(text) {
    const word = text.splitText(1);
    const mark = document.createElement('mark');
    word.replaceWith(mark);
    mark.append(word);
  },
  'changed in place'(text) {
    text.data = text.data.toUpperCase();
  },
  removed(text) {
    text.remove();
  },
  normalized(text) {
    text.parentElement?.normalize();
  },
};

const button = (label: unknown, count: unknown) =>
  html`<button title=${label}><i></i> ${label}<b> ${count}</b></button>`;

function show(
  label: unknown,
  count: unknown,
  box: HTMLElement = document.createElement('div'),
): HTMLElement {
  render(button(label, count), box);
  return box;
}

function textOf(box: HTMLElement, text: string): Text {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (node.data === text) return node;
  }
  throw new Error(`There is no text "${text}".`);
}

const words = (box: HTMLElement): string => box.textContent.replace(/\s+/g, ' ').trim();

describe('a text of a template whose node is', () => {
  for (const [name, change] of Object.entries(changes)) {
    it(`${name} is replaced as a whole when it changes`, () => {
      const box = show('Running', 11);
      change(textOf(box, 'Running'));
      change(textOf(box, '11'));
      show('Done', 12, box);
      expect(words(box)).to.equal('Done 12');
      show('Failed', '', box);
      change(textOf(box, 'Failed'));
      show('Running', 13, box);
      expect(words(box)).to.equal('Running 13');
      expect(box.querySelector('button')?.title).to.equal('Running');
    });
  }

  for (const [name, change] of Object.entries(changes)) {
    it(`${name} is replaced as a whole in a graphic`, () => {
      const box = document.createElement('div');
      const chart = (names: readonly string[]): void => {
        render(html`<svg>${names.map(one => svg`<text x=${one}>${one}</text>`)}</svg>`, box);
      };
      chart(['Oslo', 'Rome']);
      change(textOf(box, 'Oslo'));
      chart(['Paris', 'Rome']);
      expect(words(box)).to.equal('ParisRome');
      expect(box.querySelector('text')?.namespaceURI).to.equal('http://www.w3.org/2000/svg');
      expect(box.querySelector('text')?.getAttribute('x')).to.equal('Paris');
    });
  }

  it('replaced by an element stays so while the text stays, and goes with it', () => {
    const box = show('Running', 1);
    changes['replaced by an element']?.(textOf(box, 'Running'));
    show('Running', 2, box);
    expect(words(box)).to.equal('RUNNING 2');
    show(undefined, 2, box);
    expect(words(box)).to.equal('2');
  });

  it('merged with the blank behind it keeps the blank', () => {
    const box = document.createElement('div');
    const label = (text: string, unit: string): void => {
      render(html`<p>${text} <b>${unit}</b>, ${text} of ${unit}</p>`, box);
    };
    label('12', 'kB');
    for (const [text, unit] of [
      ['13', 'kB'],
      ['', 'MB'],
      ['14', 'MB'],
    ] as const) {
      box.normalize();
      label(text, unit);
      const whole = `${text} ${unit}, ${text} of ${unit}`;
      expect(box.textContent).to.equal(whole);
    }
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) texts.push((walker.currentNode as Text).data);
    expect(texts).to.deep.equal(['14', ' ', 'MB', ', ', '14', ' of ', 'MB']);
  });

  it('merged with the blank behind it goes alone when it is left out', () => {
    for (const none of [nothing, undefined, null]) {
      const box = document.createElement('div');
      const label = (text: unknown): void => {
        render(html`<p>${text} <b>1</b></p>`, box);
      };
      label('Running');
      box.normalize();
      label(none);
      expect(box.textContent).to.equal(' 1');
      label('Done');
      expect(box.textContent).to.equal('Done 1');
    }
  });

  it('left alone keeps its node', () => {
    const box = show('Running', 1);
    const text = textOf(box, 'Running');
    show('Done', 2, box);
    expect(textOf(box, 'Done') === text).to.be.true;
  });
});
