import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';
import {card} from '../styles/card.styles.js';

export const styles: CSSResult[] = [
  ...base,
  card,
  css`
    .host {
      max-inline-size: 50%;
      color: var(--_text-muted);
      overflow-wrap: anywhere;
    }
    .load {
      align-self: start;
      max-inline-size: 100%;
      margin-inline: calc(var(--_space) * 3);
      margin-block-end: calc(var(--_space) * 3);
      overflow-wrap: anywhere;
    }
    iframe {
      min-block-size: calc(12 * var(--_rem));
      max-block-size: 70vh;
      border-block-start: 1px solid var(--_border);
      background: Canvas;
    }
    .card:popover-open iframe {
      max-block-size: none;
      aspect-ratio: auto !important;
    }
  `,
];
