import {LitElementRenderer} from '@lit-labs/ssr';
import type {Mark} from '../core/model/item.js';
import {drawnStyles} from '../elements/internal/markdown-drawn.styles.js';
import type {Services} from '../elements/services.js';
import {markdownHtml} from './markdown-html.js';

/** What `<ubik-markdown>` is given to draw. */
interface MarkdownSource {
  readonly text: string;
  readonly marks: readonly Mark[];
}

type Contents = ReturnType<LitElementRenderer['renderShadow']>;

/**
 * Draws the elements of a chat on a server. Context, by which a chat lends its services to them, needs a page; here the
 * chat that was drawn last lends them.
 */
export function createPartRenderer(nonce: string | undefined): typeof LitElementRenderer {
  let services: Services | undefined;
  return class PartRenderer extends LitElementRenderer {
    constructor(tag: string) {
      super(tag);
      if (services) Object.defineProperty(this.element, 'services', {value: services});
    }

    override connectedCallback(): void {
      super.connectedCallback();
      services ??= Reflect.get(this.element, 'services') as Services;
    }

    override renderShadow(info: Parameters<LitElementRenderer['renderShadow']>[0]): Contents {
      const contents = super.renderShadow(info);
      if (!Array.isArray(contents)) return contents;
      if (nonce !== undefined && contents[0] === '<style>')
        contents[0] = `<style nonce="${nonce}">`;
      if (!this.tagName.endsWith('-markdown') || !services) return contents;
      const {text, marks} = this.element as unknown as MarkdownSource;
      const styles = drawnStyles.map(({cssText}) => cssText);
      const drawn = `<!--lit-part-->${markdownHtml(text, marks, services)}<!--/lit-part-->`;
      return [...contents.slice(0, -2), ...styles, '</style>', drawn];
    }
  };
}
