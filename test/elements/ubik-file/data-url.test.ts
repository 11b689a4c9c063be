import {expect} from '@open-wc/testing';
import {fileInDataUrl} from '../../../src/elements/ubik-file/data-url.js';

describe('fileInDataUrl', () => {
  it('reads bytes and text', async () => {
    const bytes = fileInDataUrl('data:image/png;base64,AP8=');
    expect(bytes?.type).to.equal('image/png');
    expect([...new Uint8Array(await bytes!.arrayBuffer())]).to.deep.equal([0, 255]);
    const text = fileInDataUrl('DATA:text/plain;charset=utf-8,a%20%C3%A9,b');
    expect(text?.type).to.equal('text/plain');
    expect(await text?.text()).to.equal('a é,b');
    expect(await fileInDataUrl('data:,')?.text()).to.equal('');
  });

  it('refuses everything else', () => {
    for (const url of [
      'https://a.example',
      'data:image/png;base64',
      'data:;base64,%%%',
      'data:,%E9',
    ]) {
      expect(fileInDataUrl(url)).to.equal(undefined);
    }
  });
});
