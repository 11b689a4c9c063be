import {expect} from '@open-wc/testing';
import type {Item} from '../../../src/core/index.js';
import {truncate} from '../../../src/elements/ubik-inspector/truncate.js';
import {answer, text} from '../support/items.js';

const sizes = (items: readonly Item[]): readonly [items: number, characters: number] => {
  const all = [...items];
  for (const item of all) all.push(...item.children);
  const words = all.map(item => (item.kind === 'text' ? item.text.length : 0));
  return [all.length, words.reduce((sum, length) => sum + length, 0)];
};

describe('what is drawn of a conversation', () => {
  it('is all of it, as the same objects, where it is short', () => {
    const items = [answer([text('Good morning.')])];
    expect(truncate(items)).to.equal(items);
  });

  it('is the end of it, and never more than can be drawn at once', () => {
    const texts = Array.from({length: 3000}, (_, at) => ({
      ...text(`${at} `.repeat(2000)),
      id: `t${at}`,
    }));
    const [message] = truncate([answer(texts)]);
    const [items, characters] = sizes(message ? [message] : []);
    expect(items).to.be.at.most(60);
    expect(characters).to.be.at.most(8000 + 60 * 90);
    const last = message?.children.at(-1);
    expect(last?.kind === 'text' && last.text.endsWith('2999 2999 ')).to.be.true;
  });

  it('does not draw again what was cut before', () => {
    const items = [answer([text('a '.repeat(9000)), text('b '.repeat(9000), {id: 'last'})])];
    expect(truncate(items)[0]?.children[0]).to.equal(truncate(items)[0]?.children[0]);
  });
});
