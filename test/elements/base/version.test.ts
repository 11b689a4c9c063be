import {expect} from '@open-wc/testing';
import {version} from '../../../src/elements/base/version.js';

describe('version', () => {
  it('is the version of the package', async () => {
    const answer = await fetch('/package.json');
    const {version: published} = (await answer.json()) as {version: string};
    expect(version).to.equal(published);
  });
});
