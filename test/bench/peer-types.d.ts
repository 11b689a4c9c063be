// The used types of the peers, so that the benchmark compiles without them being installed.

declare module '*/deepChat.bundle.js';

declare module 'react-dom/client' {
  export function createRoot(place: Element): {render(element: unknown): void};
}

declare module 'streamdown' {
  import type {FunctionComponent} from 'react';
  export const Streamdown: FunctionComponent<{isAnimating: boolean; children: string}>;
}

declare module 'streaming-markdown' {
  export function default_renderer(place: Element): object;
  export function parser(renderer: object): object;
  export function parser_write(parser: object, text: string): void;
  export function parser_end(parser: object): void;
}

declare module 'streaming-markdown-html' {
  export function markdownToHtml(): TransformStream<string, string>;
  export function renderStreamingHTML(place: Element): WritableStream<string>;
}
