import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';

const text = css`
  :host {
    display: block;
    color: var(--_text);
    font-family: var(--_font-family);
    font-size: var(--_font-size);
    line-height: var(--_line-height);
    overflow-wrap: anywhere;
    text-align: start;
  }
  .source {
    white-space: pre-wrap;
  }
`;

/** For the element and its plain text before the Markdown engine has loaded; rendered content has its own styles. */
export const styles: CSSResult[] = [...base, text];
