import {css, type CSSResult} from 'lit';

/** Inline Markdown. */
export const inlineStyles: CSSResult = css`
  a[data-host]::after {
    content: ' (' attr(data-host) ')';
    color: var(--_text-muted);
    font-size: var(--_font-size-xs);
    unicode-bidi: isolate;
  }
  code,
  kbd,
  samp {
    font-family: var(--_font-family-mono);
    font-size: 0.9em;
  }
  :not(pre) > code,
  kbd {
    padding: 0.12em 0.35em;
    border-radius: 0.35em;
    background: var(--_surface-muted);
    -webkit-box-decoration-break: clone;
    box-decoration-break: clone;
  }
  kbd {
    border: 1px solid var(--_border);
  }
  img,
  canvas {
    max-inline-size: 100%;
    block-size: auto;
    border-radius: var(--_radius-s);
  }
  button.image {
    padding: calc(var(--_space) * 1.5) calc(var(--_space) * 3);
    border: 1px dashed var(--_border-strong);
    border-radius: var(--_radius-s);
    color: var(--_text-muted);
    font-size: var(--_font-size-s);
  }
  .footnote,
  .footnotes button {
    padding: 0 0.15em;
    color: var(--_accent-text);
    font: inherit;
  }
  .footnotes button {
    min-inline-size: 24px;
    min-block-size: 24px;
    margin-block: -4px; /* so that its line is not higher than others */
    -webkit-user-select: none;
    user-select: none;
  }
  .footnotes > li + li {
    margin-block-start: 4px; /* 24px from button to button */
  }
  /* The button stands at the end of a short note, not below it. */
  .footnotes div:has(p:only-child),
  .footnotes > li > div > p:only-child {
    display: inline;
  }
  .footnotes {
    margin-block-start: 1.5em;
    padding-block-start: 0.85em;
    border-block-start: 1px solid var(--_border);
    color: var(--_text-muted);
    font-size: var(--_font-size-s);
  }
  .citation {
    display: inline-block;
    min-inline-size: 1.6em;
    min-block-size: 1.6em;
    margin-inline-start: 0.15em;
    padding: 0.1em 0.4em;
    border-radius: 0.8em;
    background: var(--_accent-soft);
    color: var(--_accent-text);
    font-size: var(--_font-size-xs);
    line-height: 1.4;
    text-align: center;
    vertical-align: 0.1em;
  }
  @media (forced-colors: active) {
    .citation {
      text-decoration: underline;
    }
  }
  @media (hover: hover) {
    button.image:hover,
    .citation:hover {
      color: var(--_text);
      border-color: var(--_text);
    }
  }
`;
