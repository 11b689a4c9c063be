import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {render} from '@lit-labs/ssr';
import {collectResult} from '@lit-labs/ssr/lib/render-result.js';
import {html as staticHtml, unsafeStatic} from 'lit/static-html.js';
import '../../src/parts.js';

const tags = [
  'ubik-composer',
  'ubik-conversation',
  'ubik-items',
  'ubik-launcher',
  'ubik-message',
  'ubik-progress',
  'ubik-request',
  'ubik-sessions',
  'ubik-status',
  'ubik-step',
  'ubik-suggestions',
  'ubik-thinking',
  'ubik-tool',
  'ubik-transcript',
];

describe('a part rendered on a server', () => {
  for (const tag of tags) {
    it(`waits for its conversation: ${tag}`, async () => {
      const name = unsafeStatic(tag);
      const html = await collectResult(
        render(staticHtml`<${name} for="agent" endpoint="/api/v1"></${name}>`),
      );
      assert.match(html, new RegExp(`<${tag} [^>]*for="agent"`));
      assert.match(html, /<template shadowroot(mode)?="open"/);
    });
  }

  it('has the content of an item that is passed to it', async () => {
    const step = {
      id: 'step',
      kind: 'step',
      status: 'done',
      children: [],
      number: 2,
      title: 'Compare <the> numbers',
    } as const;
    const html = await collectResult(render(staticHtml`<ubik-step .item=${step}></ubik-step>`));
    assert.match(html, /Compare &lt;the&gt; numbers/);
  });
});
