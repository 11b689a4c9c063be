import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';
import {sourceStyles} from '../styles/source.styles.js';

export const styles: CSSResult[] = [
  ...base,
  sourceStyles,
  css`
    :host {
      display: block;
      color: var(--_text);
      font-family: var(--_font-family);
      font-size: var(--_font-size-s);
      line-height: 1.45;
    }
    summary {
      display: inline-flex;
      align-items: center;
      gap: calc(var(--_space) * 1.5);
      min-block-size: calc(2 * var(--_rem));
      padding-inline: calc(var(--_space) * 2.5);
      border: 1px solid var(--_border);
      border-radius: 999px;
      color: var(--_text-muted);
      cursor: pointer;
      list-style-type: ''; /* not none: that takes the list from VoiceOver */
      unicode-bidi: plaintext;
    }
    summary::-webkit-details-marker {
      display: none;
    }
    summary:hover {
      background: var(--_surface-hover);
      color: var(--_text);
    }
    .chevron {
      transition: rotate var(--_transition-duration);
    }
    .chevron:dir(rtl) {
      scale: -1 1;
    }
    [open] .chevron {
      rotate: 90deg;
    }
    [open] .chevron:dir(rtl) {
      rotate: -90deg;
    }
    ol {
      display: grid;
      gap: calc(var(--_space) * 2.5);
      margin: calc(var(--_space) * 3) 0 0;
      padding: 0;
      list-style-type: ''; /* not none: that takes the list from VoiceOver */
    }
    li {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr);
      align-items: baseline;
      gap: calc(var(--_space) * 2.5);
    }
  `,
];
