import {css, type CSSResult} from 'lit';

/** What scrolls for itself in Markdown: code and tables. */
export const boxStyles: CSSResult = css`
  .code {
    border: 1px solid var(--_line);
    border-radius: var(--_radius-s);
    background: var(--_surface-quiet);
  }
  .bar {
    display: flex;
    align-items: center;
    justify-content: space-between;
    padding-inline: calc(var(--_space) * 3) calc(var(--_space) * 1);
    color: var(--_text-quiet);
    font-size: var(--_size-xs);
    -webkit-user-select: none;
    user-select: none;
  }
  .bar::before {
    content: attr(data-language);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .bar > button {
    flex: none;
  }
  .bar > :first-of-type {
    margin-inline-start: auto;
  }
  .bar > [aria-pressed='true'] {
    color: var(--_accent-text);
  }
  pre,
  .wide {
    overflow-x: auto;
  }
  /* Only there: a box of which this is said counts as one that scrolls, at a cost, even where nothing is too wide. */
  :is(pre, .wide):is(:hover, :focus) {
    overscroll-behavior-x: contain;
  }
  pre {
    padding: calc(var(--_space) * 1) calc(var(--_space) * 3) calc(var(--_space) * 3);
    font-size: var(--_size-s);
    line-height: 1.5;
    text-align: left;
    tab-size: 4;
    white-space: pre;
    overflow-wrap: normal;
  }
  pre > code {
    display: block;
    inline-size: max-content;
    min-inline-size: 100%;
    font-size: 1em;
  }
  pre.wrapped {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  pre.wrapped > code {
    inline-size: auto;
  }
  .lines {
    display: block;
    contain: content;
  }
  .lines:not(:last-child) {
    contain-intrinsic-size: auto 1px auto 96em;
  }
  .lines:nth-last-child(n + 3) {
    content-visibility: auto;
  }
  :is(pre, .wide):focus-visible {
    outline-offset: -2px;
  }
  .table {
    border: 1px solid var(--_line);
  }
  .table > .bar {
    border-block-start: 1px solid var(--_line);
  }
  table {
    border-collapse: collapse;
    min-inline-size: 100%;
    font-size: var(--_size-s);
  }
  th,
  td {
    padding: calc(var(--_space) * 1.5) calc(var(--_space) * 3);
    border-block-end: 1px solid var(--_line);
    min-inline-size: 4em;
    max-inline-size: 30em;
    vertical-align: top;
    overflow-wrap: break-word;
  }
  :is(th, td):not([align]) {
    text-align: start;
  }
  th {
    background: var(--_surface-quiet);
    font-weight: 600;
  }
  tr:last-child > td {
    border-block-end: 0;
  }
`;
