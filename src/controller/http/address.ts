/** A longer address is not parsed: a long host name takes Node's parser time that grows with its square. */
export const LONGEST_ADDRESS_CHARACTERS = 8192;

/** The address that a text names, undefined where it names none or is too long. */
export function parseAddress(address: string, base?: string | URL): URL | undefined {
  const isReadable = address.length <= LONGEST_ADDRESS_CHARACTERS && URL.canParse(address, base);
  return isReadable ? new URL(address, base) : undefined;
}
