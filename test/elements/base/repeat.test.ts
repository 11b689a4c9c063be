import {expect} from '@open-wc/testing';
import {html, render} from 'lit';
import {repeat} from '../../../src/elements/base/repeat.js';

/** A box with one element for each text of a list, between two other elements. */
function list(): {readonly box: HTMLElement; show(words: string): void} {
  const box = document.createElement('div');
  return {
    box,
    show: words =>
      render(
        html`<i></i>${repeat(
            Array.from(words),
            word => word,
            word => html`<b>${word}</b>`,
          )}<i></i>`,
        box,
      ),
  };
}

const comments = (box: HTMLElement): number =>
  [...box.childNodes].filter(node => node.nodeType === Node.COMMENT_NODE).length;

describe('repeat', () => {
  for (const [what, to] of [
    ['all go', ''],
    ['the first goes', 'bcd'],
    ['the last goes', 'abc'],
    ['one in between goes', 'abd'],
    ['others take their places', 'wxyz'],
    ['some go, some move, some come', 'dxb'],
  ] as const) {
    it(`leaves no nodes when ${what}`, () => {
      const {box, show} = list();
      show(to);
      const fresh = comments(box);
      for (let n = 0; n < 10; n++) {
        show('abcd');
        show(to);
      }
      expect(box.textContent).to.equal(to);
      expect(box.children.length).to.equal(to.length + 2);
      expect(comments(box)).to.equal(fresh);
    });
  }

  it('keeps the element of a remaining item, wherever it moves', () => {
    const {box, show} = list();
    show('abcd');
    const [, a, b, , d] = box.children;
    show('dxba');
    expect(box.textContent).to.equal('dxba');
    expect([d, b, a].every((node, n) => node === box.children[[1, 3, 4][n] ?? 0])).to.equal(true);
  });

  it('changes no nodes if nothing changed', () => {
    const {box, show} = list();
    show('abcd');
    const observer = new MutationObserver(() => undefined);
    observer.observe(box, {childList: true, subtree: true, characterData: true});
    show('abcd');
    expect(observer.takeRecords()).to.deep.equal([]);
  });
});
