import {type CSSResultGroup, type PropertyValues} from 'lit';
import {property} from 'lit/decorators.js';
import type {Markdown} from '../core/markdown/markdown.js';
import {MarkdownDocument} from '../core/markdown/markdown-document.js';
import type {Mark} from '../core/model/item.js';
import {UbikLinkEvent} from './events.js';
import {UbikElement} from './internal/element.js';
import type {ImagePolicy, MarkdownOutput} from './internal/markdown-drawing.js';
import {askForImages} from './internal/markdown-image.js';
import {markdown} from './internal/markdown-service.js';
import {MarkdownView, type DrawingSettings} from './internal/markdown-view.js';
import {decodeReference} from './internal/sanitize.js';
import {styles} from './ubik-markdown.styles.js';

/** Where it is drawn to a string there is no document to draw into. */
const onServer = typeof document === 'undefined';

const NO_MARKS: readonly Mark[] = [];

/**
 * Markdown as somebody else wrote it, drawn while it is being written. What stands there is not touched again, so it can
 * be selected, followed and read while the rest comes. The text is not trusted: nothing in it runs, and nothing is
 * fetched for it without asking.
 *
 * @element ubik-markdown
 * @fires {UbikLinkEvent} ubik-link - Before a link is followed; cancelable.
 * @fires {UbikCopyEvent} ubik-copy - When code was copied.
 * @csspart content - Everything.
 * @csspart code-block - A block of code with its header.
 * @csspart code-header - The header of a block of code.
 * @csspart copy - The button that copies code.
 * @csspart table - What scrolls a table.
 * @csspart citation - A citation.
 * @csspart image-button - The button that loads an image.
 */
export class UbikMarkdown extends UbikElement {
  static override styles: CSSResultGroup = styles;

  /** The whole text, as far as it has come. */
  @property() text = '';

  /** Whether more may come: then what is begun at the end is shown as if it had been ended. */
  @property({type: Boolean}) streaming = false;

  /** Where sources are cited, in the order of their offsets. */
  @property({attribute: false}) marks: readonly Mark[] = NO_MARKS;

  /** Decides over each image that the text wants to load. */
  @property({attribute: false}) imagePolicy: ImagePolicy = askForImages;

  /** The extensions of Markdown. */
  @property({attribute: false}) markdown: Markdown<MarkdownOutput> = markdown;

  #document: MarkdownDocument | undefined;
  #content: HTMLElement | undefined;
  #view: MarkdownView | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (onServer) return;
    if (changed.has('imagePolicy') || changed.has('markdown')) this.#content = undefined;
    this.#document ??= new MarkdownDocument(decodeReference);
    this.#document.update(this.text, this.marks, this.streaming);
    this.#content ??= this.#createContent(this.#document);
    this.#view?.show(this.#document, this.#settings);
  }

  /** On a server, the text; in a browser, nodes that Lit leaves alone. */
  protected override render(): unknown {
    return onServer ? this.text : this.#content;
  }

  get #settings(): DrawingSettings {
    return {
      streaming: this.streaming,
      marks: this.marks,
      labels: this.strings.markdown,
      imagePolicy: this.imagePolicy,
      extensions: this.markdown,
    };
  }

  #createContent(document: MarkdownDocument): HTMLElement {
    const content = window.document.createElement('div');
    content.className = 'content';
    content.part.add('content');
    content.addEventListener('click', event => this.#onClick(event));
    this.#view = new MarkdownView(content, document, this.#settings);
    return content;
  }

  #onClick(event: MouseEvent): void {
    const [target] = event.composedPath();
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link && !this.dispatchEvent(new UbikLinkEvent(link.href))) event.preventDefault();
  }
}
