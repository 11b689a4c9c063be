import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';

export const styles: CSSResult[] = [
  ...base,
  css`
    /* The parts take part in the layout of the page. */
    :host,
    .parts {
      display: contents;
    }
  `,
];
