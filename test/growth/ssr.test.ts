import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {answer, source, text} from '../elements/support/items.js';
import {emptyConversation, type Item} from '../../src/core/index.js';
import {
  foreignHost,
  imageSource,
  linkTarget,
  safeUrl,
} from '../../src/elements/shared/html/safe-url.js';
import {renderChat} from '../../src/ssr/index.js';
import {superlinear} from './superlinear.js';

const entries: Readonly<Record<string, (text: string) => unknown>> = {
  'the address of a source or a file': words => {
    const url = safeUrl(`https://${words}`);
    return url && foreignHost(url);
  },
  'the address of a link': words => [linkTarget(`https://${words}`), linkTarget(words)],
  'the address of an image': words => [
    imageSource(`https://${words}`),
    imageSource(`data:image/png,${words}`),
  ],
};

describe('processing time of hostile addresses on a server grows no faster than their length', () => {
  for (const [name, read] of Object.entries(entries)) {
    it(`in ${name}`, () => {
      assert.deepEqual(superlinear(read), []);
    });
  }
});

describe('a host name of 128 KB', () => {
  const address = `https://${'a1.'.repeat(43_000)}example/`;
  const page = async (...children: readonly Item[]): Promise<string> =>
    (
      await renderChat({conversation: {...emptyConversation, children: [answer(children)]}})
    ).replace(/<!--.*?-->/g, '');

  it('is displayed as text and not as a link', async () => {
    const html = await page(text(`Look [here](${address}) or at ${address} first.`));
    assert.ok(!html.includes(`href="${address}`));
    assert.ok(html.includes('here'));
    assert.ok(html.includes(address));
  });

  it('is displayed as text in a source without a title', async () => {
    const html = await page(source({url: address, title: ''}));
    assert.ok(!html.includes(`href="${address}`));
    assert.ok(html.includes(address));
  });
});
