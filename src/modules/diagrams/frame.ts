import type {DrawRequest, FrameAnswer} from './messages.js';

/*
 * What runs in the frame, behind the library: the build joins both into one script. The frame has no origin, so nothing
 * of the page is in its reach, and its policy lets it fetch nothing.
 */

interface Mermaid {
  initialize(options: object): void;
  render(id: string, source: string): Promise<{readonly svg: string}>;
}

const {mermaid} = globalThis as unknown as {readonly mermaid: Mermaid};
const answer = (message: FrameAnswer): void => parent.postMessage(message, '*');

async function draw({source, dark}: DrawRequest): Promise<void> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    theme: dark ? 'dark' : 'default',
  });
  const {svg} = await mermaid.render('diagram', source);
  document.body.style.margin = '12px';
  // In a document without a window, so that no script in it ever runs.
  const {body} = new DOMParser().parseFromString(svg, 'text/html');
  // A link would navigate the frame to an address that the reader has not seen.
  for (const link of body.querySelectorAll('a')) link.replaceWith(...link.childNodes);
  document.body.replaceChildren(...body.childNodes);
  answer({diagram: 'drawn', height: document.documentElement.offsetHeight});
}

addEventListener('message', ({source, data}: MessageEvent<DrawRequest>) => {
  if (source === parent) draw(data).catch(() => answer({diagram: 'failed'}));
});
answer({diagram: 'ready'});
