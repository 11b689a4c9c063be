import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';

export const styles: CSSResult[] = [
  ...base,
  css`
    :host {
      display: flex;
      flex-direction: column;
      gap: calc(var(--_space) * 3);
      padding: calc(var(--_space) * 5);
      color: var(--_text);
      font-family: var(--_font-family);
      font-size: var(--_font-size);
      line-height: var(--_line-height);
    }
    .title {
      margin: 0;
      font-size: var(--_font-size-l);
      font-weight: 600;
      line-height: 1.3;
    }
    .declined {
      margin: 0;
      color: var(--_text-muted);
    }
    .buttons {
      display: flex;
      flex-wrap: wrap;
      gap: calc(var(--_space) * 2);
    }
    /* Both answers look alike: neither is suggested. */
    .button {
      flex: 1 1 auto;
      min-block-size: calc(2.75 * var(--_rem));
      font-size: var(--_font-size);
    }
  `,
];
