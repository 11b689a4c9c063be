import {expect} from '@open-wc/testing';

/** What the page under the strict policy tells when it has drawn everything. */
function load({pathname}: URL): Promise<unknown> {
  const frame = document.createElement('iframe');
  frame.width = '600';
  frame.height = '600';
  frame.src = `/__strict?module=${encodeURIComponent(pathname)}`;
  return new Promise(resolve => {
    const listen = ({data, source}: MessageEvent<unknown>): void => {
      if (source !== frame.contentWindow) return;
      removeEventListener('message', listen);
      frame.remove();
      resolve(data);
    };
    addEventListener('message', listen);
    document.body.append(frame);
  });
}

describe('a page under the strictest policy', () => {
  it('is shown a whole chat, with Markdown that is hostile, without breaking a rule', async () => {
    expect(await load(new URL('./support/strict.ts', import.meta.url))).to.deep.equal({
      violations: [],
      drawn: 2,
    });
  });

  it('is shown an inspector that goes through a run', async () => {
    expect(await load(new URL('./support/strict-inspector.ts', import.meta.url))).to.deep.equal({
      violations: [],
      drawn: 41,
    });
  });
});
