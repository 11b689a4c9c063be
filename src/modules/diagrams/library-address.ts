/** The version of `@mermaid-js/tiny` that this package is tested with; a test compares it with `package.json`. */
export const libraryVersion = '12.0.0';

/**
 * Address of the library beside the package `ubik-chat` that serves a file of the CDN folder. A server that names the
 * version of a package in its addresses gets that of the library too: without one, it sends the newest.
 */
export function libraryAddress(file: string): string {
  const version = /\/ubik-chat@[^/]+\/dist\/cdn\//.test(file) ? `@${libraryVersion}` : '';
  return new URL(`../../../@mermaid-js/tiny${version}/dist/mermaid.tiny.js`, file).href;
}
