import type {Token, Tokens} from 'marked';
import type {Block, CodeBlock, TableBlock} from '../../core/markdown/block.js';
import {trimBlanksEnd} from '../../core/markdown/characters.js';
import type {Decode} from '../../core/markdown/destination.js';
import type {Inline} from '../../core/markdown/inline.js';
import {extractMarks} from '../../core/markdown/marks.js';
import {decodeReferences} from '../../core/markdown/references.js';
import {outputBlock} from '../../core/markdown/standard-tokens/output.js';
import {InlineBuilder} from './inline-builder.js';
import {OutputWriter} from './output-writer.js';
import type {LexedText, MarkedReader} from './reader.js';
import {SYNTAX_TYPE, type SyntaxToken} from './syntax.js';

/** Maximum nesting depth of blocks. Deeper blocks are text, so that renderers may recurse. */
const MAX_DEPTH = 40;

type Alignments = TableBlock['alignments'];

/**
 * Converts tokens of `marked` to the tree that is rendered. A token that an extension or an overridden renderer renders
 * becomes a custom block or inline with its HTML.
 */
export class TreeBuilder {
  readonly #decode: Decode;
  readonly #inlines: InlineBuilder;
  readonly #output: OutputWriter;
  #codes: LexedText['codes'] = new Map();
  #done = false;
  #depth = 0;

  constructor(reader: MarkedReader, decode: Decode) {
    this.#decode = decode;
    const blocks = (tokens: readonly Token[]): Block[] => this.#buildAll(tokens);
    const inlines = (tokens: readonly Token[]): Inline[] => this.#inlines.build(tokens);
    this.#output = new OutputWriter(reader, {blocks, inlines});
    this.#inlines = new InlineBuilder(this.#output, decode, reader.postprocess);
  }

  /**
   * Converts block tokens.
   *
   * @param codes The code of each block of code before `walkTokens`.
   * @param done Whether the blocks are final.
   */
  build(tokens: readonly Token[], codes: LexedText['codes'], done: boolean): Block[] {
    this.#codes = codes;
    this.#done = done;
    this.#depth = 0;
    return this.#buildAll(tokens);
  }

  #buildAll(tokens: readonly Token[]): Block[] {
    this.#depth++;
    try {
      return tokens.flatMap(token => this.#build(token) ?? []);
    } finally {
      this.#depth--;
    }
  }

  #build(token: Token): Block | undefined {
    if (token.type === SYNTAX_TYPE) return this.#custom(token as unknown as SyntaxToken);
    if (token.type === 'code') return this.#code(token as Tokens.Code);
    const output = this.#output.block(token);
    if (output) {
      if (output.html.trim() === '') return undefined;
      return outputBlock(this.#base('custom'), token.raw, output);
    }
    if (this.#depth > MAX_DEPTH) return this.#text(token.raw);
    return this.#standard(token);
  }

  #standard(token: Token): Block | undefined {
    switch (token.type) {
      case 'space':
      case 'def':
      case 'checkbox':
        return undefined;
      case 'hr':
        return this.#base('rule');
      case 'blockquote':
        return {...this.#base('quote'), children: this.#buildAll(token.tokens ?? [])};
      case 'list':
        return this.#list(token as Tokens.List);
      case 'heading': {
        const {depth, text, tokens} = token as Tokens.Heading;
        return {
          ...this.#base('heading'),
          level: depth,
          text,
          inlines: this.#inlines.build(tokens),
        };
      }
      case 'html': {
        const [text, marks] = extractMarks((token as Tokens.HTML).text);
        const lines = trimBlanksEnd(text).split('\n');
        return {...this.#base('html', marks), lines, closer: undefined};
      }
      case 'table':
        return this.#table(token as Tokens.Table);
      case 'paragraph':
      case 'text': {
        const {text, tokens} = token as Tokens.Paragraph | Tokens.Text;
        const inlines = this.#inlines.build(tokens ?? [token]);
        return {...this.#base('paragraph'), lines: text.split('\n'), inlines};
      }
      default:
        return this.#text(token.raw);
    }
  }

  #custom({syntax, lines}: SyntaxToken): Block | undefined {
    if (syntax.level !== 'block') return undefined;
    const [text, marks] = extractMarks((lines ?? []).join('\n'));
    return {...this.#base('custom', marks), lines: text.split('\n'), syntax};
  }

  /** Text that is displayed as it is. */
  #text(raw: string): Block {
    const lines = trimBlanksEnd(raw).split('\n');
    return {...this.#base('paragraph'), lines, inlines: this.#inlines.text(lines.join('\n'))};
  }

  #code(token: Tokens.Code): Block {
    const source = this.#codes.get(token) ?? token.text;
    const {lang = '', codeBlockStyle} = token;
    const [language, first] = extractMarks(lang);
    const [text, marks] = extractMarks(codeBlockStyle ? source.replace(/\n+$/, '') : source);
    const info = decodeReferences(language, this.#decode);
    const fence = codeBlockStyle ? undefined : {character: '`', length: 3, indent: 0, info};
    const output = this.#output.code(token, token.text !== source);
    const block: CodeBlock = {
      ...this.#base('code', [...first, ...marks]),
      lines: text === '' ? [] : text.split('\n'),
      fence,
      ...(output && {output: {...output, html: extractMarks(output.html)[0]}}),
    };
    return block;
  }

  #list({items, ordered, start, loose}: Tokens.List): Block {
    const children = items.map((item): Block => ({
      ...this.#base('item'),
      indent: 0,
      checked: item.task ? (item.checked ?? false) : undefined,
      children: this.#buildAll(item.tokens),
    }));
    const first = ordered ? Number(start) : undefined;
    return {...this.#base('list'), children, delimiter: ordered ? '.' : '-', first, loose};
  }

  #table({align, header, rows}: Tokens.Table): Block {
    const alignments: Alignments = align.map(side => side ?? undefined);
    const parsed = [header, ...rows].map(row => row.map(cell => this.#inlines.build(cell.tokens)));
    const texts = (row: readonly Tokens.TableCell[]): string[] =>
      row.map(({text}) => extractMarks(text)[0]);
    return {
      ...this.#base('table'),
      alignments,
      header: texts(header),
      rows: rows.map(texts),
      parsed,
      spare: 0,
    };
  }

  #base<K extends Block['kind']>(kind: K, marks: readonly number[] = []) {
    return {
      kind,
      open: !this.#done,
      done: this.#done,
      start: 0,
      end: 0,
      marks: [...marks],
    };
  }
}
