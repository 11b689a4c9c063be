import type {MarkdownExtension} from '../../core/markdown/markdown.js';
import type {
  RenderedCode,
  MarkdownOutput,
} from '../../elements/ubik-markdown/markdown-rendering.js';
import {Diagram} from './diagram.js';

export interface DiagramOptions {
  /**
   * Address of `cdn/diagram-frame.js` of this package, or of a page that loads it, such as `cdn/diagram-frame.html`: a
   * page with a policy of its own is needed where the policy of the chat's page forbids styles in elements.
   */
  readonly frame: string;
}

/**
 * Diagrams in the language of Mermaid, drawn when their block is complete. They are drawn in a frame without access to
 * the page, to storage or to the net; where that fails the code stays as it is.
 */
export function diagrams({frame}: DiagramOptions): MarkdownExtension<MarkdownOutput> {
  return {
    accompany(place) {
      const code = place as RenderedCode;
      return code.language.toLowerCase() === 'mermaid' ? new Diagram(code, frame) : undefined;
    },
  };
}
