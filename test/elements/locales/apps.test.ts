import {expect} from '@open-wc/testing';
import {apps as en} from '../../../src/elements/locales/apps/en.js';
import {findAppLabels} from '../../../src/elements/locales/apps/read.js';
import {locales} from '../../../src/elements/locales/locales.js';
import {strings} from './strings.js';

describe('the labels of apps', () => {
  for (const tag of [...locales.names().filter(name => name !== 'en'), 'fr-CA', 'zh-Hans']) {
    it(`are complete in ${tag}, and translated`, async () => {
      const own = strings((await findAppLabels(tag)?.load())?.apps ?? en);
      const english = strings(en);
      expect([...own.keys()]).to.have.members([...english.keys()]);
      expect([...own.values()].filter(words => words.trim() === '')).to.deep.equal([]);
      const same = [...own].filter(([place, words]) => words === english.get(place));
      expect(same.filter(([, words]) => words !== 'App: 11')).to.eql([]);
    });
  }

  it('are English in other languages', () => {
    expect(findAppLabels('tlh')).to.equal(undefined);
    expect(findAppLabels('constructor')).to.equal(undefined);
  });
});
