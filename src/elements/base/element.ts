import {LitElement, type PropertyValues} from 'lit';
import type {Labels} from '../locales/en.js';
import {type Services, servicesContext, servicesIn} from './services.js';
import {addStyles} from './add-styles.js';
import {ContextConsumer} from './context.js';
import {LazyModule, whenLoaded} from '../../controller/lazy-module.js';
import {keepFocus} from './keep-focus.js';
import {LanguageController} from './language.js';

/** Replaces server-rendered content, loaded when an element has such content. */
const serverContent = new LazyModule(() => import('./server-content.js'));

/** The attribute of an element whose shadow root a server has rendered. */
const serverRendered = 'data-server-rendered';

/** How long the first render waits for lazy code. */
const firstRenderTimeoutMs = 1000;

/** The same where server-rendered content is visible meanwhile. */
const replaceTimeoutMs = 10_000;

/**
 * The base class of all elements: a Lit element with the services of the chat that contains it.
 *
 * @cssproperty [--ubik-accent=light-dark(#2f5fd0, #7fa4ff)] - The brand colour; the other accent colours are derived from it.
 * @cssproperty --ubik-on-accent - Text on the accent colour; by default black or white.
 * @cssproperty --ubik-accent-text - Accent colour for text and borders; adjusted automatically for contrast.
 * @cssproperty --ubik-accent-soft - A tint of the accent colour.
 * @cssproperty [--ubik-surface=light-dark(#ffffff, #16181d)] - The background.
 * @cssproperty [--ubik-surface-muted=light-dark(#f6f6f4, #1e2026)] - The background of code, notices and the header.
 * @cssproperty [--ubik-surface-hover=light-dark(#eeeeeb, #282b32)] - The background of a hovered element.
 * @cssproperty [--ubik-text=light-dark(#1b1d22, #e9eaee)] - Text.
 * @cssproperty [--ubik-text-muted=light-dark(#5b5f69, #a5a9b4)] - Secondary text.
 * @cssproperty [--ubik-border=light-dark(#e4e4e0, #31343c)] - Borders.
 * @cssproperty [--ubik-border-strong=light-dark(#8a8e98, #747985)] - Borders of form fields.
 * @cssproperty [--ubik-success=light-dark(#1a7548, #63c894)] - Success.
 * @cssproperty [--ubik-warning=light-dark(#8a5a00, #e0b04f)] - Warnings.
 * @cssproperty --ubik-warning-soft - A tint of the warning colour.
 * @cssproperty [--ubik-danger=light-dark(#b3261e, #ff9c94)] - Errors.
 * @cssproperty --ubik-danger-soft - A tint of the danger colour.
 * @cssproperty [--ubik-font-family=system-ui, …] - The font of text.
 * @cssproperty [--ubik-font-family-mono=ui-monospace, …] - The font of code.
 * @cssproperty [--ubik-font-size=0.9375rem] - The base font size; all other sizes are relative to it.
 * @cssproperty [--ubik-line-height=1.55] - The line height, as a multiple of the font size.
 * @cssproperty [--ubik-space=0.25rem] - The unit of all spacing.
 * @cssproperty [--ubik-radius=0.75rem] - The border radius.
 * @cssproperty [--ubik-transition-duration=160ms] - The duration of transitions.
 * @cssproperty --ubik-shadow - The shadow of a floating chat, a card and a menu.
 */
export abstract class UbikElement extends LitElement {
  /** Whether the element gets the focus when its focused control disappears, outside of a transcript. */
  protected static keepsFocus = false;

  readonly #services = new ContextConsumer<Services>(
    this,
    servicesContext,
    () => this.servicesSource,
  );

  #language: LanguageController | undefined;

  /** The services of the chat that contains this element, or the shared ones outside of a chat. */
  protected get services(): Services {
    return (
      this.#services.value ?? servicesIn((this.#language ??= new LanguageController(this)).labels)
    );
  }

  /** What the services are requested from: this element for the chat around it, another element, or `null` for none. */
  protected get servicesSource(): EventTarget | null {
    return this;
  }

  /** Whether the source has services. */
  protected get hasServices(): boolean {
    return this.#services.value !== undefined;
  }

  /** @internal Requests the services again after their source has changed. Returns whether the source has services. */
  requestServices(): boolean {
    return this.#services.request();
  }

  #replacing: Promise<void> | undefined;

  override connectedCallback(): void {
    // An element inside of server-rendered content does not render: all of that content is replaced at once.
    if (this.hasAttribute('defer-hydration')) return;
    if (document.readyState === 'loading' && this.hasAttribute(serverRendered)) {
      // The parser has not read all of the content yet, and attaches the shadow root itself.
      document.addEventListener(
        'DOMContentLoaded',
        () => {
          if (this.isConnected) this.connectedCallback();
        },
        {once: true},
      );
      return;
    }
    super.connectedCallback();
  }

  /** Server-rendered content stays visible while the element renders into a hidden box beside it. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const hasContent = this.shadowRoot?.hasChildNodes();
    const root = this.#createRoot();
    if (!hasContent) return root;
    const box = document.createElement('div');
    box.style.display = 'none';
    root.append(box);
    this.renderOptions.renderBefore = null;
    this.#replacing = this.#replaceContent(box, root);
    return box;
  }

  /** The shadow root. In another document than that of the scripts, Lit's own sheets would be refused. */
  #createRoot(): HTMLElement | DocumentFragment {
    if (this.ownerDocument === document) return super.createRenderRoot();
    const {elementStyles, shadowRootOptions} = this.constructor as typeof UbikElement;
    const root = this.shadowRoot ?? this.attachShadow(shadowRootOptions);
    addStyles(root, elementStyles);
    return root;
  }

  /** The element is in another document, which has emptied the list of style sheets. */
  adoptedCallback(): void {
    const {elementStyles} = this.constructor as typeof UbikElement;
    if (this.shadowRoot) addStyles(this.shadowRoot, elementStyles);
  }

  /** Shows the box instead of the server-rendered content as soon as everything in it has rendered. */
  async #replaceContent(box: HTMLElement, root: ParentNode): Promise<void> {
    const part = await serverContent.load().catch(() => undefined);
    await super.getUpdateComplete();
    await part?.whenRendered(box, whenLoaded);
    const restore = part?.readState(box);
    box.style.display = 'contents';
    for (const node of [...root.childNodes]) if (node !== box) node.remove();
    restore?.();
    this.#replacing = undefined;
    this.removeAttribute(serverRendered);
  }

  /**
   * Keeps what server-rendered content shows of the conversation: WebKit lays all of it out again, from its end, whenever
   * a slot is added to the same shadow tree.
   */
  protected override update(changed: PropertyValues): void {
    const transcript = this.#replacing && this.shadowRoot?.querySelector('.transcript');
    const scroller = transcript?.shadowRoot?.querySelector('.scroller');
    const top = scroller?.scrollTop;
    const {keepsFocus} = this.constructor as typeof UbikElement;
    if (keepsFocus) keepFocus(this, () => super.update(changed));
    else super.update(changed);
    if (scroller && top !== undefined) scroller.scrollTop = top;
  }

  /** Also waits until server-rendered content is replaced. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const complete = await super.getUpdateComplete();
    await this.#replacing;
    return complete;
  }

  /** Lazy code that the first render needs; `undefined` if none has to be loaded. */
  protected get beforeFirstRender(): Promise<unknown> | undefined {
    return undefined;
  }

  /** Delays the first render until the lazy code is loaded, up to a timeout. */
  protected override scheduleUpdate(): Promise<unknown> | undefined {
    const render = () => super.scheduleUpdate() as Promise<unknown> | undefined;
    const awaited = this.hasUpdated ? undefined : this.beforeFirstRender;
    if (!awaited) return render();
    const timeoutMs = this.#replacing ? replaceTimeoutMs : firstRenderTimeoutMs;
    const timeout = new Promise(resolve => setTimeout(resolve, timeoutMs));
    return Promise.race([awaited, timeout]).then(render, render);
  }

  /** The labels of the interface. */
  protected get strings(): Labels {
    return this.services.labels;
  }
}
