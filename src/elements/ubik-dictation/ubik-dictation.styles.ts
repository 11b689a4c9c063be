import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';

export const styles: CSSResult[] = [
  ...base,
  css`
    .icon-button {
      min-block-size: calc(2.25 * var(--_rem));
      min-inline-size: calc(2.25 * var(--_rem));
    }
    .on {
      background: var(--_danger);
      color: var(--_surface);
    }
    @media (hover: hover) {
      .icon-button.on:hover {
        background: var(--_danger);
        color: var(--_surface);
      }
    }
    @media (pointer: coarse) {
      .icon-button {
        min-inline-size: calc(2.75 * var(--_rem));
        min-block-size: calc(2.75 * var(--_rem));
      }
    }
    @media (forced-colors: active) {
      .on {
        background: Highlight;
        color: HighlightText;
      }
    }
  `,
];
