import {expect} from '@open-wc/testing';
import {content, start, stream} from '../support/markdown.js';

const TEXT = [
  '# Title of it\n\n',
  'The first paragraph with `code` and **bold words** in it.\n\n',
  '- one item\n- two *items* here\n- three items\n\n',
  '```js\nconst a = 1;\nconsole.log(a);\n```\n\n',
  '| a | b |\n|---|---|\n| one cell | two cells |\n\n',
  '> quoted words\n\n',
  '<details>\n<summary>More</summary>\nHidden words\n</details>\n\n',
  'The last paragraph ends here.',
].join('');

function textsIn(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
}

/** What translators, highlighters and scripts of pages do to text nodes. */
const changes: Readonly<Record<string, (root: HTMLElement) => void>> = {
  'replaced by elements'(root) {
    for (const text of textsIn(root)) {
      const font = document.createElementNS('http://www.w3.org/1999/xhtml', 'font');
      font.textContent = text.data.toUpperCase();
      text.replaceWith(font);
    }
  },
  'wrapped by elements'(root) {
    for (const text of textsIn(root)) {
      const mark = document.createElement('mark');
      text.replaceWith(mark);
      mark.append(text);
    }
  },
  split(root) {
    for (const text of textsIn(root)) if (text.length > 3) text.splitText(2);
  },
  'highlighted in part'(root) {
    for (const text of textsIn(root)) {
      const at = text.parentElement?.localName === 'mark' ? -1 : text.data.lastIndexOf('o');
      if (at < 0) continue;
      const word = text.splitText(at);
      word.splitText(1);
      const mark = document.createElement('mark');
      word.replaceWith(mark);
      mark.append(word);
    }
  },
  'changed in place'(root) {
    for (const text of textsIn(root)) text.data = text.data.toUpperCase();
  },
  removed(root) {
    for (const text of textsIn(root)) text.remove();
  },
  normalized(root) {
    root.normalize();
  },
};

describe('<ubik-markdown> whose text nodes are', () => {
  for (const [name, change] of Object.entries(changes)) {
    for (const [size, rawHtml] of [
      [1, 'inline'],
      [5, 'block'],
      [17, 'inline'],
    ] as const) {
      it(`${name} between chunks of ${String(size)} displays its text once and whole`, async () => {
        const reference = await stream([TEXT]);
        reference.rawHtml = rawHtml;
        await reference.updateComplete;
        const whole = content(reference);
        const element = await start();
        element.rawHtml = rawHtml;
        for (let at = 0; at < TEXT.length; at += size) {
          element.text = TEXT.slice(0, at + size);
          await element.updateComplete;
          change(content(element));
        }
        element.streaming = false;
        await element.updateComplete;
        expect(content(element).innerText).to.equal(whole.innerText);
        expect(content(element).textContent).to.contain('Hidden words');
      });
    }
  }

  for (const [name, change] of Object.entries(changes)) {
    if (name === 'removed') continue;
    it(`${name} while it streams displays its text once at each cut`, async () => {
      const [reference, element] = [await start(), await start()];
      for (let at = 1; at <= TEXT.length; at++) {
        reference.text = element.text = TEXT.slice(0, at);
        await Promise.all([reference.updateComplete, element.updateComplete]);
        const [untouched, touched] = [reference, element].map(one => content(one).textContent);
        expect(touched?.toLowerCase()).to.equal(untouched?.toLowerCase());
        change(content(element));
      }
    });
  }
});
