import type {Block} from '../block.js';
import {DASHES, trimBlanksEnd} from '../characters.js';
import {beginsAddress, mayBeginAddress} from '../destination.js';
import {isLoneTag} from '../html.js';
import {isTightRow} from '../table.js';

const CONTAINER_MARKERS =
  /^(?:[ \t]*(?:>|[-+*](?=[ \t])|(?!\d{4}[.)])\d{1,9}[.)](?=[ \t])))*[ \t]*/;

/** An incomplete line that may still become a marker, an underline, a fence, a delimiter row, a task box, a tag or a definition. */
const UNDECIDED = [
  new RegExp(`^[${DASHES}+*=_\`~#|: \\t\\u00A0\\u3000]*$`),
  /^(?:\d{1,3}[.)]?|\[(?:(?:[ xX]|\d{1,3})\]?)?[ \t]*|<[!?/]?[^\s>]{0,40})$/,
  /^\[\^[^\]\s]{0,99}\]?$/,
];

const DEFINITION = /^\[[^\]^]{1,99}\]:[ \t]*(?:<[^<>]*>?|(\S*))(?:[ \t]+(?:["'(].*)?)?$/;

/** Whether an incomplete line may be a definition: its target may become an address. */
function mayDefine(content: string): boolean {
  const [line, target] = DEFINITION.exec(content) ?? [];
  if (line === undefined) return false;
  return target === undefined || mayBeginAddress(target) || beginsAddress(target);
}

/** Whether the next line may be the header of a table: not a row, and not below a line with pipes, which would be the header. */
const mayBeginTable = (tip: Block | undefined): boolean =>
  tip?.kind !== 'table' && !(tip?.kind === 'paragraph' && tip.lines.at(-1)?.includes('|'));

/**
 * Whether an incomplete line is not displayed yet, to avoid a flash of syntax.
 *
 * @param tip The innermost open block.
 * @param isNested Whether it is inside of another block, whose markers the line may begin with.
 */
export function isHeldBack(line: string, tip: Block | undefined, isNested = true): boolean {
  if (tip?.kind === 'html' || tip?.kind === 'custom') return line === '';
  if (tip?.kind === 'code' && tip.fence) {
    const run = trimBlanksEnd(isNested ? line.replace(CONTAINER_MARKERS, '') : line.trimStart());
    if (run === '') return trimBlanksEnd(line) === ''; // else the markers are code
    return run === tip.fence.character.repeat(run.length);
  }
  const content = line.replace(CONTAINER_MARKERS, '');
  if (mayBeginTable(tip) && isTightRow(content)) return true;
  if (tip?.kind !== 'paragraph' && isLoneTag(content)) return true;
  return UNDECIDED.some(pattern => pattern.test(content)) || mayDefine(content);
}
