import {css, type CSSResult} from 'lit';
import {base} from './base.styles.js';

/** Status icons, and the spinner of running items. */
const statusStyles: CSSResult = css`
  .status {
    display: inline-grid;
    place-items: center;
    flex: none;
    inline-size: calc(1.25 * var(--_rem));
    block-size: calc(1.25 * var(--_rem));
    color: var(--_text-muted);
  }
  .status-streaming,
  .status-waiting {
    color: var(--_accent-text);
  }
  .status-done {
    color: var(--_success);
  }
  .status-failed {
    color: var(--_danger);
  }
  .spinner {
    inline-size: calc(0.875 * var(--_rem));
    block-size: calc(0.875 * var(--_rem));
    border: 2px solid color-mix(in oklab, currentColor 25%, transparent);
    border-block-start-color: currentColor;
    border-radius: 50%;
    animation: turn 900ms linear infinite;
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  @media (forced-colors: active) {
    .spinner {
      border-color: GrayText;
      border-block-start-color: Highlight;
    }
  }
`;

/** Items with a header that expands and collapses them: step, tool call, reasoning. */
export const collapsibleStyles: CSSResult[] = [
  ...base,
  statusStyles,
  css`
    :host {
      display: block;
      min-inline-size: 0;
      color: var(--_text);
      font-family: var(--_font-family);
      font-size: var(--_font-size);
      line-height: var(--_line-height);
    }
    .header {
      display: flex;
      align-items: start; /* the icons beside the first line of a long title */
      gap: calc(var(--_space) * 2);
      inline-size: 100%;
      min-block-size: calc(2 * var(--_rem));
      padding-block: calc(1 * var(--_rem) - 0.675 * var(--_font-size-s));
      border-radius: var(--_radius-s);
      font-size: var(--_font-size-s);
      line-height: 1.35;
    }
    .header > :not(.line) {
      display: inline-grid;
      place-items: center;
      block-size: calc(1.35 * var(--_font-size-s));
    }
    .line {
      display: flex;
      flex: 1;
      flex-wrap: wrap;
      column-gap: calc(var(--_space) * 2);
      min-inline-size: 0;
    }
    .heading {
      min-inline-size: 0;
      font-weight: 550;
      overflow-wrap: anywhere;
    }
    .note {
      flex: 1 1 calc(7 * var(--_rem)); /* it has what the title leaves, or a line of its own */
      min-inline-size: 0;
      max-inline-size: max-content;
      overflow: hidden;
      color: var(--_text-muted);
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .time {
      flex: none;
      color: var(--_text-muted);
      font-size: var(--_font-size-xs);
      font-variant-numeric: tabular-nums;
      unicode-bidi: plaintext;
    }
    .chevron {
      flex: none;
      color: var(--_text-muted);
      transition: rotate var(--_transition-duration);
    }
    .chevron:dir(rtl) {
      scale: -1 1;
    }
    [aria-expanded='true'] .chevron {
      rotate: 90deg;
    }
    [aria-expanded='true'] .chevron:dir(rtl) {
      rotate: -90deg;
    }
    @media (hover: hover) {
      button.header:hover {
        color: var(--_accent-text);
      }
    }
  `,
];
