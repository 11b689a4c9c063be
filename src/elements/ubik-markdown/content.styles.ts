import {css, type CSSResult} from 'lit';
import {boxStyles} from './box.styles.js';
import {inlineStyles} from './inline.styles.js';

const text = css`
  /* Growing content is laid out in isolation, and finished content out of view is skipped. */
  .section {
    contain: content;
    overflow-clip-margin: 4px;
  }
  /*
   * The size is remembered once the next section has begun, because tracking a growing one needs a second layout per
   * frame.
   */
  .section:not(:last-child),
  .section:not(:last-child) > .section {
    contain-intrinsic-size: auto 60em;
  }
  .section.finished {
    content-visibility: auto;
  }
  @media print {
    .section.finished,
    .lines {
      content-visibility: visible !important;
    }
  }
  .section + .section,
  :is(.section, blockquote, .footnotes div) > * + *,
  .html > * + * {
    margin-block-start: 0.85em;
  }
  .footnotes p {
    unicode-bidi: plaintext;
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
    font-size: var(--_font-size-xl);
  }
  h2 {
    font-size: calc(var(--_font-size) * 1.27);
  }
  h3 {
    font-size: var(--_font-size-l);
  }
  h4,
  h5,
  h6 {
    font-size: var(--_font-size);
  }
  h5,
  h6 {
    color: var(--_text-muted);
  }
  strong,
  b {
    font-weight: 650;
  }
  hr {
    inline-size: 100%;
    margin-inline: 0;
    border: 0;
    border-block-start: 1px solid var(--_border);
  }
  blockquote {
    padding-inline-start: 1em;
    border-inline-start: 3px solid var(--_border);
    color: var(--_text-muted);
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
  ul.loose > li + li,
  ol.loose > li + li,
  li > p + * {
    margin-block-start: 0.6em;
  }
  li::marker {
    color: var(--_text-muted);
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

/** The styles of rendered Markdown. */
export const contentStyles: CSSResult[] = [text, lists, inlineStyles, boxStyles];
