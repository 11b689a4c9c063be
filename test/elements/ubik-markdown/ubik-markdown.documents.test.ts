import {expect, fixture, html} from '@open-wc/testing';
import fc from 'fast-check';
import '../../../src/elements/ubik-markdown/ubik-markdown.define.js';
import type {UbikMarkdown} from '../../../src/elements/ubik-markdown/ubik-markdown.js';
import {find} from '../support/dom.js';
import {forAllAsync} from '../../support/for-all.js';

/** Real documents: the CommonMark specification, and the documents of this project. */
const DOCUMENTS = [
  '/node_modules/commonmark-spec/spec.txt',
  '/README.md',
  '/CONTRIBUTING.md',
  '/SECURITY.md',
  '/CHANGELOG.md',
];

const content = (element: UbikMarkdown): HTMLElement => find(element, '.content');

const create = (): Promise<UbikMarkdown> =>
  fixture<UbikMarkdown>(html`<ubik-markdown streaming></ubik-markdown>`);

async function load(path: string): Promise<string> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} is not there.`);
  return response.text();
}

/** Chunks of 1 to 64 characters, at random positions. */
const pieces = (text: string): fc.Arbitrary<readonly string[]> =>
  fc.infiniteStream(fc.integer({min: 1, max: 64})).map(sizes => {
    const all: string[] = [];
    let at = 0;
    for (const size of sizes) {
      if (at >= text.length) break;
      all.push(text.slice(at, at + size));
      at += size;
    }
    return all;
  });

const blocksIn = (element: UbikMarkdown): Element[] => [
  ...content(element).querySelectorAll(
    ':scope > .section > :not(.section), :scope > .section > .section > *',
  ),
];

/** The blocks from the last to the first: new ones are found without reading a long text again. */
function* blocksFromEnd(parent: Element): Generator<Element> {
  for (let child = parent.lastElementChild; child; child = child.previousElementSibling) {
    if (child.classList.contains('section')) yield* blocksFromEnd(child);
    else yield child;
  }
}

/** Streams a text, and gives every change of a block that another one had followed. */
async function stream(element: UbikMarkdown, parts: readonly string[]): Promise<string[]> {
  const changes: string[] = [];
  const note = (records: readonly MutationRecord[]): void => {
    changes.push(...records.map(({target}) => target.textContent ?? ''));
  };
  const observer = new MutationObserver(note);
  const seen = new Set<Element>();
  for (const part of parts) {
    element.text += part;
    await element.updateComplete;
    note(observer.takeRecords());
    const blocks = blocksFromEnd(content(element));
    blocks.next(); // the open one
    for (const block of blocks) {
      if (seen.has(block)) break;
      seen.add(block);
      observer.observe(block, {
        childList: true,
        attributes: true,
        characterData: true,
        subtree: true,
      });
    }
  }
  element.streaming = false;
  await element.updateComplete;
  note(observer.takeRecords());
  observer.disconnect();
  return changes;
}

describe('<ubik-markdown> with a real document', () => {
  for (const path of DOCUMENTS) {
    it(`results in the same as if set at once, and keeps finished blocks: ${path}`, async () => {
      const text = await load(path);
      const whole = await create();
      await stream(whole, [text]);
      await forAllAsync(text.length > 50_000 ? 1 : 5, [pieces(text)], async parts => {
        const element = await create();
        const changes = await stream(element, parts);
        expect(content(element).isEqualNode(content(whole))).to.be.true;
        expect(changes).to.deep.equal([]);
        element.remove();
      });
      whole.remove();
    });
  }
});

async function grow(element: UbikMarkdown, chunk: (at: number) => string): Promise<void> {
  for (let at = 0; at < 1000; at++) {
    element.text += chunk(at);
    await element.updateComplete;
  }
}

describe('a link in <ubik-markdown> that has the focus', () => {
  const link = '[a link](https://example.com/)';

  for (const [place, start, chunk] of [
    ['a finished block', `It is ${link}.\n\nMore`, '\n\n- **next**'],
    ['the open paragraph', `It is ${link} and `, 'and `code`, '],
    ['the open list', `- It is ${link} and `, '\n- item '],
    ['the open quote', `> It is ${link} and `, '\n> line '],
    ['the open table', `| It is ${link} |\n| - |\n| words `, ' |\n| words '],
  ] as const) {
    it(`keeps it in ${place} while 1,000 chunks arrive`, async () => {
      const element = await create();
      element.text = start;
      await element.updateComplete;
      const focused = find(element, 'a');
      focused.focus();
      await grow(element, at => (at % 10 === 9 ? chunk : 'words '));
      expect(element.shadowRoot?.activeElement === focused).to.be.true;
      expect(find(element, 'a') === focused).to.be.true;
    });
  }
});

describe('a selection in <ubik-markdown>', () => {
  const chosen = (): string => String(getSelection());

  async function select(element: UbikMarkdown, selector: string): Promise<void> {
    await element.updateComplete;
    const node = find(element, selector).firstChild;
    if (!node) throw new Error('Nothing was drawn.');
    getSelection()?.setBaseAndExtent(node, 1, node, 7);
  }

  afterEach(() => getSelection()?.removeAllRanges());

  it('stays in a finished block while 1,000 chunks arrive', async () => {
    const element = await create();
    element.text = 'A finished paragraph.\n\nMore';
    await select(element, 'p');
    await grow(element, at => (at % 10 === 9 ? '\n\n- **next**' : ' words'));
    expect(chosen()).to.equal(' finis');
  });

  it('stays in the open block while 1,000 chunks arrive', async () => {
    const text = 'n open';
    for (const [start, selector] of [
      ['An open paragraph ', 'p'],
      ['- An open list ', 'li > span'],
      ['> An open quote ', 'blockquote > p'],
      ['| An open table |\n| - |\n| words ', 'th'],
      ['```\nAn open fence\n', 'code'],
    ] as const) {
      const element = await create();
      element.text = start;
      await select(element, selector);
      await grow(element, at => (at % 10 === 9 ? 'and `code`, ' : 'words '));
      expect(chosen(), start).to.equal(text);
      element.remove();
    }
  });
});

describe('the direction of <ubik-markdown>', () => {
  it('is that of the text of each block, and left to right for code', async () => {
    const element = await create();
    await stream(element, [
      '# שלום\n\nplain\n\nשלום עולם\n\n- שלום\n- plain\n\n> שלום\n\n| שלום |\n| - |\n| a |\n\n```\nשלום\n```\n',
    ]);
    const directions = blocksIn(element).map(block => getComputedStyle(block).direction);
    expect(directions).to.deep.equal(['rtl', 'ltr', 'rtl', 'rtl', 'rtl', 'rtl', 'ltr']);
    const items = [...content(element).querySelectorAll('li > span')];
    // An item without a letter of the direction of its list has its own.
    expect(items.map(item => getComputedStyle(item).direction)).to.deep.equal(['rtl', 'ltr']);
  });

  it('is that of most letters of a whole list, quote or table', async () => {
    const element = await create();
    await stream(element, [
      '1. خدمة سريعة\n2. Google تقدم خدمة\n3. خدمة ثالثة\n\n',
      'OpenAI تعلن عن نموذج جديد للمطورين.\n\n',
      '| اسم | حالة |\n|---|---|\n| Google شركة كبيرة. | ok |\n\n',
      '> GitHub הוא שירות לאחסון קוד, והוא חינמי.\n\n12\n',
    ]);
    const inside = content(element).querySelectorAll('ol, li, li > span, p, blockquote, td, th');
    for (const node of inside) {
      expect(getComputedStyle(node).direction, node.outerHTML).to.equal('rtl');
    }
  });

  it('of a growing block is determined by its first word', async () => {
    const element = await create();
    for (const part of ['12', ' – ', 'שלום', ' and more']) {
      element.text += part;
      await element.updateComplete;
    }
    expect(getComputedStyle(find(element, 'p')).direction).to.equal('rtl');
  });

  it('is that of the page before the first letter', async () => {
    const element = await create();
    element.dir = 'rtl';
    const directionAfter = async (text: string): Promise<string> => {
      element.text = text;
      await element.updateComplete;
      return getComputedStyle(find(element, 'p')).direction;
    };
    expect(await directionAfter('(12)')).to.equal('rtl');
    expect(await directionAfter('(12) plain')).to.equal('ltr');
  });
});
