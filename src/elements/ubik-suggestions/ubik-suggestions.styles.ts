import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';

export const styles: CSSResult[] = [
  ...base,
  css`
    :host {
      display: block;
      outline: none; /* has the focus only instead of a control that has gone */
      color: var(--_text);
      font: 400 var(--_font-size) / var(--_line-height) var(--_font-family);
    }
    /* A chat sets these by its width. */
    .suggestions {
      display: flex;
      flex-flow: var(--_suggestions-flow, row wrap);
      justify-content: var(--_suggestions-align, start);
      gap: calc(var(--_space) * 2);
      margin: 0;
      padding: 0;
      list-style-type: ''; /* not none: that takes the list from VoiceOver */
    }
    .suggestion {
      inline-size: var(--_suggestion-size, auto);
      min-block-size: calc(2.25 * var(--_rem));
      padding: calc(var(--_space) * 1.5) calc(var(--_space) * 3.5);
      border: 1px solid var(--_border);
      background: var(--_surface-muted);
      border-radius: calc(1.25 * var(--_rem));
      font-size: var(--_font-size-s);
      line-height: 1.35;
      overflow-wrap: anywhere;
    }
    @media (hover: hover) {
      .suggestion:hover {
        border-color: var(--_accent-text);
        color: var(--_accent-text);
      }
    }
  `,
];
