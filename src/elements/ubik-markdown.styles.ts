import {css, type CSSResult} from 'lit';
import {base} from './base.styles.js';

const text = css`
  :host {
    display: block;
    color: var(--_text);
    font-family: var(--_font);
    font-size: var(--_size);
    line-height: var(--_leading);
    overflow-wrap: anywhere;
    text-align: start;
  }
  /* What grows is laid out alone; what is finished and out of sight costs nothing. */
  .section {
    contain: content;
    overflow-clip-margin: 4px;
  }
  .section.finished {
    content-visibility: auto;
    contain-intrinsic-size: auto 60em;
  }
  @media print {
    .section.finished {
      content-visibility: visible;
    }
  }
  .section + .section,
  .section > * + *,
  blockquote > * + *,
  .html > * + * {
    margin-block-start: 0.85em;
  }
  p,
  ul,
  ol,
  dl,
  dd,
  pre,
  blockquote,
  h1,
  h2,
  h3,
  h4,
  h5,
  h6 {
    margin: 0;
  }
  .section > :is(h1, h2, h3, h4, h5, h6) {
    margin-block-start: 1.5em;
  }
  .section > :first-child {
    margin-block-start: 0;
  }
  h1,
  h2,
  h3,
  h4,
  h5,
  h6 {
    font-weight: 650;
    line-height: 1.3;
    text-wrap: balance;
  }
  h1 {
    font-size: var(--_size-xl);
  }
  h2 {
    font-size: calc(var(--_size) * 1.27);
  }
  h3 {
    font-size: var(--_size-l);
  }
  h4,
  h5,
  h6 {
    font-size: var(--_size);
  }
  h5,
  h6 {
    color: var(--_text-quiet);
  }
  strong,
  b {
    font-weight: 650;
  }
  hr {
    inline-size: 100%;
    margin-inline: 0;
    border: 0;
    border-block-start: 1px solid var(--_line);
  }
  blockquote {
    padding-inline-start: 1em;
    border-inline-start: 3px solid var(--_line);
    color: var(--_text-quiet);
  }
  .source {
    white-space: pre-wrap;
  }
`;

const lists = css`
  ul,
  ol {
    padding-inline-start: 1.6em;
  }
  li > * {
    margin-block-start: 0.35em;
  }
  li > :first-child,
  li.task > :nth-child(2) {
    margin-block-start: 0;
  }
  li + li {
    margin-block-start: 0.25em;
  }
  li > span {
    display: block;
  }
  li:has(> p) + li,
  li > p + * {
    margin-block-start: 0.6em;
  }
  li::marker {
    color: var(--_text-quiet);
    font-variant-numeric: tabular-nums;
  }
  li.task {
    list-style: none;
  }
  li.task > span:first-child {
    float: inline-start;
    margin-inline-start: -1.6em;
  }
  input[type='checkbox'] {
    inline-size: 1em;
    block-size: 1em;
    vertical-align: -0.1em;
    accent-color: var(--_accent);
  }
`;

const inline = css`
  a[data-host]::after {
    content: ' (' attr(data-host) ')';
    color: var(--_text-quiet);
    font-size: var(--_size-xs);
  }
  code,
  kbd,
  samp {
    font-family: var(--_font-mono);
    font-size: 0.9em;
  }
  :not(pre) > code,
  kbd {
    padding: 0.12em 0.35em;
    border-radius: 0.35em;
    background: var(--_surface-quiet);
    box-decoration-break: clone;
  }
  kbd {
    border: 1px solid var(--_line);
  }
  img {
    max-inline-size: 100%;
    block-size: auto;
    border-radius: var(--_radius-s);
  }
  button.image {
    padding: calc(var(--_space) * 1.5) calc(var(--_space) * 3);
    border: 1px dashed var(--_line-strong);
    border-radius: var(--_radius-s);
    color: var(--_text-quiet);
    font-size: var(--_size-s);
  }
  .citation {
    display: inline-block;
    min-inline-size: 1.6em;
    min-block-size: 1.6em;
    margin-inline: 0.15em;
    padding: 0.1em 0.4em;
    border-radius: 0.8em;
    background: var(--_accent-soft);
    color: var(--_accent-text);
    font-size: var(--_size-xs);
    line-height: 1.4;
    text-align: center;
    vertical-align: 0.1em;
  }
  @media (hover: hover) {
    button.image:hover,
    .citation:hover {
      color: var(--_text);
      border-color: var(--_text);
    }
  }
`;

const boxes = css`
  .code {
    border: 1px solid var(--_line);
    border-radius: var(--_radius-s);
    background: var(--_surface-quiet);
    overflow: clip;
    direction: ltr;
  }
  .bar {
    display: flex;
    align-items: center;
    justify-content: space-between;
    padding-inline: calc(var(--_space) * 3) calc(var(--_space) * 1);
    color: var(--_text-quiet);
    font-size: var(--_size-xs);
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
  pre {
    padding: calc(var(--_space) * 1) calc(var(--_space) * 3) calc(var(--_space) * 3);
    overflow-x: auto;
    overscroll-behavior-x: contain;
    font-size: var(--_size-s);
    line-height: 1.5;
    text-align: left;
    tab-size: 4;
    white-space: pre;
    overflow-wrap: normal;
  }
  pre > code {
    font-size: 1em;
  }
  :is(pre, .table):focus-visible {
    outline-offset: -2px;
  }
  .table {
    overflow-x: auto;
    overscroll-behavior-x: contain;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-s);
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

export const styles: CSSResult[] = [...base, text, lists, inline, boxes];
