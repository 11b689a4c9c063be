import type {Block} from '../../core/markdown/block.js';
import type {SlotList} from '../../core/markdown/slots.js';
import type {MarkdownToken} from '../../core/markdown/syntax.js';

type NestedTokens = readonly {readonly raw: string}[];

/**
 * The lexer that the tokenizer of an extension has as `this.lexer`. The text inside a token is parsed only when it is
 * rendered, so its tokens contain it as written.
 */
export function createLexer(): object {
  const read = (text: string, tokens: MarkdownToken[] = []): MarkdownToken[] => {
    tokens.push({type: 'text', raw: text, text});
    return tokens;
  };
  return {tokens: [], options: {}, state: {}, inline: read, inlineTokens: read, blockTokens: read};
}

/**
 * The parser that the renderer of an extension has as `this.parser`. It returns placeholders for the text inside.
 *
 * @param parseBlocks Parses a text to blocks.
 */
export function createParser(
  list: SlotList,
  parseBlocks: (text: string) => readonly Block[],
): object {
  const source = (tokens: NestedTokens): string => tokens.map(({raw}) => raw).join('');
  return {
    parse: (tokens: NestedTokens) => list.add({kind: 'block', blocks: parseBlocks(source(tokens))}),
    parseInline: (tokens: NestedTokens) => list.add({kind: 'inline', content: source(tokens)}),
  };
}
