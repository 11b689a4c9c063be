import type {Parser, Token, Tokens} from 'marked';
import type {Block} from '../../core/markdown/block.js';
import {inlineText, type Inline} from '../../core/markdown/inline.js';
import {SlotList, type SlottedHtml} from '../../core/markdown/slots.js';
import type {MarkedReader} from './reader.js';

/** Converts nested tokens. */
export interface NestedTokens {
  blocks(tokens: readonly Token[]): Block[];
  inlines(tokens: readonly Token[]): Inline[];
}

/** The methods of a renderer that render a token of a type, if they have another name or parts. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  list: ['list', 'listitem', 'checkbox'],
  table: ['table', 'tablerow', 'tablecell'],
  escape: ['text'],
  space: [],
  def: [],
};

/**
 * Renders tokens with the renderers of extensions. Nested tokens are not part of the HTML: a renderer receives a
 * placeholder for them, and they are rendered from the tree.
 */
export class OutputWriter {
  readonly #reader: MarkedReader;
  readonly #nested: NestedTokens;
  readonly #overridden: ReadonlySet<string>;

  constructor(reader: MarkedReader, nested: NestedTokens) {
    this.#reader = reader;
    this.#nested = nested;
    this.#overridden = overriddenMethods(reader);
  }

  /** The output of a block token; `undefined` if no extension renders it. */
  block(token: Token): SlottedHtml | undefined {
    return this.#write(token, 'parse');
  }

  /** The output of an inline token; `undefined` if no extension renders it. */
  inline(token: Token): SlottedHtml | undefined {
    const {escaped = false, text = ''} = token as Partial<Tokens.Text>;
    // An extension replaced the text of the token by HTML.
    if (token.type === 'text' && escaped && text !== token.raw && text.includes('<')) {
      return {html: text, slots: []};
    }
    return this.#write(token, 'parseInline');
  }

  /**
   * The output of a block of code.
   *
   * @param changed Whether `walkTokens` changed the code.
   */
  code(token: Tokens.Code, changed: boolean): SlottedHtml | undefined {
    if (changed && token.escaped === true && !this.#overridden.has('code')) {
      return {html: token.text, slots: []};
    }
    return this.#write(token, 'parse');
  }

  #write(token: Token, method: 'parse' | 'parseInline'): SlottedHtml | undefined {
    const {type} = token;
    const renderer = this.#reader.options.extensions?.renderers[type];
    const overridden = (METHODS[type] ?? [type]).some(name => this.#overridden.has(name));
    if (!renderer && !overridden) return undefined;
    const list = new SlotList();
    const parser = this.#createParser(list);
    const output = renderer?.call({parser}, token);
    if (typeof output === 'string') return {html: output, slots: list.slots};
    // The renderer declined the token, or there is none.
    if (renderer && output !== false) return {html: '', slots: []};
    return overridden ? {html: parser.render(token, method), slots: list.slots} : undefined;
  }

  #createParser(list: SlotList): SlotParser {
    const nested = this.#nested;
    const {options, instance} = this.#reader;
    const Base = instance.Parser as unknown as typeof Parser;
    class Parsing extends Base {
      override parse(tokens: Token[]): string {
        return list.add({kind: 'block', blocks: this.#within(() => nested.blocks(tokens))});
      }

      override parseInline(tokens: Token[], renderer?: unknown): string {
        const content = this.#within(() => nested.inlines(tokens));
        // The alternative text of an image.
        if (renderer) return inlineText(content);
        return list.add({kind: 'inline', content});
      }

      /** The parser of a token inside registers itself with the renderer, which then continues with this one. */
      #within<T>(convert: () => T): T {
        try {
          return convert();
        } finally {
          this.renderer.parser = this;
        }
      }

      /** Renders one token, but not the tokens inside. */
      render(token: Token, method: 'parse' | 'parseInline'): string {
        return super[method]([token]);
      }
    }
    return new Parsing(options);
  }
}

interface SlotParser extends Parser {
  render(token: Token, method: 'parse' | 'parseInline'): string;
}

/** The methods of the renderer that the page replaced. */
function overriddenMethods({options, instance}: MarkedReader): ReadonlySet<string> {
  const {renderer} = options;
  if (!renderer) return new Set();
  const standard = instance.Renderer.prototype as object;
  const names = Object.getOwnPropertyNames(standard).filter(name => name !== 'constructor');
  return new Set(names.filter(name => Reflect.get(renderer, name) !== Reflect.get(standard, name)));
}
