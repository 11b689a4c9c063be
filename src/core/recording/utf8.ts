const REPLACEMENT = 0xfffd;

/** UTF-8 of a text; half a surrogate pair becomes U+FFFD, as on the platform. */
export function encodeUtf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const given = character.codePointAt(0) ?? REPLACEMENT;
    const code = given >= 0xd800 && given <= 0xdfff ? REPLACEMENT : given;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), trail(code));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), trail(code >> 6), trail(code));
    else bytes.push(0xf0 | (code >> 18), trail(code >> 12), trail(code >> 6), trail(code));
  }
  return Uint8Array.from(bytes);
}

const trail = (bits: number): number => 0x80 | (bits & 0x3f);

/** How many bytes a text has in UTF-8. */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    // Two halves of a pair make four bytes together, half a pair alone the three of U+FFFD.
    const paired = unit >= 0xd800 && unit <= 0xdbff && isLow(text.charCodeAt(at + 1));
    length += unit < 0x800 ? 1 : 2;
    if (paired) at++;
  }
  return length;
}

const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** The text of bytes that are whole UTF-8; `undefined` where they are not. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  const reader = new Utf8Reader();
  const text = reader.feed(bytes) + reader.end();
  return reader.broken ? undefined : text;
}

/**
 * Reads UTF-8 as it comes, characters cut anywhere (Encoding standard, UTF-8 decoder; a byte-order mark stays). What is
 * none becomes U+FFFD.
 */
export class Utf8Reader {
  #code = 0;
  #missing = 0;
  #lower = 0x80;
  #upper = 0xbf;
  #broken = false;

  /** Whether something was no UTF-8. */
  get broken(): boolean {
    return this.#broken;
  }

  /** The characters that these bytes complete. */
  feed(bytes: Uint8Array): string {
    const found: string[] = [];
    for (const byte of bytes) {
      if (this.#missing > 0) {
        if (byte >= this.#lower && byte <= this.#upper) {
          this.#follow(byte, found);
          continue;
        }
        found.push(this.#replace());
      }
      this.#begin(byte, found);
    }
    return found.join('');
  }

  /** Nothing more will come: a character that is not whole is none. */
  end(): string {
    return this.#missing > 0 ? this.#replace() : '';
  }

  #begin(byte: number, found: string[]): void {
    if (byte < 0x80) found.push(String.fromCharCode(byte));
    else if (byte >= 0xc2 && byte <= 0xdf) this.#expect(1, byte & 0x1f);
    else if (byte >= 0xe0 && byte <= 0xef) {
      this.#expect(2, byte & 0xf);
      if (byte === 0xe0) this.#lower = 0xa0;
      if (byte === 0xed) this.#upper = 0x9f;
    } else if (byte >= 0xf0 && byte <= 0xf4) {
      this.#expect(3, byte & 0x7);
      if (byte === 0xf0) this.#lower = 0x90;
      if (byte === 0xf4) this.#upper = 0x8f;
    } else found.push(this.#replace());
  }

  #follow(byte: number, found: string[]): void {
    this.#expect(this.#missing - 1, (this.#code << 6) | (byte & 0x3f));
    if (this.#missing === 0) found.push(String.fromCodePoint(this.#code));
  }

  #expect(missing: number, code: number): void {
    this.#missing = missing;
    this.#code = code;
    this.#lower = 0x80;
    this.#upper = 0xbf;
  }

  #replace(): string {
    this.#expect(0, 0);
    this.#broken = true;
    return String.fromCharCode(REPLACEMENT);
  }
}
