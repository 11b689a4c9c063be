import {expect, fixture, html} from '@open-wc/testing';
import {emulateMedia} from '@web/test-runner-commands';
import {Markdown} from '../../src/core/markdown/markdown.js';
import type {MarkdownOutput} from '../../src/elements/base/markdown-service.js';
import '../../src/elements/ubik-markdown/ubik-markdown.define.js';
import type {UbikMarkdown} from '../../src/elements/ubik-markdown/ubik-markdown.js';
import {diagrams} from '../../src/modules/diagrams/index.js';
import {find, has, until} from '../elements/support/dom.js';

const extended = new Markdown<MarkdownOutput>();
const frameScript = '/src/modules/diagrams/frame.ts';
const library = '/node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js';
extended.use(diagrams({frame: frameScript, library}));

const framed = new Markdown<MarkdownOutput>();
framed.use(diagrams({frame: '/test/modules/diagram-page.html'}));

const source = 'graph TD\n  A[Start] --> B[End]\n';

const start = (text: string, streaming = false, extensions = extended): Promise<UbikMarkdown> =>
  fixture(
    html`<ubik-markdown
      .text=${text}
      ?streaming=${streaming}
      .markdown=${extensions}
    ></ubik-markdown>`,
  );

const rendered = (element: UbikMarkdown): Promise<void> =>
  until(() => has(element, 'iframe') && find(element, 'iframe').clientHeight > 50);

describe('the module for diagrams', () => {
  // The test server prepares the library, of 3 MB, at its first request.
  before(() => Promise.all([frameScript, library].map(async path => (await fetch(path)).text())));

  it('renders a diagram in a frame that cannot access the page, and shows its source on request', async () => {
    const element = await start(`\`\`\`mermaid\n${source}\`\`\``);
    await rendered(element);
    const frame = find(element, 'iframe', HTMLIFrameElement);
    expect(frame.getAttribute('sandbox')).to.equal('allow-scripts');
    expect(frame.contentDocument).to.equal(null);
    const code = find(element, 'pre');
    expect(code.hidden).to.be.true;
    await expect(element).to.be.accessible();
    const toggle = find(element, '.bar > button');
    toggle.click();
    expect(code.hidden).to.be.false;
    expect(frame.clientHeight).to.equal(0);
    expect(code.textContent).to.equal(source);
    toggle.click();
    expect(code.hidden).to.be.true;
  });

  it('renders through a page of the site too', async () => {
    await rendered(await start(`\`\`\`mermaid\n${source}\`\`\``, false, framed));
  });

  it('waits until the block is complete', async () => {
    const element = await start(`\`\`\`mermaid\n${source}`, true);
    expect(has(element, 'iframe')).to.be.false;
    element.text += '```\n';
    await element.updateComplete;
    expect(has(element, 'iframe')).to.be.true;
    await rendered(element);
  });

  it('ignores invalid diagrams and other languages', async () => {
    const element = await start('```mermaid\nno diagram at all\n```\n\n```js\nlet a;\n```');
    expect(has(element, 'iframe')).to.be.true;
    await until(() => !has(element, 'iframe'));
    expect(find(element, 'pre').hidden).to.be.false;
  });

  it('has the colour scheme of the chat', async () => {
    const themed = new Markdown<MarkdownOutput>();
    themed.use(diagrams({frame: frameScript, library: '/test/support/theme-library.js'}));
    const isDarkIn = async (colorScheme: string): Promise<boolean> => {
      const element = await start(`\`\`\`mermaid\n${source}\`\`\``, false, themed);
      element.style.colorScheme = colorScheme;
      await rendered(element);
      const height = find(element, 'iframe').clientHeight;
      const isDark = height > 650;
      expect(isDark || height < 150, `${colorScheme}: ${height}`).to.be.true;
      return isDark;
    };
    const system = matchMedia('(prefers-color-scheme: dark)').matches;
    expect(await isDarkIn('dark')).to.be.true;
    expect(await isDarkIn('only dark')).to.be.true;
    expect(await isDarkIn('light')).to.be.false;
    expect(await isDarkIn('normal')).to.be.false;
    expect(await isDarkIn('light dark')).to.equal(system);
    // The runner changes the scheme of the system in Chromium only.
    if (!('userAgentData' in navigator)) return;
    await emulateMedia({colorScheme: 'dark'});
    expect(await isDarkIn('light dark')).to.be.true;
    expect(await isDarkIn('normal')).to.be.false;
    await emulateMedia({colorScheme: 'light'});
    expect(await isDarkIn('light dark')).to.be.false;
  });

  it('is rendered again when the colour scheme of the chat changes', async () => {
    const themed = new Markdown<MarkdownOutput>();
    themed.use(diagrams({frame: frameScript, library: '/test/support/theme-library.js'}));
    const element = await start(`\`\`\`mermaid\n${source}\`\`\``, false, themed);
    element.style.colorScheme = 'light';
    await rendered(element);
    const frame = find(element, 'iframe');
    element.style.colorScheme = 'dark';
    await until(() => frame.clientHeight > 650);
    element.style.colorScheme = 'light';
    await until(() => frame.clientHeight < 150);
    expect(find(element, 'iframe')).to.equal(frame);
  });

  it('accepts messages of its frame only, and is removed with its block', async () => {
    const element = await start(`\`\`\`mermaid\n${source}\`\`\``);
    postMessage({diagram: 'failed'}, '*');
    await rendered(element);
    element.text = 'Something else.';
    await element.updateComplete;
    expect(has(element, 'iframe')).to.be.false;
  });
});

describe('the frame of a diagram', () => {
  it('renders the output of the library without its links, and runs no script in it', async () => {
    const svg =
      '<svg><a href="https://evil.example" xlink:href="https://evil.example"><text>Start</text></a>' +
      '<script>parent.postMessage("it ran", "*")</script>' +
      '<foreignObject><img src="data:," onerror="parent.postMessage(\'it ran\', \'*\')" /></foreignObject></svg>';
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const {contentWindow: inside, contentDocument: page} = frame;
    if (!inside || !page) throw new Error('There is no frame.');
    const mermaid = {initialize: () => undefined, render: () => Promise.resolve({svg})};
    Object.assign(inside, {mermaid});
    const policy = page.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content = `default-src 'none'; script-src ${location.origin}; img-src data:`;
    page.head.append(policy);
    const received: unknown[] = [];
    const listen = ({source, data}: MessageEvent<{diagram?: string}>): void => {
      if (source !== inside) return;
      received.push(data.diagram ?? data);
      if (data.diagram === 'ready') inside.postMessage({source: 'graph TD', dark: false}, '*');
    };
    addEventListener('message', listen);
    const script = page.createElement('script');
    script.type = 'module';
    script.src = frameScript;
    page.head.append(script);
    await until(() => received.includes('rendered'));
    await new Promise(resolve => setTimeout(resolve));
    removeEventListener('message', listen);
    expect(received).to.deep.equal(['ready', 'rendered']);
    expect(page.body.querySelector('a')).to.equal(null);
    expect(page.body.querySelector('text')?.textContent).to.equal('Start');
    frame.remove();
  });
});
