import {expect} from '@open-wc/testing';
import {inspector as en} from '../../../src/elements/locales/inspector/en.js';
import {findInspectorLabels} from '../../../src/elements/locales/inspector/read.js';
import {locales} from '../../../src/elements/locales/locales.js';
import {strings} from './strings.js';

describe('the labels of the inspector', () => {
  for (const tag of [...locales.names().filter(name => name !== 'en'), 'fr-CA', 'zh-Hans']) {
    it(`are complete in ${tag}, and translated`, async () => {
      const own = strings((await findInspectorLabels(tag)?.load())?.inspector ?? en);
      const english = strings(en);
      expect([...own.keys()]).to.have.members([...english.keys()]);
      expect([...own.values()].filter(words => words.trim() === '')).to.deep.equal([]);
      const same = [...own].filter(([place, words]) => words === english.get(place));
      expect(same.filter(([, words]) => !/^(Name|Frames?|Diagnostics?)$/.test(words))).to.eql([]);
    });
  }

  it('are English in other languages', () => {
    expect(findInspectorLabels('tlh')).to.equal(undefined);
    expect(findInspectorLabels('constructor')).to.equal(undefined);
  });
});
