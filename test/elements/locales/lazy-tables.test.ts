import {expect} from '@open-wc/testing';
import {lazyTables} from '../../../src/elements/locales/lazy-tables.js';

describe('tables of labels', () => {
  const find = lazyTables({
    pt: () => Promise.resolve('Portuguese'),
    'pt-br': () => Promise.resolve('Portuguese of Brazil'),
    'zh-hant': () => Promise.resolve('traditional Chinese'),
  });

  it('are found by the region or the script first, then by the language', async () => {
    expect(await find('pt-BR')?.load()).to.equal('Portuguese of Brazil');
    expect(await find('pt-PT')?.load()).to.equal('Portuguese');
    expect(await find('zh-Hant-TW')?.load()).to.equal('traditional Chinese');
  });

  it('are not found for other languages', () => {
    for (const tag of ['zh', 'tlh', 'constructor', '']) expect(find(tag)).to.equal(undefined);
  });
});
