import type {Token} from 'marked';
import type {Block} from '../../core/markdown/block.js';
import {normalizeLabel} from '../../core/markdown/definitions.js';
import type {Decode} from '../../core/markdown/destination.js';
import type {ParsedText} from '../../core/markdown/engine.js';
import {GrowingText} from '../../core/markdown/growing-text.js';
import type {InlineContext} from '../../core/markdown/inline.js';
import type {TextDelta} from '../../core/model/growth.js';
import type {Mark} from '../../core/model/item.js';
import {hasMarks} from '../../core/markdown/marks.js';
import {moveMarks} from './move-marks.js';
import {childrenOf, type LexedText, type Links, type MarkedReader} from './reader.js';
import {SYNTAX_TYPE} from './syntax.js';
import {TreeBuilder} from './tree-builder.js';

/** Characters of the unstable end of a text from which on it is parsed only when it has grown by a sixteenth. */
const THROTTLE_LENGTH = 4096;

const LABEL = /\[((?:[^\\[\]]|\\[^]){1,999})\]/g;

/** Blocks of a growing text that are final unless a later link definition applies to them. */
interface Segment {
  readonly source: string;
  blocks: readonly Block[];
  /** The labels in brackets, if they were needed. */
  labels?: ReadonlySet<string>;
}

/**
 * Parses a growing text with the lexer of `marked`, which reads complete texts.
 *
 * While the text streams, only its unstable end is read again: the last two blocks, because text may still be added to
 * them or change how they are read. All blocks before them form segments, which are read again only when they refer to
 * a link definition that arrives later. The complete text is read once more at its end, so that the result does not
 * depend on the chunks: also if an extension needs the whole text, as footnotes do. Blocks that are then equal are kept.
 */
export class MarkedDocument implements ParsedText {
  readonly #reader: MarkedReader;
  readonly #builder: TreeBuilder;
  readonly #text = new GrowingText();
  readonly #context: InlineContext;
  #blocks: Block[] = [];
  #segments: Segment[] = [];
  /** The source of the segments. */
  #stable = '';
  /** The source after the segments. */
  #rest = '';
  #afterReturn = false;
  #links: Links = {};
  /** The number of blocks in the segments. */
  #stableBlocks = 0;
  /** The length of the unstable end at which it is parsed again. */
  #nextLength = 0;

  constructor(reader: MarkedReader, decode: Decode) {
    this.#reader = reader;
    this.#builder = new TreeBuilder(reader, decode);
    this.#context = {definitions: new Map(), decode};
  }

  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  get context(): InlineContext {
    return {...this.#context, streaming: !this.#text.ended};
  }

  update(text: string, marks: readonly Mark[], streaming: boolean, growth?: TextDelta): boolean {
    const {ended} = this.#text;
    const {restarted, added} = this.#text.update(text, marks, streaming, growth);
    if (restarted) this.#restart();
    this.#add(added);
    if (streaming) this.#readEnd();
    else if (restarted || !ended) this.#readAll();
    return restarted;
  }

  #restart(): void {
    this.#blocks = [];
    this.#segments = [];
    this.#stable = this.#rest = '';
    this.#afterReturn = false;
    this.#links = {};
    this.#stableBlocks = this.#nextLength = 0;
  }

  /** Adds text with line ends as the lexer reads them. */
  #add(added: string): void {
    const text = this.#afterReturn && added.startsWith('\n') ? added.slice(1) : added;
    if (added !== '') this.#afterReturn = added.endsWith('\r');
    this.#rest += text.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
    if (hasMarks(text)) this.#rest = moveMarks(this.#rest);
  }

  /** Reads the unstable end, and moves its blocks that became stable to a segment. */
  #readEnd(): void {
    const {length} = this.#rest;
    if (length < this.#nextLength) return;
    const lexed = this.#reader.lex(this.#rest, this.#links);
    const count = this.#countStable(lexed);
    const tail = this.#builder.build(lexed.tokens.slice(count.tokens), lexed.codes, false);
    const defined: string[] = [];
    if (count.length > 0) {
      const tokens = lexed.tokens.slice(0, count.tokens);
      const blocks = this.#builder.build(tokens, lexed.codes, true);
      const source = this.#rest.slice(0, count.length);
      this.#segments.push({source, blocks});
      this.#stable += source;
      this.#rest = this.#rest.slice(count.length);
      this.#blocks.splice(this.#stableBlocks, Infinity, ...blocks);
      this.#stableBlocks += blocks.length;
      this.#define(tokens, defined);
    }
    this.#blocks.splice(this.#stableBlocks, Infinity, ...tail);
    if (defined.length > 0) this.#readSegmentsAgain(defined, tail);
    const rest = this.#rest.length;
    this.#nextLength = rest > THROTTLE_LENGTH ? rest * (17 / 16) : 0;
  }

  /** Reads the complete text. */
  #readAll(): void {
    const source = this.#stable + this.#rest;
    const {tokens, codes} = this.#reader.lex(source, {});
    const known = this.#blocks;
    this.#blocks = this.#builder.build(tokens, codes, true).map((block, at) => {
      const old = known[at];
      return old?.done && JSON.stringify(old) === JSON.stringify(block) ? old : block;
    });
  }

  /** The number of tokens that later text cannot change, and the length of their source. */
  #countStable({tokens, sources}: LexedText): {readonly tokens: number; readonly length: number} {
    let stable = {tokens: 0, length: 0};
    let candidate = stable;
    let length = 0;
    for (const [at, token] of tokens.entries()) {
      const source = sources.get(token);
      // A hook has added or replaced a token: it would do so again with what follows.
      if (source === undefined) return stable;
      if (!this.#rest.startsWith(source, length)) {
        // An extension added a token without a source, or a hook removed a token or changed the text.
        if (isStandard(token)) return stable;
        continue;
      }
      if (token.type !== 'space') {
        stable = candidate;
        if (length > 0) candidate = {tokens: at, length};
        if (isStandard(token) && this.#mayBeginSyntax(source)) return stable;
      }
      length += source.length;
    }
    return stable;
  }

  /** Whether an extension may read this text differently when more of it has arrived. */
  #mayBeginSyntax(source: string): boolean {
    const lexer = new this.#reader.instance.Lexer(this.#reader.options);
    const starts = this.#reader.options.extensions?.startBlock ?? [];
    return starts.some(start => start.call({lexer}, source) === 0);
  }

  /** Adds the link definitions in tokens. The first definition of a label wins. */
  #define(tokens: readonly Token[], defined: string[]): void {
    for (const token of tokens) {
      if (token.type === 'def') {
        const {tag, href, title} = token as unknown as {tag: string} & Links[string];
        if (Object.hasOwn(this.#links, tag)) continue;
        this.#links[tag] = {href, title};
        defined.push(normalizeLabel(tag));
      } else this.#define(childrenOf(token), defined);
    }
  }

  /** Reads the segments again that refer to new definitions. */
  #readSegmentsAgain(defined: readonly string[], tail: readonly Block[]): void {
    for (const segment of this.#segments) {
      segment.labels ??= labelsIn(segment.source);
      const {labels} = segment;
      if (!defined.some(label => labels.has(label))) continue;
      const {tokens, codes} = this.#reader.lex(segment.source, this.#links);
      segment.blocks = this.#builder.build(tokens, codes, true);
    }
    const stable = this.#segments.flatMap(({blocks}) => blocks);
    this.#stableBlocks = stable.length;
    this.#blocks = [...stable, ...tail];
  }
}

function labelsIn(source: string): ReadonlySet<string> {
  if (!source.includes('[')) return new Set();
  return new Set(Array.from(source.matchAll(LABEL), ([, label = '']) => normalizeLabel(label)));
}

const STANDARD: ReadonlySet<string> = new Set(
  'space code heading hr blockquote list html def table paragraph text'.split(' '),
);

const isStandard = ({type}: Token): boolean => STANDARD.has(type) || type === SYNTAX_TYPE;
