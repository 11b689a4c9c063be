import {LitElementRenderer, type RenderInfo} from '@lit-labs/ssr';
import {collectResultSync} from '@lit-labs/ssr/lib/render-result.js';
import {type Item, type Mark} from '../core/model/item.js';
import {toMarkdown} from '../core/model/to-markdown.js';
import {contentStyles} from '../elements/ubik-markdown/content.styles.js';
import type {Services} from '../elements/base/services.js';
import {escapeHtml} from './escape.js';
import {markdownHtml} from './markdown-html.js';

/** An item that could not be rendered, with the error. */
export interface Failure {
  readonly item: Item;
  readonly error: unknown;
}

/** The properties of `<ubik-markdown>` that are rendered. */
interface MarkdownSource {
  readonly text: string;
  readonly marks: readonly Mark[];
}

type Contents = ReturnType<LitElementRenderer['renderShadow']>;

/** Scrolls the transcript to its end without a script. */
const transcriptStyles = `.scroller{display:flex;flex-direction:column-reverse}.turns{flex:none;inline-size:100%}`;

/** Renders an item as plain text. */
function itemHtml(item: Item): string {
  const lines = toMarkdown(item).split('\n');
  return lines.map(line => (line === '' ? '' : `<p dir="auto">${escapeHtml(line)}</p>`)).join('');
}

/** The properties of an element that are rendered. */
type ItemProperties = Partial<MarkdownSource> & {readonly item?: Item};

/**
 * Renders the elements of a chat on a server. The context protocol needs a DOM, so elements use the services of the chat
 * rendered last. An element whose item cannot be rendered contains the item as text instead.
 */
export function createPartRenderer(
  nonce: string | undefined,
  failures: Failure[],
): typeof LitElementRenderer {
  let services: Services | undefined;
  return class PartRenderer extends LitElementRenderer {
    #failed = false;

    constructor(tag: string) {
      super(tag);
      if (services) Object.defineProperty(this.element, 'services', {value: services});
    }

    get #given(): ItemProperties {
      return this.element as ItemProperties;
    }

    override connectedCallback(): void {
      try {
        super.connectedCallback();
      } catch (error) {
        this.#fail(error);
      }
      services ??= Reflect.get(this.element, 'services') as Services;
    }

    override renderShadow(info: RenderInfo): Contents {
      const {item} = this.#given;
      if (!item) return this.#render(info);
      const {customElementHostStack, customElementInstanceStack, eventTargetStack, slotStack} =
        info;
      const stacks = [
        customElementHostStack,
        customElementInstanceStack,
        eventTargetStack,
        slotStack,
      ].map(stack => ({stack, length: stack.length}));
      try {
        // Collected synchronously, so that nested errors are caught here.
        if (!this.#failed) return [collectResultSync(this.#render(info) ?? [])];
      } catch (error) {
        this.#fail(error);
        for (const {stack, length} of stacks) stack.length = length;
      }
      return [itemHtml(item)];
    }

    #render(info: RenderInfo): Contents {
      const [, ...contents] = super.renderShadow(info) ?? [];
      const {text = '', marks = []} = this.#given;
      const styles: string[] = [];
      if (this.tagName.endsWith('-transcript')) styles.push(transcriptStyles);
      if (this.tagName.endsWith('-markdown') && services) {
        styles.push(...contentStyles.map(({cssText}) => cssText));
        contents.splice(-1, 1, markdownHtml(text, marks, services));
      }
      contents.splice(contents.indexOf('</style>'), 0, ...styles);
      return [nonce === undefined ? '<style>' : `<style nonce="${nonce}">`, ...contents];
    }

    /** Records the error of an element that has an item, and throws any other error again. */
    #fail(error: unknown): void {
      const {item} = this.#given;
      if (!item) throw error;
      this.#failed = true;
      failures.push({error, item});
    }
  };
}
