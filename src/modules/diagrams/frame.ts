import type {RenderRequest, FrameMessage} from './messages.js';

/*
 * The script of the frame, which the frame loads after the library. The frame has an opaque origin, so it cannot access
 * the page, and its policy forbids all requests.
 */

interface Mermaid {
  initialize(options: object): void;
  render(id: string, source: string): Promise<{readonly svg: string}>;
}

const {mermaid} = globalThis as unknown as {readonly mermaid: Mermaid};
const answer = (message: FrameMessage): void => parent.postMessage(message, '*');

async function renderDiagram({source, dark}: RenderRequest): Promise<void> {
  // Without the scheme of the page around it, the browser paints a background behind the diagram.
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    theme: dark ? 'dark' : 'default',
  });
  const {svg} = await mermaid.render('diagram', source);
  document.body.style.margin = '12px';
  // Parse into a document without a window, so that no script runs.
  const {body} = new DOMParser().parseFromString(svg, 'text/html');
  // A link would navigate the frame to an address that the reader has not seen.
  for (const link of body.querySelectorAll('a')) link.replaceWith(...link.childNodes);
  document.body.replaceChildren(...body.childNodes);
  answer({diagram: 'rendered', height: document.documentElement.offsetHeight});
}

addEventListener('message', ({source, data}: MessageEvent<RenderRequest>) => {
  if (source === parent) renderDiagram(data).catch(() => answer({diagram: 'failed'}));
});
answer({diagram: 'ready'});
