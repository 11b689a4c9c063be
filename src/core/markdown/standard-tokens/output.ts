import type {Block, CustomBlock} from '../block.js';
import {trimBlanksEnd} from '../characters.js';
import type {CustomInline} from '../inline.js';
import {extractMarks} from '../marks.js';
import type {SlottedHtml} from '../slots.js';
import type {MarkdownToken} from '../syntax.js';

/** The syntax of tokens whose output is known. */
const outputSyntax = {
  name: 'marked',
  tokenizer: () => undefined,
  renderer: (token: MarkdownToken) => token['output'],
} as const;

const blockSyntax = {...outputSyntax, level: 'block'} as const;
const inlineSyntax = {...outputSyntax, level: 'inline'} as const;

/**
 * A block whose output is known, in the place of another one.
 *
 * @param source The source, which is displayed if the output cannot be.
 */
export function outputBlock(
  {open, done, start, end, marks}: Pick<Block, 'open' | 'done' | 'start' | 'end' | 'marks'>,
  source: string,
  output: SlottedHtml,
): CustomBlock {
  const [html, inside] = extractMarks(output.html);
  const raw = trimBlanksEnd(extractMarks(source)[0]);
  return {
    kind: 'custom',
    ...{open, done, start, end},
    marks: inside.length > 0 ? [...marks, ...inside] : marks,
    lines: raw.split('\n'),
    syntax: blockSyntax,
    token: {raw, output: {html, slots: output.slots}},
  };
}

/** An inline whose output is known. */
export function outputInline(raw: string, output: SlottedHtml): CustomInline {
  return {kind: 'custom', token: {raw, output}, syntax: inlineSyntax};
}
