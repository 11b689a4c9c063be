import {css, type CSSResult} from 'lit';
import {collapsibleStyles} from '../styles/collapsible.styles.js';

export const styles: CSSResult[] = [
  ...collapsibleStyles,
  css`
    .header {
      inline-size: auto;
      max-inline-size: 100%;
      color: var(--_text-muted);
    }
    .heading {
      font-weight: 450;
    }
    .status-done {
      color: var(--_text-muted);
    }
    .content {
      padding-inline-start: calc(1.75 * var(--_rem));
    }
    @container (max-width: 416px) {
      .content {
        padding-inline-start: 0;
      }
    }
    .tail {
      display: flex;
      flex-direction: column-reverse;
      max-block-size: calc(14 * var(--_rem));
      overflow: auto;
      overscroll-behavior: contain;
      padding-inline-start: calc(var(--_space) * 3);
      border-inline-start: 2px solid var(--_border);
      color: var(--_text-muted);
      font-size: var(--_font-size-s);
    }
    @media print {
      .tail {
        max-block-size: none;
      }
    }
    p {
      margin: 0;
    }
    ubik-markdown {
      color: inherit;
      font-size: inherit;
    }
  `,
];
