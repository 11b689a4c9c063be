import type {MarkdownExtension} from '../../core/markdown/markdown.js';
import type {RenderedCode} from '../../elements/ubik-markdown/markdown-rendering.js';
import type {MarkdownOutput} from '../../elements/base/markdown-service.js';
import {Diagram} from './diagram.js';

export interface DiagramOptions {
  /**
   * Address of `cdn/diagram-frame.js` of this package, or of a page that loads the library and this script, such as
   * `cdn/diagram-frame.html`. A page with an own policy is necessary if the policy of the chat's page forbids inline
   * styles.
   */
  readonly frame: string;
  /** Address of `dist/mermaid.tiny.js` of the package `@mermaid-js/tiny`. Not used if `frame` is a page. */
  readonly library?: string;
}

/**
 * Renders Mermaid diagrams when their block of code is complete. They are rendered in a frame without access to the
 * page, storage or network. If rendering fails, the code is displayed.
 */
export function diagrams(options: DiagramOptions): MarkdownExtension<MarkdownOutput> {
  return {
    accompany(place) {
      const code = place as RenderedCode;
      return code.language.toLowerCase() === 'mermaid' ? new Diagram(code, options) : undefined;
    },
  };
}
