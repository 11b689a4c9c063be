import {expect, fixture, html} from '@open-wc/testing';
import {markdown} from '../../src/elements/base/markdown-service.js';
import '../../src/elements/ubik-markdown/ubik-markdown.define.js';
import type {UbikMarkdown} from '../../src/elements/ubik-markdown/ubik-markdown.js';
import {diagrams} from '../../src/cdn/diagrams.js';
import {has, until} from '../elements/support/dom.js';

/** The scripts of each frame that renders the diagram of a text. */
async function scripts(): Promise<readonly string[]> {
  const element = await fixture<UbikMarkdown>(
    html`<ubik-markdown .text=${'```mermaid\ngraph LR\n  a --> b\n```'}></ubik-markdown>`,
  );
  await until(() => has(element, 'iframe'));
  const frames = [...(element.shadowRoot?.querySelectorAll('iframe') ?? [])];
  return frames.map(({src}) =>
    Array.from(decodeURIComponent(src).matchAll(/<script src="([^"]*)/g), ([, path = '']) =>
      path.replace(location.origin, ''),
    ).join(),
  );
}

describe('the file for diagrams of the CDN folder', () => {
  it('finds the script of the frame beside itself, and the library in the package beside this one', async () => {
    expect(await scripts()).to.deep.equal([
      '/@mermaid-js/tiny/dist/mermaid.tiny.js,/src/cdn/diagram-frame.js',
    ]);
  });

  it('renders each diagram once, with the address of the library that the page names', async () => {
    const undo = markdown.use(diagrams({library: '/vendor/mermaid.js'}));
    expect(await scripts()).to.deep.equal(['/vendor/mermaid.js,/src/cdn/diagram-frame.js']);
    undo();
  });
});
