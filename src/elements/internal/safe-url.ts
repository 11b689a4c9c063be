/**
 * An address out of a conversation that may be followed: `http` and `https` only, and relative ones. Anything else is
 * hostile or useless here.
 */
export function safeUrl(url: string | undefined): string | undefined {
  if (!url) return undefined;
  try {
    const {protocol, href} = new URL(url, document.baseURI);
    return protocol === 'http:' || protocol === 'https:' ? href : undefined;
  } catch {
    return undefined;
  }
}
