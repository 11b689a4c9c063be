import type {Markdown, MarkdownTokens} from '../../core/markdown/markdown.js';
import type {Block} from '../../core/markdown/block.js';
import type {Decode} from '../../core/markdown/destination.js';
import type {ParsedText} from '../../core/markdown/engine.js';
import {MarkdownDocument} from '../../core/markdown/markdown-document.js';
import {SlotList} from '../../core/markdown/slots.js';
import type {BlockSyntax, MarkdownSyntax, MarkdownToken} from '../../core/markdown/syntax.js';
import type {MarkdownRendering} from './markdown-rendering.js';
import type {MarkdownOutput} from '../base/markdown-service.js';
import {attempt} from './attempt.js';
import {createLexer, createParser} from './nested.js';
import {OutputView} from './nodes/output.js';

/**
 * Replaces the content of an element by an extension's rendering of a token. Returns false if all extensions decline.
 */
export function extend<K extends keyof MarkdownTokens>(
  place: Element,
  kind: K,
  token: MarkdownTokens[K],
  rendering: MarkdownRendering,
): boolean {
  const output = attempt(() => rendering.extensions.render(kind, token));
  return new OutputView(place, rendering).show(output, false);
}

/**
 * The syntax of extensions, in which an exception counts as declining, or in `end` as the end of the block. Its functions
 * have a lexer and a parser for the text inside a token, as in `marked`.
 *
 * @param rewrite Applies to the text inside a token what extensions change of standard tokens.
 */
export function safeSyntax(
  markdown: Markdown<MarkdownOutput>,
  decode: Decode,
  rewrite: (parsed: ParsedText) => ParsedText,
): MarkdownSyntax[] {
  const safe = markdown.syntax.map((syntax): MarkdownSyntax => {
    const {start} = syntax;
    const {continues, end, endsBefore}: Partial<BlockSyntax> =
      syntax.level === 'block' ? syntax : {};
    return {
      ...syntax,
      tokenizer: (text: string, open: boolean, before?: string) =>
        attempt(() => syntax.tokenizer.call({lexer: createLexer()}, text, open, before)),
      renderer: (token: MarkdownToken) => attempt(() => write(syntax, token, parseBlocks)),
      ...(start && {start: (text: string) => attempt(() => start(text))}),
      ...(continues && {
        continues: (line: string, paragraph: readonly string[]) =>
          attempt(() => continues.call(syntax, line, paragraph)) ?? false,
      }),
      ...(end && {
        end: (line: string, first: boolean) => {
          let ends: boolean | number = true;
          attempt(() => (ends = end.call(syntax, line, first)));
          return ends;
        },
      }),
      ...(endsBefore && {
        endsBefore: (line: string, lines: readonly string[]) =>
          attempt(() => endsBefore.call(syntax, line, lines)) ?? false,
      }),
    };
  });
  const parseBlocks = (text: string): readonly Block[] => {
    const parsed = rewrite(new MarkdownDocument(decode, safe));
    parsed.update(text, [], false);
    return parsed.blocks;
  };
  return safe;
}

function write(
  syntax: MarkdownSyntax<MarkdownOutput>,
  token: MarkdownToken,
  parseBlocks: (text: string) => readonly Block[],
): MarkdownOutput | undefined {
  const list = new SlotList();
  const parser = createParser(list, parseBlocks);
  // A renderer of `marked` declines with `false`.
  const output = syntax.renderer.call({parser}, token) as MarkdownOutput | false | undefined;
  if (output === false) return undefined;
  return typeof output === 'string' ? {html: output, slots: list.slots} : output;
}
