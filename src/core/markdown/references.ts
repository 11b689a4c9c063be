import {readReference, type Decode} from './destination.js';

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|\w{1,31});/g;

/** Resolves the character references of a text, which the tokens of `marked` contain as written. */
export function decodeReferences(text: string, decode: Decode): string {
  if (!text.includes('&')) return text;
  return text.replace(
    REFERENCE,
    (source: string, decimal?: string, hexadecimal?: string) =>
      readReference(source, decimal, hexadecimal, decode) ?? source,
  );
}

/** Escapes a text for HTML, except its character references. */
export function escapeText(text: string): string {
  return text
    .replace(/&(?!(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|\w{1,31});)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
