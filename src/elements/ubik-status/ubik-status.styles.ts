import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';

export const styles: CSSResult[] = [
  ...base,
  css`
    :host {
      display: block;
      outline: none; /* has the focus only instead of a control that has gone */
    }
    p {
      margin: 0;
    }
    .title {
      font-weight: 550;
    }
    ubik-notice {
      text-align: start;
    }
    .buttons {
      display: flex;
      flex-wrap: wrap;
      gap: calc(var(--_space) * 2);
      inline-size: 100%;
    }
    .button {
      min-block-size: calc(2 * var(--_rem));
    }
  `,
];
