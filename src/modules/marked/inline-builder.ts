import type {Token, Tokens} from 'marked';
import type {Decode} from '../../core/markdown/destination.js';
import {inlineText, type Inline} from '../../core/markdown/inline.js';
import {joinText} from '../../core/markdown/inline-list.js';
import {extractMarks, hasMarks, readMark} from '../../core/markdown/marks.js';
import {decodeReferences} from '../../core/markdown/references.js';
import type {SlottedHtml} from '../../core/markdown/slots.js';
import {outputInline} from '../../core/markdown/standard-tokens/output.js';
import {postprocess, type Postprocess} from '../../core/markdown/standard-tokens/postprocess.js';
import type {OutputWriter} from './output-writer.js';
import {SYNTAX_TYPE, type SyntaxToken} from './syntax.js';

/** Maximum nesting depth. Deeper markup is plain text, so that renderers may recurse. */
const MAX_DEPTH = 32;

const SPANS = {em: 'emphasis', strong: 'strong', del: 'strike'} as const;

/** Converts inline tokens of `marked` to inlines. */
export class InlineBuilder {
  readonly #postprocess: Postprocess | undefined;
  readonly #output: OutputWriter;
  readonly #decode: Decode;
  #depth = 0;

  /** @param hook The hook `postprocess`, if the page has one. */
  constructor(output: OutputWriter, decode: Decode, hook: Postprocess | undefined) {
    this.#postprocess = hook;
    this.#output = output;
    this.#decode = decode;
  }

  /** Converts the tokens of one paragraph, heading or cell. */
  build(tokens: readonly Token[]): Inline[] {
    const inlines = this.#buildAll(tokens);
    return this.#postprocess ? postprocess(inlines, this.#postprocess, this.#decode) : inlines;
  }

  /** The inlines of a literal text: the text and its citation marks. */
  text(text: string): Inline[] {
    if (!hasMarks(text)) return [{kind: 'text', text}];
    const inlines: Inline[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const mark = text.charCodeAt(at) >= 0xfdd0 ? readMark(text, at) : undefined;
      if (!mark) continue;
      inlines.push({kind: 'text', text: text.slice(from, at)}, {kind: 'mark', index: mark.index});
      from = mark.end;
      at = from - 1;
    }
    inlines.push({kind: 'text', text: text.slice(from)});
    return inlines.filter(inline => inline.kind !== 'text' || inline.text !== '');
  }

  #buildAll(tokens: readonly Token[]): Inline[] {
    this.#depth++;
    try {
      return joinText(tokens.flatMap(token => this.#build(token)));
    } finally {
      this.#depth--;
    }
  }

  #build(token: Token): Inline[] {
    if (token.type === SYNTAX_TYPE) return this.#custom(token as unknown as SyntaxToken);
    const output = this.#output.inline(token);
    if (output) return this.#outputInline(token.raw, output);
    return this.#standard(token);
  }

  #standard(token: Token): Inline[] {
    switch (token.type) {
      case 'em':
      case 'strong':
      case 'del': {
        const {type, tokens} = token as Tokens.Em | Tokens.Strong | Tokens.Del;
        const children = this.#buildAll(tokens);
        return this.#depth > MAX_DEPTH
          ? [{kind: 'text', text: inlineText(children)}]
          : [{kind: SPANS[type], children}];
      }
      case 'codespan': {
        const [text, marks] = extractMarks((token as Tokens.Codespan).text);
        return [{kind: 'code', text}, ...marksOf(marks)];
      }
      case 'br':
        return [{kind: 'break'}];
      case 'link':
        return this.#link(token as Tokens.Link);
      case 'image':
        return this.#image(token as Tokens.Image);
      case 'html': {
        const [source, marks] = extractMarks(token.raw);
        return [{kind: 'tag', source}, ...marksOf(marks)];
      }
      case 'escape':
        return this.text((token as Tokens.Escape).text);
      case 'checkbox':
        return [];
      case 'text': {
        const {tokens, text} = token as Tokens.Text;
        if (tokens) return this.#buildAll(tokens);
        return this.text(decodeReferences(text, this.#decode));
      }
      default:
        return this.text(token.raw);
    }
  }

  #link({href, title, tokens, autolink = false}: Tokens.Link): Inline[] {
    const [address, marks] = extractMarks(href);
    const children = this.#buildAll(tokens);
    const read = (text: string): string => decodeReferences(extractMarks(text)[0], this.#decode);
    const link: Inline = {
      kind: 'link',
      href: autolink ? address : read(address),
      title: title ? read(title) : undefined,
      children: withoutMarks(children),
      bare: autolink,
    };
    return [link, ...marksIn(children), ...(autolink ? [] : marksOf(marks))];
  }

  #image({href, title, text, tokens}: Tokens.Image): Inline[] {
    const read = (source: string): string =>
      decodeReferences(extractMarks(source)[0], this.#decode);
    // An extension may create images without tokens.
    const inside = Array.isArray(tokens) ? this.#buildAll(tokens) : this.text(read(text));
    const image: Inline = {
      kind: 'image',
      src: read(href),
      title: title ? read(title) : undefined,
      alt: inlineText(inside),
    };
    return [image, ...marksIn(inside)];
  }

  #custom({raw, syntax, found, before}: SyntaxToken): Inline[] {
    if (syntax.level !== 'inline' || !found) return this.text(raw);
    const [source, marks] = extractMarks(raw);
    const token = marks.length > 0 ? syntax.tokenizer(source, false, before) : found;
    return [
      token ? {kind: 'custom', token, syntax} : {kind: 'text', text: source},
      ...marksOf(marks),
    ];
  }

  #outputInline(raw: string, output: SlottedHtml): Inline[] {
    const [html, marks] = extractMarks(output.html);
    return [outputInline(extractMarks(raw)[0], {...output, html}), ...marksOf(marks)];
  }
}

const marksOf = (marks: readonly number[]): Inline[] => marks.map(index => ({kind: 'mark', index}));

/** The citation marks in inlines. A link or an image cannot contain them; they are rendered after it. */
function marksIn(inlines: readonly Inline[]): Inline[] {
  return inlines.flatMap(inline => {
    if (inline.kind === 'mark') return [inline];
    return 'children' in inline ? marksIn(inline.children) : [];
  });
}

function withoutMarks(inlines: readonly Inline[]): Inline[] {
  return inlines.flatMap((inline): Inline[] => {
    if (inline.kind === 'mark') return [];
    return 'children' in inline ? [{...inline, children: withoutMarks(inline.children)}] : [inline];
  });
}
