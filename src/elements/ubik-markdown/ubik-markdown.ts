import type {CSSResultGroup} from 'lit';
import {property} from 'lit/decorators.js';
import type {Markdown} from '../../core/markdown/markdown.js';
import type {MarkdownEngine, ParsedText} from '../../core/markdown/engine.js';
import {appendDelta, type TextDelta} from '../../core/model/growth.js';
import type {Mark} from '../../core/model/item.js';
import {addStyles} from '../base/add-styles.js';
import {UbikElement} from '../base/element.js';
import {hasSameValues} from '../base/same-values.js';
import {markdownEngine} from '../shared/lazy-engine.js';
import type {Highlighting, MarkdownOutput} from '../base/markdown-service.js';
import {html} from '../base/html.js';
import {requestLink} from '../shared/links.js';
import type * as Engine from './markdown-engine.js';
import type {RenderSettings, MarkdownView} from './markdown-view.js';
import type {Labels} from '../locales/en.js';
import {onServer} from '../base/on-server.js';
import type {RawHtml} from '../shared/html/sanitize.js';
import {styles} from './ubik-markdown.styles.js';

const NO_MARKS: readonly Mark[] = [];

/**
 * The settings that apply to the whole text: origins of images, handling of HTML, extensions, engine, highlighting, and the
 * labels of the language, which may load after the text.
 */
type RenderRules = readonly [
  string,
  RawHtml,
  Markdown<MarkdownOutput>,
  MarkdownEngine | string | undefined,
  Highlighting,
  Labels['markdown'],
];

/**
 * Renders Markdown while it streams in. Rendered nodes are never replaced, so text stays selectable while the rest
 * arrives. The text is untrusted: nothing in it runs, and no image loads without the user's consent.
 *
 * @element ubik-markdown
 * @fires {UbikLinkRequestEvent} ubik-link-request - Before a link is followed; cancelable.
 * @fires {UbikAssetRequestEvent} ubik-asset-request - Before a tool's file is saved or its picture is shown; cancelable.
 * @fires {UbikCopiedEvent} ubik-copied - When code was copied.
 * @csspart content - The rendered content.
 * @csspart code-block - A code block with its header.
 * @csspart code-header - The header of a code block.
 * @csspart wrap - The button that wraps the lines of code.
 * @csspart copy - The button that copies code.
 * @csspart table - The scroll container of a table.
 * @csspart footnote - A footnote reference.
 * @csspart citation - A citation.
 * @csspart image-button - The button that loads an image.
 * @cssproperty [--ubik-code-keyword=light-dark(#8a2be2, #c9a0ff)] - Keywords in code.
 * @cssproperty [--ubik-code-string=light-dark(#0a6b3a, #7fd99a)] - Strings in code.
 * @cssproperty [--ubik-code-comment=light-dark(#5f6670, #9aa3ad)] - Comments in code.
 * @cssproperty [--ubik-code-number=light-dark(#9a4a00, #f0b06a)] - Numbers and constants in code.
 * @cssproperty [--ubik-code-name=light-dark(#1f56c4, #8db8ff)] - Names of functions and variables in code.
 * @cssproperty [--ubik-code-type=light-dark(#0b6573, #6fd0de)] - Types and tags in code.
 * @cssproperty [--ubik-code-property=light-dark(#7a4a16, #e0c08a)] - Properties and attributes in code.
 * @cssproperty [--ubik-code-meta=light-dark(#a3224f, #ff9ab8)] - Annotations and directives in code.
 */
export class UbikMarkdown extends UbikElement {
  static override styles: CSSResultGroup = styles;

  /** The complete text received so far. */
  @property({useDefault: true}) text = '';

  /** Whether more text may follow; unfinished syntax at the end is then rendered as if it were complete. */
  @property({type: Boolean}) streaming = false;

  /** The citations, ordered by their offset in the text. */
  @property({attribute: false}) marks: readonly Mark[] = NO_MARKS;

  /** Origins whose images load without consent, separated by spaces; by default, those of the surrounding chat. */
  @property({attribute: 'image-origins'}) imageOrigins: string | undefined;

  /** Which HTML is rendered: `escape`, `inline` or `block`; by default, as the surrounding chat does. */
  @property({attribute: 'raw-html'}) rawHtml: RawHtml | undefined;

  /** The Markdown extensions; by default, those of the surrounding chat. */
  @property({attribute: false}) markdown: Markdown<MarkdownOutput> | undefined;

  /** The name of the engine that parses the text, such as `marked`; by default, that of the surrounding chat. */
  @property({attribute: 'markdown-engine'}) markdownEngine: string | undefined;

  /**
   * When code is coloured: when its block has ended (`closed`), while it streams (`streaming`), or never (`off`); by
   * default, as in the surrounding chat.
   */
  @property() highlighting: Highlighting | undefined;

  /** @internal The part by which the text grew last, if known. */
  growth: TextDelta | undefined;

  #document: ParsedText | undefined;
  #content: HTMLElement | undefined;
  /** The attempt to load the sanitizer, after which HTML is rendered again. */
  #pendingRerender: Promise<unknown> | undefined;
  readonly #afterSanitizer = {
    requestUpdate: (): void => {
      this.#content = undefined;
      this.requestUpdate();
    },
  };
  readonly #afterExtensions = {requestUpdate: (): void => this.#reset()};
  #view: MarkdownView | undefined;
  #renderedWith: readonly unknown[] = [];
  #unsubscribe: (() => void) | undefined;
  #reattach: (() => void) | undefined;

  /** Appends a chunk to `text`. Its cost does not depend on the length of the text, unlike setting `text`. */
  write(chunk: string): void {
    this.growth = appendDelta(this.growth, this.text, chunk);
    this.text = this.growth.after;
  }

  protected override get beforeFirstRender(): Promise<unknown> | undefined {
    return markdownEngine.get(this) ? undefined : markdownEngine.attempt;
  }

  protected override willUpdate(): void {
    // Skip while disconnected: subscribing to the shared extensions would keep the element in memory.
    const engine = onServer || !this.isConnected ? undefined : markdownEngine.get(this);
    if (engine) this.#renderText(engine);
  }

  #renderText(engine: typeof Engine): void {
    const rules = this.#rules;
    if (!hasSameValues(rules, this.#renderedWith)) this.#reset();
    this.#renderedWith = rules;
    this.#unsubscribe ??= rules[2].subscribe(() => this.#reset());
    this.#document ??= engine.parse(rules[2], rules[3], this.#afterExtensions);
    this.#document.update(this.text, this.marks, this.streaming, this.growth);
    this.growth = undefined;
    const settings = this.#settingsBy(rules);
    this.#content ??= this.#createContent(engine, this.#document, settings);
    this.#view?.show(this.#document, settings);
    if (engine.takeMissedSanitizer()) this.#rerenderWhenLoaded(engine.sanitizer);
  }

  /** Also waits until HTML is rendered that waited for the sanitizer. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const complete = await super.getUpdateComplete();
    if (!this.#pendingRerender) return complete;
    await this.#pendingRerender;
    this.#pendingRerender = undefined;
    return super.getUpdateComplete();
  }

  #rerenderWhenLoaded(sanitizer: typeof Engine.sanitizer): void {
    sanitizer.subscribe(this.#afterSanitizer);
    this.#pendingRerender = sanitizer.attempt?.catch(() => undefined);
  }

  /** On a server, the text. In a browser, nodes that Lit does not manage, or the text until the engine has loaded. */
  protected override render(): unknown {
    if (onServer) return this.text;
    return this.#content ?? html`<div class="content source" part="content">${this.text}</div>`;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#reattach?.();
    this.#reattach = undefined;
    this.requestUpdate(); // render text received meanwhile, and subscribe to extensions again
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#reattach ??= this.#view?.detach();
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  /** The styles of the content, and the colours of code, belong to the document that it was in. */
  override adoptedCallback(): void {
    super.adoptedCallback();
    this.#reset();
  }

  /** Renders everything again. */
  #reset(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = this.#document = this.#content = undefined;
    this.requestUpdate();
  }

  get #rules(): RenderRules {
    const {imageOrigins, rawHtml, markdown, markdownEngine, highlighting} = this.services;
    const extensions = this.markdown ?? markdown;
    return [
      this.imageOrigins ?? imageOrigins,
      this.rawHtml ?? rawHtml,
      extensions,
      extensions.findEngine(this.markdownEngine ?? markdownEngine),
      this.highlighting ?? highlighting,
      this.strings.markdown,
    ];
  }

  #settingsBy([
    imageOrigins,
    rawHtml,
    extensions,
    ,
    highlighting,
    labels,
  ]: RenderRules): RenderSettings {
    const {streaming, marks} = this;
    return {streaming, marks, labels, imageOrigins, rawHtml, extensions, highlighting};
  }

  #createContent(
    engine: typeof Engine,
    document: ParsedText,
    settings: RenderSettings,
  ): HTMLElement {
    // They load with the Markdown engine.
    if (this.shadowRoot) addStyles(this.shadowRoot, engine.contentStyles);
    const content = window.document.createElement('div');
    content.className = 'content';
    content.setAttribute('part', 'content');
    content.addEventListener('click', event => this.#onClick(event));
    this.#view?.detach();
    this.#reattach = undefined;
    this.#view = new engine.MarkdownView(content, document, settings);
    return content;
  }

  #onClick(event: MouseEvent): void {
    const [target] = event.composedPath();
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link) requestLink(this, link, event);
  }
}
