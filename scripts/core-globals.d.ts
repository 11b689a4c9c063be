/** The globals that `src/core` uses and that the ECMAScript library lacks. Browsers, Node, Deno, Bun and workers have them. */

declare const console: {warn(message: string): void};

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(label: 'utf-8', options?: {readonly fatal?: boolean; readonly ignoreBOM?: boolean});
  decode(bytes?: Uint8Array, options?: {readonly stream?: boolean}): string;
}
