import {css, type CSSResult} from 'lit';

/** One source: its number, title, host and excerpt. */
export const sourceStyles: CSSResult = css`
  .number {
    display: grid;
    place-items: center;
    block-size: calc(1.4 * var(--_rem));
    min-inline-size: calc(1.4 * var(--_rem));
    border-radius: 999px;
    background: var(--_surface-muted);
    color: var(--_text-muted);
    font-size: var(--_font-size-xs);
    font-variant-numeric: tabular-nums;
  }
  .source {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  .host,
  .snippet {
    color: var(--_text-muted);
  }
  .snippet {
    margin: 0;
  }
`;
