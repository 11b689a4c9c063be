import type {Mark} from '../../core/model/item.js';
import type {Block} from '../../core/markdown/block.js';
import {normalizeLabel} from '../../core/markdown/definitions.js';
import type {InlineContext} from '../../core/markdown/inline.js';
import type {Markdown} from '../../core/markdown/markdown.js';
import {pullMarks} from '../../core/markdown/marks.js';
import type {Labels} from '../locales/en.js';
import type {RawHtml} from '../shared/sanitize.js';

/** What an extension gives: a node, or HTML, which goes through the same gate as the HTML of a text. */
export type MarkdownOutput = Node | string;

/** Draws a block, and draws it again as it grows. */
export interface BlockView {
  readonly node: HTMLElement;
  /** Shows what the block is now; false if it is not one that this view can show. */
  show(block: Block, loose: boolean): boolean;
}

/** A line of code: a text node, and what is written in it. */
export interface CodeLine {
  readonly node: Text;
  readonly text: string;
}

/** A block of code, for those that go along with it. The nodes of its lines are not theirs, but while they are there. */
export interface RenderedCode {
  /** The whole block. */
  readonly block: HTMLElement;
  /** The row of buttons above the code. */
  readonly header: HTMLElement;
  /** What scrolls the code. */
  readonly source: HTMLElement;
  /** The first word behind the fence; may be empty. */
  readonly language: string;
  /** The lines as they are now. */
  readonly lines: readonly CodeLine[];
  readonly labels: Labels['markdown'];
}

/** A view with companions, which leave when it leaves the page and come again with it. */
export interface CompanionHost {
  readonly node: Node;
  attach(): void;
  detach(): void;
}

/** Something drawn that a link reference definition could change. */
export interface Rerenderable {
  rerender(): void;
}

/** What rendering one text needs, now. */
export interface MarkdownRendering {
  readonly context: InlineContext;
  readonly streaming: boolean;
  readonly marks: readonly Mark[];
  readonly labels: Labels['markdown'];
  /** Whose images are loaded without asking, between spaces. */
  readonly imageOrigins: string;
  readonly rawHtml: RawHtml;
  readonly extensions: Markdown<MarkdownOutput>;
  readonly references: References;
  /** The views that are accompanied. */
  readonly companionHosts: Set<CompanionHost>;
  createView(block: Block, loose: boolean): BlockView;
}

const LABEL = /\[((?:[^\\[\]]|\\[^]){1,999})\]/g;

/** Who waits for which definition: one that comes late is drawn where its label stands, and nowhere else. */
export class References {
  readonly #waiting = new Map<string, Set<Rerenderable>>();
  readonly #footnotes = new Set<Rerenderable>();
  #known = 0;

  /** Remembers the labels that a text may refer by. */
  track(text: string, view: Rerenderable): void {
    if (!text.includes('[')) return;
    for (const [, label = ''] of text.matchAll(LABEL)) {
      const key = normalizeLabel(pullMarks(label)[0]);
      const views = this.#waiting.get(key) ?? new Set();
      this.#waiting.set(key, views.add(view));
      if (key.startsWith('^')) this.#footnotes.add(view);
    }
  }

  /** Draws again what waited for the definitions that are new. */
  resolve(definitions: InlineContext['definitions']): void {
    if (definitions.size === this.#known) return;
    const views = new Set<Rerenderable>();
    let at = 0;
    for (const label of definitions.keys()) {
      if (at++ < this.#known) continue;
      for (const view of this.#waiting.get(label) ?? []) views.add(view);
    }
    this.#known = definitions.size;
    for (const view of views) view.rerender();
  }

  /** Whether the text has referred to a footnote, or seemed to. */
  get hasFootnotes(): boolean {
    return this.#footnotes.size > 0;
  }

  /** Draws again what may have waited for a footnote in vain. */
  rerenderFootnotes(): void {
    for (const view of this.#footnotes) view.rerender();
  }

  clear(): void {
    this.#footnotes.clear();
    this.#waiting.clear();
    this.#known = 0;
  }
}
