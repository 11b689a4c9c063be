import {LitElement, type PropertyValues} from 'lit';
import type {Labels} from '../locales/en.js';
import {type Services, servicesContext, servicesIn} from './services.js';
import {ContextConsumer} from './context.js';
import {whenLoaded} from './lazy-element.js';
import {serverContent} from './lazy-server-content.js';
import {Language} from './language.js';

/** The attribute of an element whose shadow root a server has rendered. */
const serverRendered = 'data-server-rendered';

/** How long an element waits for what it is drawn by: milliseconds. */
const patience = 1000;

/**
 * What every element of ours is: a Lit element that knows the services of the chat it stands in.
 *
 * @cssproperty [--ubik-accent=light-dark(#2f5fd0, #7fa4ff)] - The brand colour; a readable theme follows from it alone.
 * @cssproperty --ubik-on-accent - What stands on the accent; black or white by itself.
 * @cssproperty --ubik-accent-text - Words and lines in the accent; darker or lighter by itself.
 * @cssproperty --ubik-accent-soft - A tint of the accent.
 * @cssproperty [--ubik-surface=light-dark(#ffffff, #16181d)] - The ground.
 * @cssproperty [--ubik-surface-muted=light-dark(#f6f6f4, #1e2026)] - The ground of what is set apart: code, notes, the header.
 * @cssproperty [--ubik-surface-hover=light-dark(#eeeeeb, #282b32)] - The ground below the pointer.
 * @cssproperty [--ubik-text=light-dark(#1b1d22, #e9eaee)] - Words.
 * @cssproperty [--ubik-text-muted=light-dark(#5b5f69, #a5a9b4)] - Words that matter less.
 * @cssproperty [--ubik-border=light-dark(#e4e4e0, #31343c)] - Lines.
 * @cssproperty [--ubik-border-strong=light-dark(#8a8e98, #747985)] - Frames of fields.
 * @cssproperty [--ubik-success=light-dark(#1a7548, #63c894)] - What ended well.
 * @cssproperty [--ubik-warning=light-dark(#8a5a00, #e0b04f)] - What wants attention.
 * @cssproperty --ubik-warning-soft - A tint of it.
 * @cssproperty [--ubik-danger=light-dark(#b3261e, #ff9c94)] - What failed.
 * @cssproperty --ubik-danger-soft - A tint of it.
 * @cssproperty [--ubik-font-family=system-ui, …] - The type of words.
 * @cssproperty [--ubik-font-family-mono=ui-monospace, …] - The type of code.
 * @cssproperty [--ubik-font-size=0.9375rem] - The size of words; every other size is a share of it.
 * @cssproperty [--ubik-line-height=1.55] - The height of a line, in sizes of the type.
 * @cssproperty [--ubik-space=0.25rem] - The unit of all distances.
 * @cssproperty [--ubik-radius=0.75rem] - The roundness of corners.
 * @cssproperty [--ubik-transition-duration=160ms] - The time of a transition.
 * @cssproperty --ubik-shadow - What lifts a floating chat, a card and a menu from the page.
 */
export abstract class UbikElement extends LitElement {
  readonly #services = new ContextConsumer<Services>(this, servicesContext);

  #language: Language | undefined;

  /** The services of the chat around this element, or the shared ones where there is none. */
  protected get services(): Services {
    return this.#services.value ?? servicesIn((this.#language ??= new Language(this)).labels);
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
    const root = super.createRenderRoot();
    if (!hasContent) return root;
    const box = document.createElement('div');
    box.style.display = 'none';
    root.append(box);
    this.renderOptions.renderBefore = null;
    this.#replacing = this.#replaceContent(box, root);
    return box;
  }

  /** Shows the box instead of the server-rendered content as soon as everything in it has rendered. */
  async #replaceContent(box: HTMLElement, root: ParentNode): Promise<void> {
    await serverContent.load();
    await super.getUpdateComplete();
    const part = serverContent.get();
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
    super.update(changed);
    if (scroller && top !== undefined) scroller.scrollTop = top;
  }

  /** Complete when server-rendered content is replaced, too. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const complete = await super.getUpdateComplete();
    await this.#replacing;
    return complete;
  }

  /** What is to be there before it is first drawn, where that has to be fetched. */
  protected get awaited(): Promise<unknown> | undefined {
    return undefined;
  }

  /** Waits for it: not for long where nothing is shown meanwhile, longer where server-rendered content is. */
  protected override scheduleUpdate(): Promise<unknown> | undefined {
    const draw = () => super.scheduleUpdate() as Promise<unknown> | undefined;
    const awaited = this.hasUpdated ? undefined : this.awaited;
    if (!awaited) return draw();
    const time = this.#replacing ? patience * 10 : patience;
    const moment = new Promise(resolve => setTimeout(resolve, time));
    return Promise.race([awaited, moment]).then(draw, draw);
  }

  /** The strings of the interface. */
  protected get strings(): Labels {
    return this.services.labels;
  }
}
