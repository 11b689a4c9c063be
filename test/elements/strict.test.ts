import {expect} from '@open-wc/testing';

/** The policy violations that the page reports after everything is rendered. */
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
  it('renders a whole chat with hostile Markdown without a violation', async () => {
    expect(await load(new URL('./support/strict.ts', import.meta.url))).to.deep.equal({
      violations: [],
      drawn: 2,
    });
  });

  it('renders an inspector that seeks through a run without a violation', async () => {
    expect(await load(new URL('./support/strict-inspector.ts', import.meta.url))).to.deep.equal({
      violations: [],
      drawn: 41,
    });
  });
});
