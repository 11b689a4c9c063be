import {
  spanTags,
  type Inline,
  type InlineContext,
  type LinkInline,
} from '../../../core/markdown/inline.js';
import type {Mark} from '../../../core/model/item.js';
import {hasMarks} from '../../../core/markdown/marks.js';
import type {
  ContentView,
  InlineContent,
  MarkdownRendering,
  Rerenderable,
} from '../markdown-rendering.js';
import {StablePrefix} from './stable-prefix.js';
import {createImage, mayLoad} from './image.js';
import {changeLink, linkContent, linkText} from './link.js';
import {untranslated} from '../purify.js';
import {pairTags, type RenderableInline} from './tags.js';
import {isSameToken, showCustom} from './token.js';
import {changeText, Morph, type NodeAdapter} from '../morph.js';
import {imageSource, showControls} from '../../shared/html/safe-url.js';

const ELEMENTS = {...spanTags, code: 'code', break: 'br'} as const;

/**
 * Length of the unstable part of a growing text above which it is rendered only when that part has grown by a
 * sixteenth.
 */
const THROTTLE_LENGTH = 4096;

/** Renders the text of a block and updates it while it grows. */
export class InlineView implements ContentView, Rerenderable {
  readonly #rendering: MarkdownRendering;
  readonly #morph: Morph<RenderableInline>;
  readonly #stablePrefix = new StablePrefix();
  #text: string | undefined;
  /** The definitions of the last rendering; if they change, the text is rendered again. */
  #definitions: InlineContext['definitions'] | undefined;
  #open = false;
  /** A growing text is not rendered again below this length. */
  #nextLength = 0;
  #marks: readonly number[] = [];
  /** The marks of the last rendering, if it had any. */
  #renderedMarks: readonly Mark[] | undefined;

  constructor(element: HTMLElement, rendering: MarkdownRendering) {
    this.#rendering = rendering;
    this.#morph = new Morph(element, new InlineAdapter(rendering));
  }

  /**
   * Renders a content.
   *
   * @param open Whether the text may continue. Markup that is open at its end is then rendered as if it were closed.
   * @param marks Marks to render after it.
   */
  show(content: InlineContent, open: boolean, marks: readonly number[] = []): void {
    if (typeof content === 'string') this.#showText(content, open, marks);
    else this.#showParsed(content, open, marks);
  }

  #showParsed(content: readonly Inline[], open: boolean, marks: readonly number[]): void {
    this.#text = undefined;
    this.#resetPrefix();
    if (this.#rendering.verifying && !this.#morph.isIntact) this.#morph.reset();
    const inlines = [...content, ...marks.map((index): Inline => ({kind: 'mark', index}))];
    this.#morph.update(pairTags(inlines, this.#rendering.rawHtml, open));
  }

  #showText(text: string, open: boolean, marks: readonly number[]): void {
    const {marks: all, references, context} = this.#rendering;
    const marked = marks.length > 0 || hasMarks(text) ? all : undefined;
    const definitionsChanged = context.definitions !== this.#definitions;
    const damaged = this.#rendering.verifying && !this.#morph.isIntact;
    if (damaged) this.#resetAll();
    if (!damaged && !definitionsChanged && open === this.#open && marked === this.#renderedMarks) {
      if (text === this.#text || (open && this.#isTooSoon(text, marks))) return;
    }
    this.#definitions = context.definitions;
    this.#renderedMarks = marked;
    this.#text = text;
    this.#open = open;
    this.#marks = [...marks];
    if (definitionsChanged || !this.#stablePrefix.isPrefixOf(text)) this.#resetPrefix();
    references.track(text.slice(this.#stablePrefix.end), this);
    this.#render();
  }

  /** Moves the nodes to another element. */
  moveTo(element: HTMLElement): void {
    this.#morph.moveTo(element);
  }

  rerender(): void {
    this.#resetPrefix();
    this.#render();
  }

  /** Parsing a long text with each added chunk would be quadratic. */
  #isTooSoon({length}: string, marks: readonly number[]): boolean {
    const grows = length >= (this.#text?.length ?? 0) && marks.length === this.#marks.length;
    return grows && length < this.#nextLength;
  }

  #resetPrefix(): void {
    this.#stablePrefix.reset();
    this.#morph.unsettle();
  }

  /** Creates everything anew with the next rendering. */
  #resetAll(): void {
    this.#resetPrefix();
    this.#morph.reset();
  }

  #render(): void {
    if (!this.#morph.isInPlace) this.#resetAll();
    const {context, rawHtml} = this.#rendering;
    const rewrite = this.#open ? undefined : context.rewrite;
    // Extensions receive all inlines of a text.
    if (rewrite) this.#resetPrefix();
    const {inlines, stable} = this.#stablePrefix.read(this.#text ?? '', context, this.#open);
    const marks = this.#marks.map((index): Inline => ({kind: 'mark', index}));
    const shown = [...(rewrite?.(inlines) ?? inlines), ...marks];
    this.#morph.update(pairTags(shown, rawHtml, this.#open));
    if (!rewrite) this.#morph.settle(stable);
    const {length} = this.#text ?? '';
    const changeable = length - this.#stablePrefix.end;
    this.#nextLength = changeable > THROTTLE_LENGTH ? length + changeable / 16 : 0;
  }
}

/** An element of HTML in a text. What is typed or printed by a computer is not translated. */
function createElement(name: string): HTMLElement {
  const element = document.createElement(name);
  if (untranslated.has(name)) element.translate = false;
  return element;
}

/** Maps each inline to one node. */
class InlineAdapter implements NodeAdapter<RenderableInline> {
  readonly #rendering: MarkdownRendering;

  constructor(rendering: MarkdownRendering) {
    this.#rendering = rendering;
  }

  readonly #loads = (address: string): boolean => {
    const source = imageSource(address);
    return source !== undefined && mayLoad(source, this.#rendering);
  };

  children(inline: RenderableInline): readonly RenderableInline[] | undefined {
    if (!('children' in inline)) return undefined;
    const children = pairTags(inline.children, this.#rendering.rawHtml);
    const link = inline.kind === 'link' || (inline.kind === 'element' && inline.name === 'a');
    return link ? linkContent({...inline, children}, this.#loads) : children;
  }

  create(inline: RenderableInline): ChildNode {
    switch (inline.kind) {
      case 'text':
        return document.createTextNode(inline.text);
      case 'tag':
        return document.createTextNode(inline.source);
      case 'element':
        if (inline.name === 'a') return changeLink(document.createElement('a'), inline);
        return createElement(inline.name);
      case 'link':
        return this.#changeLink(document.createElement('a'), inline);
      case 'image':
        return createImage(inline, this.#rendering);
      case 'mark':
        return this.#createMark(inline.index);
      case 'footnote':
        return this.#rendering.footnotes.createReference(inline.label);
      case 'custom':
        return showCustom(document.createElement('span'), inline, this.#rendering);
      default: {
        const element = document.createElement(ELEMENTS[inline.kind]);
        if (inline.kind === 'code') {
          element.textContent = showControls(inline.text);
          element.translate = false;
        }
        return element;
      }
    }
  }

  isIntact(node: ChildNode, inline: RenderableInline): boolean {
    if (inline.kind === 'text') return node.textContent === inline.text;
    if (inline.kind === 'tag') return node.textContent === inline.source;
    return inline.kind !== 'code' || node.textContent === showControls(inline.text);
  }

  change(node: ChildNode, from: RenderableInline, to: RenderableInline): boolean {
    if (from.kind === 'text' && to.kind === 'text') {
      changeText(node as Text, from.text, to.text);
      return true;
    }
    if (from.kind === 'code' && to.kind === 'code') {
      const [old, text] = [showControls(from.text), showControls(to.text)];
      const [first, second] = node.childNodes;
      if (first instanceof Text && !second && text !== '') changeText(first, old, text);
      else node.textContent = text;
      return true;
    }
    if (from.kind === 'link' && to.kind === 'link') {
      const same = from.href === to.href && from.title === to.title;
      if (!same || linkText(from.children) !== linkText(to.children)) {
        this.#changeLink(node as HTMLAnchorElement, to);
      }
      return true;
    }
    if (from.kind === 'image' && to.kind === 'image') {
      return from.src === to.src && from.alt === to.alt && from.title === to.title;
    }
    if (from.kind === 'element' && to.kind === 'element') {
      const same = from.name === to.name && from.href === to.href && from.title === to.title;
      // The new text may name another host.
      if (same && to.name === 'a') changeLink(node as HTMLAnchorElement, to);
      return same;
    }
    if (from.kind === 'mark' && to.kind === 'mark') {
      return from.index === to.index && node.textContent === this.#rendering.marks[to.index]?.label;
    }
    if (from.kind === 'footnote' && to.kind === 'footnote') return from.label === to.label;
    if (from.kind === 'custom' && to.kind === 'custom') {
      if (from.syntax !== to.syntax) return false;
      if (!isSameToken(from.token, to.token)) {
        showCustom(node as HTMLElement, to, this.#rendering);
      }
      return true;
    }
    return from.kind === to.kind && from.kind !== 'tag';
  }

  #changeLink(node: HTMLAnchorElement, link: LinkInline): HTMLAnchorElement {
    const children = pairTags(link.children, this.#rendering.rawHtml);
    return changeLink(node, {...link, children});
  }

  #createMark(index: number): HTMLButtonElement {
    const mark = this.#rendering.marks[index];
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'citation';
    button.setAttribute('part', 'citation');
    if (mark) {
      button.dataset['source'] = mark.source;
      button.textContent = mark.label;
      button.ariaLabel = this.#rendering.labels.citation(mark.label);
    }
    return button;
  }
}
