import {base, isContainer, type Block, type CodeBlock} from '../block.js';
import type {Decode} from '../destination.js';
import {inlineText, type Inline} from '../inline.js';
import {joinText} from '../inline-list.js';
import {decodeReferences, escapeText} from '../references.js';
import {SlotList, type SlottedHtml} from '../slots.js';
import {outputBlock, outputInline} from './output.js';
import {postprocess} from './postprocess.js';
import type {MarkedToken, TokenParts} from './token.js';

/** The type of a token that extensions do not receive, such as a table or a citation mark. */
const OPAQUE = 'ubik-chat';

const SPANS = {emphasis: 'em', strong: 'strong', strike: 'del'} as const;

/**
 * Applies what extensions of `marked` change of standard tokens to blocks and inlines: these become tokens, `walkTokens` may
 * change the tokens, and what no renderer renders becomes a block or an inline again.
 */
export class TokenRewriter {
  readonly #extensions: readonly TokenParts[];
  readonly #decode: Decode;
  /** What the tokens were created from. */
  readonly #blocks = new WeakMap<MarkedToken, Block>();
  readonly #inlines = new WeakMap<MarkedToken, Inline>();

  /** @param extensions In order of precedence. */
  constructor(extensions: readonly TokenParts[], decode: Decode) {
    this.#extensions = extensions;
    this.#decode = decode;
  }

  /** The block that is displayed instead of a complete one. */
  rewriteBlock(block: Block): Block {
    const token = this.#blockToken(block);
    this.#walk([token]);
    return this.#blockOf(token);
  }

  /** The inlines that are displayed instead of those of a complete text. */
  rewriteInlines(inlines: readonly Inline[]): readonly Inline[] {
    const tokens = this.#inlineTokens(inlines);
    this.#walk(tokens);
    return this.#inlinesOf(tokens);
  }

  /** Calls `walkTokens` for each token before the tokens inside, as `marked` does. */
  #walk(tokens: readonly MarkedToken[]): void {
    for (const token of tokens) {
      if (token.type === OPAQUE || !this.#isKnown(token)) continue;
      for (const {walkTokens} of this.#extensions) walkTokens?.call({}, token);
      this.#walk(token.tokens ?? []);
    }
  }

  /** Not the source of a paragraph or a heading: its inlines become tokens when it is rendered. */
  #isKnown(token: MarkedToken): boolean {
    return this.#blocks.has(token) || this.#inlines.has(token);
  }

  #blockToken(block: Block): MarkedToken {
    const token = this.#createBlockToken(block);
    this.#blocks.set(token, block);
    return token;
  }

  #createBlockToken(block: Block): MarkedToken {
    switch (block.kind) {
      case 'heading': {
        const {level, text} = block;
        const raw = `${'#'.repeat(level)} ${text}`;
        return {type: 'heading', raw, depth: level, text, tokens: [textToken(text)]};
      }
      case 'paragraph': {
        const text = block.lines.join('\n');
        return {type: 'paragraph', raw: text, text, tokens: [textToken(text)]};
      }
      case 'code': {
        const text = block.lines.join('\n');
        const {fence} = block;
        if (!fence) return {type: 'code', raw: text, text, codeBlockStyle: 'indented'};
        const mark = fence.character.repeat(fence.length);
        const raw = `${mark}${fence.info}\n${text}\n${mark}`;
        return {type: 'code', raw, text, lang: fence.info};
      }
      case 'html': {
        const text = block.lines.join('\n');
        return {type: 'html', raw: text, text, block: true};
      }
      case 'quote': {
        const tokens = block.children.map(child => this.#blockToken(child));
        const text = tokens.map(({raw}) => raw).join('\n\n');
        return {type: 'blockquote', raw: text.replace(/^/gm, '> '), text, tokens};
      }
      case 'rule':
        return {type: 'hr', raw: '---'};
      default:
        return {type: OPAQUE, raw: ''};
    }
  }

  #blockOf(token: MarkedToken): Block {
    const block = this.#blocks.get(token);
    // An extension has added the token.
    if (!block)
      return {...base('paragraph', 0), open: false, done: true, lines: token.raw.split('\n')};
    const output = token.type === OPAQUE ? undefined : this.#render(token);
    if (block.kind === 'code' && token.type === 'code') return changeCode(block, token, output);
    return output ? outputBlock(block, token.raw, output) : this.#changeBlock(block, token);
  }

  #changeBlock(block: Block, token: MarkedToken): Block {
    switch (block.kind) {
      case 'heading': {
        const level = Math.min(Math.max(token.depth ?? block.level, 1), 6);
        return {...block, level, text: sourceOf(token.tokens)};
      }
      case 'paragraph':
        return {...block, lines: sourceOf(token.tokens).split('\n')};
      case 'html':
        return {...block, lines: (token.text ?? '').split('\n')};
      case 'quote':
        return {...block, children: (token.tokens ?? []).map(inner => this.#blockOf(inner))};
      case 'list':
        return {...block, children: block.children.map(item => this.#inside(item, block.loose))};
      default:
        return this.#inside(block, true);
    }
  }

  /** @param loose Whether the texts in the block are paragraphs, which those in a tight list are not. */
  #inside(block: Block, loose: boolean): Block {
    if (!isContainer(block)) return block;
    const rewrite = (child: Block): Block =>
      child.kind === 'paragraph' && !loose ? child : this.rewriteBlock(child);
    return {...block, children: block.children.map(rewrite)};
  }

  #inlineTokens(inlines: readonly Inline[]): MarkedToken[] {
    return inlines.map(inline => {
      const token = this.#createInlineToken(inline);
      this.#inlines.set(token, inline);
      return token;
    });
  }

  #createInlineToken(inline: Inline): MarkedToken {
    switch (inline.kind) {
      case 'text':
        return this.#readText(inline.text);
      case 'code':
        return {type: 'codespan', raw: `\`${inline.text}\``, text: inline.text};
      case 'break':
        return {type: 'br', raw: '\n'};
      case 'image': {
        const {src, title = null, alt} = inline;
        return {type: 'image', raw: alt, href: src, title, text: alt};
      }
      case 'tag':
        return {type: 'html', raw: inline.source, text: inline.source, block: false};
      case 'custom':
        return {type: inline.syntax.name, ...inline.token};
      case 'mark':
      case 'footnote':
        return {type: OPAQUE, raw: ''};
      case 'link': {
        const {href = '', title = null, children} = inline;
        const text = inlineText(children);
        return {type: 'link', raw: text, href, title, text, tokens: this.#inlineTokens(children)};
      }
      default: {
        const text = inlineText(inline.children);
        const tokens = this.#inlineTokens(inline.children);
        return {type: SPANS[inline.kind], raw: text, text, tokens};
      }
    }
  }

  /** The token of a text, which the tokenizer `inlineText` of an extension reads as the source of the text. */
  #readText(text: string): MarkedToken {
    const source = escapeText(text.replaceAll('&', '&amp;'));
    for (const {tokenizer} of this.#extensions) {
      const found = tokenizer?.inlineText?.call(textTokenizer, source);
      if (found && found.raw === source && found.text !== source) return {...found, raw: text};
    }
    return textToken(text);
  }

  #inlinesOf(tokens: readonly MarkedToken[]): Inline[] {
    let inlines = joinText(tokens.map(token => this.#inlineOf(token)));
    for (const {hooks} of this.#extensions) {
      if (hooks?.postprocess)
        inlines = postprocess(inlines, html => hooks.postprocess?.(html) ?? html, this.#decode);
    }
    return inlines;
  }

  #inlineOf(token: MarkedToken): Inline {
    const inline = this.#inlines.get(token);
    // An extension has added the token.
    if (!inline) return {kind: 'text', text: token.raw};
    if (inline.kind === 'custom') return {...inline, token};
    const output = token.type === OPAQUE ? undefined : this.#render(token);
    return output ? this.#output(token.raw, output) : this.#changeInline(inline, token);
  }

  #changeInline(inline: Inline, token: MarkedToken): Inline {
    const {text = '', href = '', title, tokens = []} = token;
    switch (inline.kind) {
      case 'text':
        if (text === inline.text) return inline;
        if (token.escaped) return this.#output(inline.text, {html: text, slots: []});
        return {kind: 'text', text: decodeReferences(text, this.#decode)};
      case 'code':
        return {kind: 'code', text};
      case 'image':
        return {kind: 'image', src: href, title: title ?? undefined, alt: text};
      case 'tag':
        return {kind: 'tag', source: text};
      case 'link':
        return {...inline, href, title: title ?? undefined, children: this.#childrenOf(tokens)};
      case 'emphasis':
      case 'strong':
      case 'strike':
        return {...inline, children: this.#childrenOf(tokens)};
      default:
        return inline;
    }
  }

  /** The inlines inside of another one, to which the hooks apply with that. */
  #childrenOf(tokens: readonly MarkedToken[]): Inline[] {
    return joinText(tokens.map(token => this.#inlineOf(token)));
  }

  /** The output of an inline token: text, or HTML if it has tags. */
  #output(raw: string, output: SlottedHtml): Inline {
    const {html, slots} = output;
    if (slots.length > 0 || html.includes('<')) return outputInline(raw, output);
    return {kind: 'text', text: decodeReferences(html, this.#decode)};
  }

  /** The output of the first renderer that does not decline the token. */
  #render(token: MarkedToken): SlottedHtml | undefined {
    const list = new SlotList();
    const context = {parser: this.#createParser(list), options: {}};
    for (const {extensions, renderer} of this.#extensions) {
      const own = extensions?.find(({name}) => name === token.type)?.renderer;
      for (const render of [own, renderer?.[token.type]]) {
        const html = render?.call(context, token);
        if (typeof html === 'string') return {html, slots: list.slots};
      }
    }
    return undefined;
  }

  /** The parser that a renderer has as `this.parser`. It returns placeholders for the tokens inside. */
  #createParser(list: SlotList): object {
    return {
      parse: (tokens: readonly MarkedToken[]) =>
        list.add({kind: 'block', blocks: tokens.map(token => this.#blockOf(token))}),
      parseInline: (tokens: readonly MarkedToken[]) => {
        const isParsed = tokens.some(token => this.#inlines.has(token));
        return list.add({
          kind: 'inline',
          content: isParsed ? this.#inlinesOf(tokens) : sourceOf(tokens),
        });
      },
    };
  }
}

/** What a tokenizer has as `this`: a text is complete. */
const textTokenizer = {rules: {inline: {text: /^[^]+/}}, options: {}};

const textToken = (text: string): MarkedToken => ({type: 'text', raw: text, text, escaped: false});

/** The source of tokens of a paragraph or a heading, which is parsed when it is rendered. */
function sourceOf(tokens: readonly MarkedToken[] = []): string {
  return tokens.map(({text, raw}) => text ?? raw).join('');
}

function changeCode(
  block: CodeBlock,
  {text = '', lang = '', escaped}: MarkedToken,
  output: SlottedHtml | undefined,
): Block {
  if (output) return {...block, output};
  if (escaped) return {...block, output: {html: `<code>${text}</code>`, slots: []}};
  const {fence, lines} = block;
  if (text === lines.join('\n') && lang === (fence?.info ?? '')) return block;
  return {
    ...block,
    lines: text === '' ? [] : text.split('\n'),
    fence: fence && {...fence, info: lang},
  };
}
