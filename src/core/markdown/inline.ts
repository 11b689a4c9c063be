import type {Definition} from './definitions.js';
import type {Decode} from './destination.js';
import type {InlineSyntax, MarkdownToken} from './syntax.js';

/** What a line of text holds. */
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

/** A line break that the text asks for. One that it merely has is `\n` in a text. */
export interface BreakInline {
  readonly kind: 'break';
}

export interface SpanInline {
  readonly kind: 'emphasis' | 'strong' | 'strike';
  readonly children: readonly Inline[];
}

/** `href` is the address as written; the renderer decides whether it is safe. */
export interface LinkInline {
  readonly kind: 'link';
  /** Undefined while it is still being written. */
  readonly href: string | undefined;
  readonly title: string | undefined;
  readonly children: readonly Inline[];
  /** Whether the text is only its own address. */
  readonly bare: boolean;
}

export interface ImageInline {
  readonly kind: 'image';
  readonly src: string;
  readonly title: string | undefined;
  readonly alt: string;
}

/** A raw HTML tag, comment or the like. */
export interface TagInline {
  readonly kind: 'tag';
  readonly source: string;
}

/** A citation: the index of its mark. */
export interface MarkInline {
  readonly kind: 'mark';
  readonly index: number;
}

/** A reference to the footnote with this label. */
export interface FootnoteInline {
  readonly kind: 'footnote';
  readonly label: string;
}

/** What the syntax of an extension made of some text. */
export interface CustomInline {
  readonly kind: 'custom';
  readonly token: MarkdownToken;
  readonly syntax: InlineSyntax;
}

/** What an inline may refer to beyond its own text. */
export interface InlineContext {
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly decode: Decode;
  /** Whether the text may continue, so that the footnote of a reference may still arrive. */
  readonly streaming?: boolean;
  /** What extensions add. */
  readonly syntax?: readonly InlineSyntax[];
}

/** The text without markup. */
export function plainText(inlines: readonly Inline[]): string {
  let text = ''; // Grown by addition, which copies nothing: what is deep is asked at each level.
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
      return plainText(inline.children);
  }
}
