import type {MarkdownEngine, ParsedText} from '../../core/markdown/engine.js';
import type {Markdown} from '../../core/markdown/markdown.js';
import {MarkdownDocument} from '../../core/markdown/markdown-document.js';
import {decodeReference} from '../shared/html/sanitize.js';
import {LazyModule} from '../../controller/lazy-module.js';
import {attempt} from './attempt.js';
import {safeSyntax} from './extend.js';
import type {MarkdownOutput} from '../base/markdown-service.js';

/** What applies extensions of `marked` to standard tokens. */
export const standardTokens = new LazyModule(
  () => import('../../core/markdown/standard-tokens/rewritten-document.js'),
);

/**
 * Creates the parser of a text: that of an engine, or the built-in one, also if the name of the engine is unknown.
 *
 * @param place Is updated when what the extensions need has loaded.
 */
export function parse(
  extensions: Markdown<MarkdownOutput>,
  engine: MarkdownEngine | string | undefined,
  place: {requestUpdate(): void},
): ParsedText {
  const {tokenParts} = extensions;
  const module = tokenParts.length > 0 ? standardTokens.get(place) : undefined;
  const rewrite = (parsed: ParsedText): ParsedText =>
    module?.rewrite(parsed, tokenParts, decodeReference, attempt) ?? parsed;
  const syntax = safeSyntax(extensions, decodeReference, rewrite);
  if (typeof engine === 'string') reportUnknown(engine);
  return rewrite(
    typeof engine === 'object'
      ? engine.parse(decodeReference, syntax)
      : new MarkdownDocument(decodeReference, syntax),
  );
}

const reported = new Set<string>();

/** Reports an unknown name once, unless the page is still loading the module that registers it. */
function reportUnknown(name: string): void {
  if (document.readyState !== 'complete' || reported.has(name)) return;
  reported.add(name);
  console.warn(
    `ubik-chat: there is no Markdown engine ${JSON.stringify(name)}. Import its module, such as 'ubik-chat/modules/marked.js'.`,
  );
}
