import {css, type CSSResult} from 'lit';

/** Scroll containers in Markdown: code and tables. */
export const boxStyles: CSSResult = css`
  .code {
    position: relative;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-s);
    background: var(--_surface-muted);
  }
  /*
   * Plain boxes with background images: an answer may contain hundreds of these buttons. Flex boxes, grids and
   * pseudo-elements would cost more than the text of a block, and each SVG would get a layer.
   */
  .bar {
    padding-inline: calc(var(--_space) * 3) calc(var(--_space) * 1);
    color: var(--_text-muted);
    font-size: var(--_font-size-xs);
    line-height: calc(2 * var(--_rem) - 2px);
    text-align: end;
    -webkit-user-select: none;
    user-select: none;
  }
  /* Without a language there is no name to display: the buttons are above the corner of the code. */
  .bar[data-language=''] {
    position: absolute;
    inset-block-start: 0;
    inset-inline-end: 0;
    z-index: 1;
    padding-inline-start: 0;
    border-start-end-radius: var(--_radius-s);
    border-end-start-radius: var(--_radius-s);
    background: var(--_surface-muted);
  }
  .bar[data-language='']::before {
    display: none;
  }
  .bar[data-language]::before {
    content: attr(data-language);
    float: inline-start;
    line-height: calc(2 * var(--_rem));
    max-inline-size: 50%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .bar > button {
    display: inline-block;
    padding-inline: var(--_space);
    vertical-align: top;
    text-align: center;
    background-repeat: no-repeat;
  }
  .bar svg {
    margin: calc(var(--_rem) - 9px) auto;
  }
  /*
   * The copy icon: four lines of the front sheet and two of the back sheet. Each position is relative to the centre of
   * the button.
   */
  .copy:empty {
    background-image:
      linear-gradient(currentcolor 0 0), linear-gradient(currentcolor 0 0),
      linear-gradient(currentcolor 0 0), linear-gradient(currentcolor 0 0),
      linear-gradient(currentcolor 0 0), linear-gradient(currentcolor 0 0);
    background-position:
      calc(50% + 1.5px) calc(50% - 1.9px),
      calc(50% + 1.5px) calc(50% + 4.9px),
      calc(50% - 1.9px) calc(50% + 1.5px),
      calc(50% + 4.9px) calc(50% + 1.5px),
      calc(50% - 1.5px) calc(50% - 4.9px),
      calc(50% - 4.9px) calc(50% - 1.5px);
    background-size:
      5.8px 1.2px,
      5.8px 1.2px,
      1.2px 5.8px,
      1.2px 5.8px,
      5.8px 1.2px,
      1.2px 5.8px;
  }
  /* The wrap icon: three lines, of which the second returns. */
  .wrap {
    background-image:
      radial-gradient(circle at 0 50%, #0000 1.5px, currentcolor 2px 2.7px, #0000 3.2px),
      conic-gradient(from 50deg at 0 50%, currentcolor 80deg, #0000 0),
      linear-gradient(currentcolor 0 0), linear-gradient(currentcolor 0 0),
      linear-gradient(currentcolor 0 0), linear-gradient(currentcolor 0 0);
    background-position:
      calc(50% + 4px) calc(50% + 2px),
      calc(50% - 0.5px) calc(50% + 4px),
      50% calc(50% - 3.4px),
      calc(50% - 2px) calc(50% + 0.6px),
      calc(50% + 1px) calc(50% + 4.6px),
      calc(50% - 5px) calc(50% + 4.6px);
    background-size:
      4px 6px,
      3px 6px,
      12px 1.2px,
      8px 1.2px,
      2px 1.2px,
      2px 1.2px;
  }
  /* The buttons of a table are below its box, with their names, so that they are not taken for a row. */
  .table > .bar {
    margin-block-start: calc(var(--_space) * 1.5);
    padding: 0;
  }
  .bar > [data-text] {
    padding-inline: calc(var(--_space) * 1.5) calc(var(--_space) * 2);
    border: 1px solid var(--_border);
  }
  @media (forced-colors: active) {
    .bar > [data-text] {
      border-color: ButtonText;
    }
  }
  .bar > button + [data-text] {
    margin-inline-start: calc(var(--_space) * 1.5);
  }
  [data-text]::after {
    content: attr(data-text);
    margin-inline-start: calc(var(--_space) * 1.5);
    vertical-align: middle;
  }
  .bar > [data-text] > * {
    display: inline-block;
    inline-size: 16px;
    block-size: 16px;
    margin: 0;
    background-repeat: no-repeat;
    vertical-align: middle;
  }
  @media (forced-colors: active) {
    .bar > button {
      color: ButtonText;
      forced-color-adjust: none;
    }
  }
  .bar > [aria-pressed='true'] {
    color: var(--_accent-text);
  }
  @media (forced-colors: active) {
    .bar > [aria-pressed='true'] {
      color: Highlight;
    }
  }
  pre,
  .wide {
    overflow-x: auto;
  }
  /*
   * A shade at each edge behind which more follows: two covers in the colour of the box scroll with the content, and hide
   * it at the end.
   */
  pre,
  .wide {
    --_box: var(--_surface);
    --_shade: light-dark(rgb(0 0 0 / 14%), rgb(0 0 0 / 65%));
    background-color: var(--_box);
    /* eslint-disable css/no-invalid-properties -- The rule cannot read two variables in one gradient. */
    background-image:
      linear-gradient(to right, var(--_box), var(--_box), transparent),
      linear-gradient(to left, var(--_box), var(--_box), transparent),
      linear-gradient(to right, var(--_shade), transparent),
      linear-gradient(to left, var(--_shade), transparent);
    /* eslint-enable css/no-invalid-properties */
    background-position:
      left 0 top -1px,
      right 0 top -1px,
      left,
      right;
    background-size:
      2em calc(100% + 2px),
      2em calc(100% + 2px),
      0.75em 100%,
      0.75em 100%;
    background-repeat: no-repeat;
    background-attachment: local, local, scroll, scroll;
  }
  pre {
    --_box: var(--_surface-muted);
    border-end-start-radius: var(--_radius-s);
    border-end-end-radius: var(--_radius-s);
  }
  @media (forced-colors: active) {
    pre,
    .wide {
      background: none;
    }
  }
  /*
   * Only on hover and focus, because the property makes a box a scroll container for the layout, even without overflow.
   */
  :is(pre, .wide):is(:hover, :focus) {
    overscroll-behavior-x: contain;
  }
  pre {
    padding-block: calc(var(--_space) * 1) calc(var(--_space) * 3);
    padding-inline-start: calc(var(--_space) * 3);
    font-size: var(--_font-size-s);
    line-height: 1.5;
    text-align: left;
    tab-size: 4;
    white-space: pre;
    overflow-wrap: normal;
  }
  /* The padding at the end is not that of the scroll container: WebKit does not scroll to it. */
  pre > code {
    display: block;
    inline-size: max-content;
    min-inline-size: 100%;
    padding-inline-end: calc(var(--_space) * 3);
    font-size: 1em;
  }
  /* The end of the first line is not below the buttons. */
  .bar[data-language=''] + pre {
    padding-block: calc(var(--_space) * 2);
    border-radius: var(--_radius-s);
  }
  .bar[data-language=''] + pre > code {
    padding-inline-end: calc(4.75 * var(--_rem));
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
  .table > .wide {
    border: 1px solid var(--_border);
    border-radius: var(--_radius-s);
  }
  table {
    border-collapse: collapse;
    inline-size: max-content;
    min-inline-size: 100%;
    font-size: var(--_font-size-s);
  }
  th,
  td {
    padding: calc(var(--_space) * 1.5) calc(var(--_space) * 3);
    max-inline-size: 14em; /* of its text: a column shrinks to this before the table scrolls */
    vertical-align: top;
    overflow-wrap: break-word;
  }
  :is(th, td):not([align]) {
    text-align: start;
  }
  th {
    border-block-end: 1px solid var(--_border);
    background: color-mix(
      in srgb,
      var(--_text) 4%,
      transparent
    ); /* the shade of an edge shines through */
    font-weight: 600;
  }
  /* A border above each row except the first, because the last row changes while a table grows. */
  tr + tr > td {
    border-block-start: 1px solid var(--_border);
  }
  /* Paper does not scroll. */
  @media print {
    pre,
    .wide {
      overflow: visible;
    }
    pre {
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
    pre > code,
    table {
      inline-size: auto;
    }
    th,
    td {
      overflow-wrap: anywhere;
    }
  }
`;
