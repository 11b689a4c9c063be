import type {Companion} from '../../core/markdown/markdown.js';
import type {RenderedCode} from '../../elements/ubik-markdown/markdown-rendering.js';
import {themeOf, watchColours} from '../../elements/shared/theme.js';
import type {DiagramOptions} from './index.js';
import type {RenderRequest, FrameMessage} from './messages.js';

const maxHeightPx = 2000;

/**
 * Replaces a block of code by its diagram, with a button that switches back to the code. The diagram is rendered in a
 * sandboxed frame, which communicates by messages.
 */
export class Diagram implements Companion {
  readonly #code: RenderedCode;
  readonly #options: DiagramOptions;
  #frame: HTMLIFrameElement | undefined;
  #button: HTMLButtonElement | undefined;
  /** The theme of the rendered diagram. */
  #theme: 'light' | 'dark' | undefined;
  #endWatch: (() => void) | undefined;

  constructor(code: RenderedCode, options: DiagramOptions) {
    this.#code = code;
    this.#options = options;
  }

  update(_from: number, done: boolean): void {
    if (!done || this.#frame) return;
    addEventListener('message', this.#onMessage);
    this.#frame = document.createElement('iframe');
    this.#frame.setAttribute('sandbox', 'allow-scripts');
    this.#frame.title = this.#code.labels.diagram;
    this.#frame.src = frameAddress(this.#options);
    // Do not hide the frame: without layout it cannot measure the diagram.
    Object.assign(this.#frame.style, {
      display: 'block',
      inlineSize: '100%',
      blockSize: '0',
      border: '0',
    });
    this.#code.source.after(this.#frame);
  }

  remove(): void {
    this.#endWatch?.();
    removeEventListener('message', this.#onMessage);
    this.#frame?.remove();
    this.#button?.remove();
    this.#code.source.hidden = false;
    this.#frame = this.#button = this.#endWatch = undefined;
  }

  readonly #onMessage = ({source, data}: MessageEvent<FrameMessage | null>) => {
    const frame = this.#frame;
    if (frame?.contentWindow !== source || !source) return;
    if (data?.diagram === 'ready') {
      this.#endWatch?.();
      this.#send(frame);
      this.#endWatch = watchColours(this.#code.block, () => {
        if (themeOf(this.#code.block) !== this.#theme) this.#send(frame);
      });
    } else if (data?.diagram === 'failed') this.remove();
    else if (data?.diagram === 'rendered') this.#show(frame, data.height);
  };

  #send(frame: HTMLIFrameElement): void {
    this.#theme = themeOf(this.#code.block);
    const request: RenderRequest = {
      source: this.#code.lines.map(({text}) => text).join(''),
      dark: this.#theme === 'dark',
    };
    frame.contentWindow?.postMessage(request, '*'); // The frame has an opaque origin, so no target origin can be named.
  }

  #show(frame: HTMLIFrameElement, height: number): void {
    frame.style.blockSize = `${Math.min(Math.max(height, 0), maxHeightPx) || 0}px`;
    if (this.#button) return;
    this.#code.source.hidden = true;
    const button = document.createElement('button');
    this.#button = button;
    button.type = 'button';
    button.textContent = this.#code.labels.diagramSource;
    button.ariaPressed = 'false';
    button.addEventListener('click', () => {
      const shown = this.#code.source.hidden;
      this.#code.source.hidden = !shown;
      frame.hidden = shown;
      frame.style.display = shown ? 'none' : 'block';
      button.ariaPressed = String(shown);
    });
    this.#code.header.prepend(button);
  }
}

/** The address of the frame. A policy in the frame's document allows only the library and the frame's script. */
function frameAddress({frame, library = ''}: DiagramOptions): string {
  const resolve = (address: string): URL => new URL(address, document.baseURI);
  if (resolve(frame).pathname.endsWith('.html')) return resolve(frame).href;
  const scripts = [resolve(library), resolve(frame)];
  const origins = new Set(scripts.map(({origin}) => origin));
  const policy = `default-src 'none'; script-src ${[...origins].join(' ')}; style-src 'unsafe-inline'; font-src data:; img-src data:`;
  const tags = scripts.map(({href}) => `<script src="${href}"></script>`);
  const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><body>${tags.join('')}`;
  return `data:text/html;charset=utf-8,${encodeURIComponent(page)}`;
}
