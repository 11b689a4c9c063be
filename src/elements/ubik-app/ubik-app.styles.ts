import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';
import {card} from '../styles/card.styles.js';

export const styles: CSSResult[] = [
  ...base,
  card,
  css`
    .card {
      position: relative;
    }
    .card.plain:not(:popover-open) {
      border-color: transparent;
      background: none;
    }
    .head {
      min-block-size: calc(2.25 * var(--_rem));
    }
    .body {
      padding-inline: calc(var(--_space) * 3);
      padding-block-end: calc(var(--_space) * 3);
    }
    .body p,
    .body ul,
    .body pre {
      max-block-size: calc(12 * var(--_rem));
      margin-block: 0 calc(var(--_space) * 2);
      overflow: auto;
      overflow-wrap: anywhere;
    }
    .body pre {
      padding: calc(var(--_space) * 2);
      border-radius: var(--_radius-s);
      background: var(--_surface-muted);
      font-family: var(--_font-family-mono);
      white-space: pre-wrap;
    }
    .actions {
      display: flex;
      flex-wrap: wrap;
      gap: calc(var(--_space) * 2);
    }
    .actions a {
      text-decoration: none;
    }
    .question {
      border-block-start: 1px solid var(--_border);
      padding-block-start: calc(var(--_space) * 3);
    }
    .offer {
      margin-block: calc(var(--_space) * 1) 0;
      color: var(--_text-muted);
    }
    .pass {
      align-self: start;
      margin-inline: calc(var(--_space) * 3);
      margin-block: calc(var(--_space) * 1);
    }
    .pass:not(:focus-visible) {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      min-block-size: 0;
      margin: 0;
      padding: 0;
      overflow: hidden;
      clip-path: inset(50%);
    }
    iframe {
      color-scheme: inherit;
    }
    iframe:focus-visible {
      outline: 2px solid var(--_accent-text);
      outline-offset: -2px;
    }
    .card:popover-open iframe {
      block-size: auto !important;
    }
  `,
];
