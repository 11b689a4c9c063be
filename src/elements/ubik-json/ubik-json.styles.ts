import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';

export const styles: CSSResult[] = [
  ...base,
  css`
    :host {
      display: flex;
      align-items: start;
      gap: calc(var(--_space) * 2);
      color: var(--_text);
      font-family: var(--_font-family-mono);
      font-size: var(--_font-size-xs);
      line-height: 1.6;
    }
    .root {
      flex: 1;
      min-inline-size: 0;
      overflow-wrap: anywhere;
    }
    ul {
      margin: 0;
      padding: 0;
      list-style-type: ''; /* not none: that takes the list from VoiceOver */
    }
    .entry {
      padding-block: 1px;
    }
    .key {
      margin-inline-end: 0.6ch;
      color: var(--_text-muted);
    }
    .key::after {
      content: ':';
    }
    .string {
      white-space: pre-wrap;
    }
    .number,
    .boolean {
      color: var(--_accent-text);
    }
    .null,
    .size {
      color: var(--_text-muted);
      unicode-bidi: plaintext;
    }
    .branch {
      display: flex;
      align-items: center;
      gap: calc(0.25 * var(--_rem));
      min-block-size: calc(1.5 * var(--_rem));
      margin-inline-start: calc(-1.15 * var(--_rem));
      padding-inline-start: calc(0.1 * var(--_rem));
      border-radius: 4px;
    }
    .root > ul {
      padding-inline-start: calc(1.15 * var(--_rem));
    }
    li > ul {
      margin-inline-start: calc(-0.75 * var(--_rem));
      padding-inline-start: calc(1.9 * var(--_rem));
      border-inline-start: 1px solid var(--_border);
    }
    .branch .icon {
      color: var(--_text-muted);
      transition: rotate var(--_transition-duration);
    }
    .branch[aria-expanded='true'] .icon {
      rotate: 90deg;
    }
    .branch[aria-expanded='true'] .icon:dir(rtl) {
      rotate: -90deg;
    }
    .icon-chevron:dir(rtl) {
      scale: -1 1;
    }
    .more {
      min-block-size: calc(1.5 * var(--_rem));
      color: var(--_accent-text);
      text-decoration: underline;
    }
    .copy {
      min-inline-size: calc(1.75 * var(--_rem));
      min-block-size: calc(1.75 * var(--_rem));
      margin-block-start: calc(-0.2 * var(--_rem));
    }
  `,
];
