import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';

export const styles: CSSResult[] = [
  ...base,
  css`
    :host {
      display: flex;
      flex-direction: column;
      gap: calc(var(--_space) * 2);
      color: var(--_text);
      font: 400 var(--_font-size) / var(--_line-height) var(--_font-family);
    }
  `,
];
