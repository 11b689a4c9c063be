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
    padding-inline: var(--_space);
  }
  /* Drawn by borders and backgrounds: a picture in SVG is a layer of its own, which the browser walks in every frame. */
  .copy:empty::before,
  .copy:empty::after {
    content: '';
    grid-area: 1 / 1;
    inline-size: 8px;
    block-size: 8px;
    margin: 3px 0 0 3px;
    border: 1.2px solid;
    border-radius: 2px;
  }
  .copy:empty::after {
    margin: 0 3px 3px 0;
    border-color: currentcolor transparent transparent currentcolor;
  }
  .wrap::before {
    content: '';
    inline-size: 16px;
    block-size: 16px;
    background:
      radial-gradient(circle at 0 50%, #0000 1.5px, currentcolor 2px 2.7px, #0000 3.2px) 10px 7px /
        4px 6px,
      conic-gradient(from 50deg at 0 50%, currentcolor 80deg, #0000 0) 6px 9px / 3px 6px,
      linear-gradient(currentcolor 0 0) 2px 4px / 12px 1.2px,
      linear-gradient(currentcolor 0 0) 2px 8px / 8px 1.2px,
      linear-gradient(currentcolor 0 0) 8px 12px / 2px 1.2px,
      linear-gradient(currentcolor 0 0) 2px 12px / 2px 1.2px;
    background-repeat: no-repeat;
  }
  [data-face]:empty::before {
    content: attr(data-face);
  }
  @media (forced-colors: active) {
    .bar > ::before,
    .bar > ::after {
      color: ButtonText;
      forced-color-adjust: none;
    }
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
