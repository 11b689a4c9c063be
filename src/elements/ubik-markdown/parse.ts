import type {MarkdownEngine, ParsedText} from '../../core/markdown/engine.js';
import type {Markdown} from '../../core/markdown/markdown.js';
import {MarkdownDocument} from '../../core/markdown/markdown-document.js';
import {decodeReference} from '../shared/html/sanitize.js';
import {safeSyntax} from './extend.js';
import type {MarkdownOutput} from '../base/markdown-service.js';

/** Creates the parser of a text: that of an engine, or the built-in one, also if the name of the engine is unknown. */
export function parse(
  extensions: Markdown<MarkdownOutput>,
  engine: MarkdownEngine | string | undefined,
): ParsedText {
  const syntax = safeSyntax(extensions, decodeReference);
  if (typeof engine === 'string') reportUnknown(engine);
  return typeof engine === 'object'
    ? engine.parse(decodeReference, syntax)
    : new MarkdownDocument(decodeReference, syntax);
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
