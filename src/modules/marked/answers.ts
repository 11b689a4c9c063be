import type {MarkedOptions, Token, TokenizerExtensionFunction} from 'marked';
import type {InnerFence} from '../../core/markdown/block.js';
import {innerFenceAfter} from '../../core/markdown/blocks/continuation.js';

/*
 * Where answers of models are read differently from documents, as far as the extension points of `marked` allow it. A page
 * that replaces the tokenizer of such syntax has it as it wants.
 */

/** The options of an instance, extended with the rules for answers, after the extensions of the page. */
export function addAnswerRules(defaults: MarkedOptions): MarkedOptions {
  const known = defaults.extensions;
  const hasOwn = (name: 'del' | 'fences'): boolean => Object.hasOwn(defaults.tokenizer ?? {}, name);
  return {
    ...defaults,
    extensions: {
      renderers: known?.renderers ?? {},
      childTokens: known?.childTokens ?? {},
      inline: [...(known?.inline ?? []), ...(hasOwn('del') ? [] : [readTilde])],
      block: [...(known?.block ?? []), ...(hasOwn('fences') ? [] : [readDocument])],
      startInline: [...(known?.startInline ?? []), ...(hasOwn('del') ? [] : [startTilde])],
      startBlock: known?.startBlock ?? [],
    },
  };
}

/** Tildes that are not two. */
const NOT_A_PAIR = /(?<!~)(?:~|~{3,})(?!~)/;

const startTilde = (src: string): number | undefined => {
  const at = src.search(NOT_A_PAIR);
  return at < 0 ? undefined : at;
};

/** A single tilde is a range, "about" or the home folder. Also one that is left of a pair, or behind an escaped one. */
const readTilde: TokenizerExtensionFunction = src => {
  const [raw] = /^~+/.exec(src) ?? [];
  return raw === undefined || raw.length === 2 ? undefined : {type: 'text', raw, text: raw};
};

const FENCE = /^( {0,3})(`{3,}(?=[^`\n]*\n)|~{3,})([^\n]*)\n/;

/** A Markdown document in a fence, whose fences with an info string have an end of their own. */
const readDocument: TokenizerExtensionFunction = src => {
  const [opening, indent = '', run = '', rest = ''] = FENCE.exec(src) ?? [];
  if (opening === undefined || !/^\s*m/i.test(rest)) return undefined;
  const info = rest.trim();
  const fence: InnerFence = {character: run.charAt(0), length: run.length, info};
  const closing = new RegExp(`^ {0,3}${fence.character}{${fence.length},} *$`);
  const margin = new RegExp(`^ {0,${indent.length}}`);
  const lines: string[] = [];
  let inner: InnerFence | undefined;
  let [hasInner, end] = [false, opening.length];
  for (const line of src.slice(opening.length).split('\n')) {
    end += line.length + 1;
    if (!inner && closing.test(line)) break;
    // What follows the last line end is no line.
    if (line === '' && end > src.length) break;
    inner = innerFenceAfter({...fence, inner}, line.trimStart());
    hasInner ||= inner !== undefined;
    lines.push(line.replace(margin, ''));
  }
  // Any other block of code is for `marked`.
  if (!hasInner) return undefined;
  const raw = src.slice(0, end - 1);
  return {type: 'code', raw, lang: info, text: lines.join('\n')} satisfies Token;
};
