import type {Definition} from './definitions.js';
import type {Decode} from './destination.js';
import type {InlineSyntax, MarkdownToken} from './syntax.js';

/** The inline content of a block. */
export type Inline =
  | TextInline
  | CodeInline
  | BreakInline
  | SpanInline
  | LinkInline
  | ImageInline
  | TagInline
  | MarkInline
  | CustomInline
  | FootnoteInline;

export interface TextInline {
  readonly kind: 'text';
  readonly text: string;
}

export interface CodeInline {
  readonly kind: 'code';
  readonly text: string;
}

/** A hard line break. A soft one is `\n` in a text. */
export interface BreakInline {
  readonly kind: 'break';
}

/** The HTML element of each kind of span. */
export const spanTags = {emphasis: 'em', strong: 'strong', strike: 'del'} as const;

export interface SpanInline {
  readonly kind: keyof typeof spanTags;
  readonly children: readonly Inline[];
}

/** A link. `href` is the address as written; the renderer decides whether it is safe. */
export interface LinkInline {
  readonly kind: 'link';
  /** `undefined` while it is incomplete. */
  readonly href: string | undefined;
  readonly title: string | undefined;
  readonly children: readonly Inline[];
  /** Whether the text of the link is its address. */
  readonly bare: boolean;
}

export interface ImageInline {
  readonly kind: 'image';
  readonly src: string;
  readonly title: string | undefined;
  readonly alt: string;
}

/** A raw HTML tag, comment or other markup. */
export interface TagInline {
  readonly kind: 'tag';
  readonly source: string;
}

/** A citation, by the index of its mark. */
export interface MarkInline {
  readonly kind: 'mark';
  readonly index: number;
}

/** A reference to the footnote with this label. */
export interface FootnoteInline {
  readonly kind: 'footnote';
  readonly label: string;
}

/** A token of the syntax of an extension. */
export interface CustomInline {
  readonly kind: 'custom';
  readonly token: MarkdownToken;
  readonly syntax: InlineSyntax;
}

/** The context in which inlines are parsed. */
export interface InlineContext {
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly decode: Decode;
  /** Whether the document may continue, so that a referenced footnote may still arrive. */
  readonly streaming?: boolean;
  /** The inline syntax of extensions. */
  readonly syntax?: readonly InlineSyntax[];
  /** What extensions display instead of the inlines of a complete text. */
  readonly rewrite?: (inlines: readonly Inline[]) => readonly Inline[];
}

/** The text without markup. */
export function inlineText(inlines: readonly Inline[]): string {
  let text = ''; // Concatenation does not copy; this runs at each level of deep nesting.
  for (const inline of inlines) text += textOf(inline);
  return text;
}

function textOf(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
    case 'code':
      return inline.text;
    case 'image':
      return inline.alt;
    case 'break':
      return '\n';
    case 'custom':
      return inline.token.raw;
    case 'tag':
    case 'mark':
    case 'footnote':
      return '';
    default:
      return inlineText(inline.children);
  }
}
