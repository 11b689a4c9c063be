import type {Mark} from '../../core/model/item.js';
import type {Block} from '../../core/markdown/block.js';
import {normalizeLabel} from '../../core/markdown/definitions.js';
import type {Inline, InlineContext} from '../../core/markdown/inline.js';
import type {Markdown} from '../../core/markdown/markdown.js';
import {extractMarks} from '../../core/markdown/marks.js';
import type {Labels} from '../locales/en.js';
import type {RawHtml} from '../shared/html/sanitize.js';
import type {Highlighting, MarkdownOutput} from '../base/markdown-service.js';
import type {Footnotes} from './nodes/footnotes.js';

/** The content of a block: a text, or inlines that the engine has parsed already. */
export type InlineContent = string | readonly Inline[];

/** Renders inline content and updates it while it grows. */
export interface ContentView {
  /** @param open Whether the content may continue. */
  show(content: InlineContent, open: boolean): void;
}

/** Renders a block and updates it while it grows. */
export interface BlockView {
  readonly node: HTMLElement;
  /** Updates the view to the current state of a block. Returns false if it cannot display this block. */
  show(block: Block, loose: boolean): boolean;
}

/** A line of code: its text node and its text. */
export interface CodeLine {
  readonly node: Text;
  readonly text: string;
}

/**
 * A block of code, as passed to companions. A companion may replace the text nodes of lines, but must restore them when
 * it is removed.
 */
export interface RenderedCode {
  /** The element of the block. */
  readonly block: HTMLElement;
  /** The row of buttons above the code. */
  readonly header: HTMLElement;
  /** The scroll container of the code. */
  readonly source: HTMLElement;
  /** The first word after the fence; may be empty. */
  readonly language: string;
  /** The current lines. */
  readonly lines: readonly CodeLine[];
  readonly labels: Labels['markdown'];
}

/** A view with companions. They are removed with the view and created again when it returns to the page. */
export interface CompanionHost {
  readonly node: Node;
  attach(): void;
  detach(): void;
}

/** A view that depends on link reference definitions. */
export interface Rerenderable {
  rerender(): void;
}

/** The context for rendering one text. */
export interface MarkdownRendering {
  readonly context: InlineContext;
  readonly streaming: boolean;
  /** Whether the text has just ended, so that each block is compared with its source once more. */
  readonly verifying: boolean;
  /** Whether a complete text takes the place of another one. */
  readonly replaced: boolean;
  readonly marks: readonly Mark[];
  readonly labels: Labels['markdown'];
  /** Origins whose images load without consent, separated by spaces. */
  readonly imageOrigins: string;
  readonly rawHtml: RawHtml;
  readonly highlighting: Highlighting;
  readonly extensions: Markdown<MarkdownOutput>;
  readonly references: References;
  readonly footnotes: Footnotes;
  /** The views with companions. */
  readonly companionHosts: Set<CompanionHost>;
  createView(block: Block, loose: boolean): BlockView;
  /** Creates a view that renders inline content into an element. */
  createContent(element: HTMLElement): ContentView;
}

const LABEL = /\[((?:[^\\[\]]|\\[^]){1,999})\]/g;

/** Tracks which views may refer to which definitions, so that a late definition renders only those again. */
export class References {
  readonly #waiting = new Map<string, Set<Rerenderable>>();
  readonly #footnotes = new Set<Rerenderable>();
  #labels: Iterator<string, undefined> | undefined;
  #known = 0;

  /** Records the labels to which a text may refer. */
  track(text: string, view: Rerenderable): void {
    if (!text.includes('[')) return;
    for (const [, label = ''] of text.matchAll(LABEL)) {
      const key = normalizeLabel(extractMarks(label)[0]);
      const views = this.#waiting.get(key) ?? new Set();
      this.#waiting.set(key, views.add(view));
      if (key.startsWith('^')) this.#footnotes.add(view);
    }
  }

  /** Renders the views again that refer to new definitions. */
  resolve(definitions: InlineContext['definitions']): void {
    const views = new Set<Rerenderable>();
    // One iterator for all calls, which never reaches its end: it then returns what was added since the last call.
    this.#labels ??= definitions.keys();
    for (; this.#known < definitions.size; this.#known++) {
      const label = this.#labels.next().value ?? '';
      for (const view of this.#waiting.get(label) ?? []) views.add(view);
    }
    for (const view of views) view.rerender();
  }

  /** Renders the views again that contain potential footnote references. */
  rerenderFootnotes(): void {
    for (const view of this.#footnotes) view.rerender();
  }

  clear(): void {
    this.#footnotes.clear();
    this.#waiting.clear();
    this.#labels = undefined;
    this.#known = 0;
  }
}
