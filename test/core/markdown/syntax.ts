import type {BlockSyntax, InlineSyntax} from '../../../src/core/markdown/syntax.js';

/** `==words==`, as an extension of `marked`. */
export const highlight: InlineSyntax<string> = {
  name: 'highlight',
  level: 'inline',
  start: text => text.indexOf('=='),
  tokenizer(text) {
    const [raw, words] = /^==(?=\S)([^=\n]+)==/.exec(text) ?? [];
    return raw === undefined ? undefined : {type: 'highlight', raw, words};
  },
  renderer: ({words}) => `<mark>${String(words)}</mark>`,
};

/** `:word:`, also while it is incomplete, tried at every position. */
export const emoji: InlineSyntax<string> = {
  name: 'emoji',
  level: 'inline',
  tokenizer(text, open) {
    const [raw] = (open ? /^:[a-z]+(?::|$)/ : /^:[a-z]+:/).exec(text) ?? [];
    return raw === undefined ? undefined : {raw};
  },
  renderer: ({raw}) => raw.replaceAll(':', ''),
};

/** From `:::` to `:::`. */
export const note: BlockSyntax<string> = {
  name: 'note',
  level: 'block',
  start: line => (line.startsWith(':::') ? 0 : undefined),
  end: (line, first) => !first && line.trim() === ':::',
  tokenizer: text => ({raw: text, words: text.split('\n').slice(1).join(' ').replace(':::', '')}),
  renderer: ({words}) => `<p>${String(words)}</p>`,
};

/** Lines up to a blank one, after an explicit first line; it interrupts no paragraph. */
export const aside: BlockSyntax<string> = {
  name: 'aside',
  level: 'block',
  tokenizer: text => (text.startsWith('aside:') ? {raw: text} : undefined),
  renderer: ({raw}) => `<p>${raw}</p>`,
};

export const everySyntax = [highlight, emoji, note, aside];
