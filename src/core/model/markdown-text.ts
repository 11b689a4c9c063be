import {isContainer, type Block, type InnerFence} from '../markdown/block.js';
import {BlockParser} from '../markdown/blocks/block-parser.js';
import {htmlEnd} from '../markdown/html.js';

/**
 * Helpers that write Markdown. They accept any input, not only well-formed Markdown or strings, because ops may omit a
 * field, and a protocol may assign any value.
 */

/** The value if it is a string, else an empty string. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const lines = (text: string): string[] => text.split(/\r\n?|\n/);

/** Escapes plain text for a single line. Only opening brackets, because many readers take `\[a\]` for a formula. */
export function inline(text: unknown): string {
  return textOf(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*[<~]|&(?=#?\w+;)/g, '\\$&')
    .replace(/_/g, (mark, at: number, whole: string) =>
      isLetter(whole[at - 1]) && isLetter(whole[at + 1]) ? mark : `\\${mark}`,
    )
    .replace(/^[-+=>#]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/ (#+)$/, ' \\$1');
}

/** Underscores inside words need no escape, and are frequent in names. */
const isLetter = (sign: string | undefined): boolean =>
  sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

/** Escapes plain text, keeping its lines. */
export function prose(text: unknown): string {
  return lines(textOf(text).trim()).map(inline).join('\n');
}

/** A block quote with the lines of a text. */
export function quote(text: string): string {
  return lines(text)
    .map(line => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** A code block. Its fence is longer than any fence in the text. */
export function fence(text: string, language = ''): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const marks = '`'.repeat(longest + 1);
  return `${marks}${language}\n${text.replace(/\n$/, '')}\n${marks}`;
}

/**
 * A link for `http:` and `https:` URLs. For any other URL only the text, because it has no meaning outside its page.
 */
export function link(text: unknown, url: unknown): string {
  if (typeof url !== 'string' || !/^https?:/i.test(url)) return inline(text);
  const address = url.trim().replace(/[<>\\\s]/g, encodeURIComponent);
  if (text === url) return `<${address}>`;
  const escaped = address.replace(/&(?=#?\w+;)/g, '&amp;');
  return `[${inline(text).replaceAll(']', '&#93;')}](${/[()]/.test(escaped) ? `<${escaped}>` : escaped})`;
}

/**
 * Closes a code block or HTML that is open at the end, so that it does not contain the following text. Indents code that has
 * not the indentation of its item, so that every reader ends it there. Removes surrounding blank lines.
 */
export function closed(text: string): string {
  const trimmed = text.replace(/^(?:[ \t]*[\r\n])+/, '').trimEnd();
  const lines = trimmed.split(/(?<=\n|\r(?!\n))/);
  let end = '';
  for (const {block, prefix} of allBlocks(readBlocks(`${trimmed}\n`).children)) {
    // A blank line ends a quote.
    if (prefix.includes('>')) continue;
    if (block.kind === 'code' && block.fence?.unindented) {
      let isMissing = false;
      for (let at = block.start; at < block.end; at++) {
        const line = lines[at] ?? '';
        isMissing ||=
          line.trim() !== '' && line.replaceAll('\t', '    ').search(/\S/) < prefix.length;
        if (isMissing) lines[at] = prefix + line.replace(/^[ \t]+(?=(?:`{3,}|~{3,})\s*$)/, '');
      }
    }
    if (block.open) end = endOf(block, prefix);
  }
  return lines.join('') + end;
}

/** What ends an open block. */
function endOf(block: Block, prefix: string): string {
  if (block.kind === 'html') return htmlEnd(block.lines[0] ?? '');
  let end = '';
  let fence: InnerFence | undefined = block.kind === 'code' ? block.fence : undefined;
  for (; fence; fence = fence.inner) {
    end = `\n${prefix}${fence.character.repeat(fence.length)}${end}`;
  }
  return end;
}

/** Reads the blocks of a text as they are displayed. */
export function readBlocks(text: string): BlockParser {
  const parser = new BlockParser(() => undefined);
  parser.push(text);
  return parser;
}

/** A block, and what its lines begin with. */
interface PlacedBlock {
  readonly block: Block;
  readonly prefix: string;
}

/** The blocks at all depths, containers before their content. */
export function allBlocks(blocks: readonly Block[], prefix = ''): readonly PlacedBlock[] {
  return blocks.flatMap(block => {
    if (!isContainer(block)) return [{block, prefix}];
    const columns = block.kind === 'item' ? block.indent : block.kind === 'footnote' ? 4 : 0;
    const inner = prefix + (block.kind === 'quote' ? '> ' : ' '.repeat(columns));
    return [{block, prefix}, ...allBlocks(block.children, inner)];
  });
}
