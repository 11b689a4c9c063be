import type {Block} from '../block.js';
import type {Decode} from '../destination.js';
import type {ParsedText} from '../engine.js';
import type {Inline, InlineContext} from '../inline.js';
import {MarkdownDocument} from '../markdown-document.js';
import type {TokenParts} from './token.js';
import {TokenRewriter} from './token-rewriter.js';

/** Calls code of an extension. Returns `undefined` after an exception, which it reports. */
type Attempt = <T>(work: () => T) => T | undefined;

const engineModule = `'ubik-chat/modules/marked.js'`;
const reported = new Set<string>();

function reportOnce(message: string): void {
  if (reported.has(message)) return;
  reported.add(message);
  console.warn(`ubik-chat: ${message}`);
}

/** A text with what extensions of `marked` change of standard tokens. */
export function rewrite(
  parsed: ParsedText,
  extensions: readonly TokenParts[],
  decode: Decode,
  attempt: Attempt,
): ParsedText {
  if (parsed instanceof MarkdownDocument)
    return new RewrittenDocument(parsed, extensions, decode, attempt);
  reportOnce(
    'renderer, hooks and walkTokens of markdown.use apply only to the built-in Markdown engine. ' +
      `Add them to marked of ${engineModule}: \`marked.use(extension)\`.`,
  );
  return parsed;
}

/**
 * A text of the built-in engine in which extensions change what is complete: a block when it has ended, and its inlines when
 * they are rendered. So each of them is changed once, and the result does not depend on the chunks of the text.
 */
class RewrittenDocument implements ParsedText {
  readonly #parsed: ParsedText;
  readonly #extensions: readonly TokenParts[];
  readonly #rewriter: TokenRewriter;
  readonly #attempt: Attempt;
  #blocks: Block[] | undefined;
  /** The number of leading blocks that are complete. */
  #complete = 0;

  constructor(
    parsed: ParsedText,
    extensions: readonly TokenParts[],
    decode: Decode,
    attempt: Attempt,
  ) {
    this.#parsed = parsed;
    this.#extensions = extensions;
    this.#rewriter = new TokenRewriter(extensions, decode);
    this.#attempt = attempt;
  }

  get blocks(): readonly Block[] {
    return this.#blocks ?? [];
  }

  get context(): InlineContext {
    return {...this.#parsed.context, rewrite: this.#rewriteInlines};
  }

  update(...change: Parameters<ParsedText['update']>): boolean {
    const restarted = this.#parsed.update(...change);
    const {blocks} = this.#parsed;
    if (restarted || !this.#blocks) this.#start(change[0]);
    const shown = (this.#blocks ??= []);
    shown.splice(this.#complete);
    for (const block of blocks.slice(this.#complete)) {
      shown.push(block.done ? this.#rewriteBlock(block) : block);
      if (block.done) this.#complete++;
    }
    return restarted;
  }

  /** Begins a text. The hook `preprocess` is for extensions that count in each text anew. */
  #start(text: string): void {
    this.#blocks = [];
    this.#complete = 0;
    for (const {hooks} of this.#extensions) {
      const processed = this.#attempt(() => hooks?.preprocess?.(text)) ?? text;
      if (processed === text) continue;
      reportOnce(
        'a hook preprocess changed a text. The built-in Markdown engine displays the text unchanged; ' +
          `that of ${engineModule} applies the change.`,
      );
    }
  }

  #rewriteBlock(block: Block): Block {
    return this.#attempt(() => this.#rewriter.rewriteBlock(block)) ?? block;
  }

  readonly #rewriteInlines = (inlines: readonly Inline[]): readonly Inline[] =>
    this.#attempt(() => this.#rewriter.rewriteInlines(inlines)) ?? inlines;
}
