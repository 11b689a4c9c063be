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

describe('the displayed part of a conversation', () => {
  it('is the whole of a short one, as the same objects', () => {
    const items = [answer([text('Good morning.')])];
    expect(truncate(items)).to.equal(items);
  });

  it('is the end of a long one, within the limit of rendered items', () => {
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

  it('does not render again what was cut before', () => {
    const items = [answer([text('a '.repeat(9000)), text('b '.repeat(9000), {id: 'last'})])];
    expect(truncate(items)[0]?.children[0]).to.equal(truncate(items)[0]?.children[0]);
  });
});
