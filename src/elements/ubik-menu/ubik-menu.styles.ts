import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';

export const styles: CSSResult[] = [
  ...base,
  css`
    :host {
      max-block-size: min(30 * var(--_rem), 100dvh - var(--_rem));
      overflow: auto;
      overscroll-behavior: contain;
      font-family: var(--_font-family);
    }
    h2 {
      margin: 0;
      padding: calc(var(--_space) * 1.5) calc(var(--_space) * 2.5) calc(var(--_space) * 0.5);
      color: var(--_text-muted);
      font-size: var(--_font-size-xs);
      font-weight: 600;
    }
    ul {
      margin: 0;
      padding: 0;
      list-style-type: ''; /* not none: that takes the list from VoiceOver */
    }
    hr {
      margin: calc(var(--_space) * 1) calc(var(--_space) * 2.5);
      border: 0;
      border-block-start: 1px solid var(--_border);
    }
    button {
      display: block;
      inline-size: 100%;
      min-block-size: calc(2.25 * var(--_rem));
      padding: calc(var(--_space) * 1) calc(var(--_space) * 2.5);
      border-radius: var(--_radius-s);
      overflow-wrap: anywhere;
    }
    .cost {
      margin: calc(var(--_space) * 1) 0 0;
      padding: calc(var(--_space) * 1.5) calc(var(--_space) * 2.5);
      border-block-start: 1px solid var(--_border);
      color: var(--_text-muted);
      font-size: var(--_font-size-xs);
      overflow-wrap: anywhere;
    }
    :focus-visible {
      outline-offset: -2px;
    }
    @media (hover: hover) {
      button:hover {
        background: var(--_surface-hover);
      }
    }
  `,
];
