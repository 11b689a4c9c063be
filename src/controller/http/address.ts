/** Longer addresses are not parsed, because Node's parser takes quadratic time for a long host name. */
export const LONGEST_ADDRESS_CHARACTERS = 8192;

/** Parses an address; `undefined` if it is invalid or too long. */
export function parseAddress(address: string, base?: string | URL): URL | undefined {
  const isReadable = address.length <= LONGEST_ADDRESS_CHARACTERS && URL.canParse(address, base);
  return isReadable ? new URL(address, base) : undefined;
}
