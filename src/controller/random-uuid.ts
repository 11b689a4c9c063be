/** A random UUID (version 4). Not `crypto.randomUUID`, which insecure pages lack. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, at) => {
    if (at === 6) return ((byte & 0x0f) | 0x40).toString(16);
    if (at === 8) return ((byte & 0x3f) | 0x80).toString(16);
    return byte.toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
