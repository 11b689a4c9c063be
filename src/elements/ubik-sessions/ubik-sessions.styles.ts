import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';
import {fieldStyles} from '../styles/field.styles.js';

export const styles: CSSResult[] = [
  ...base,
  fieldStyles,
  css`
    :host {
      inline-size: min(22 * var(--_rem), 100vw - var(--_rem));
      max-block-size: min(30 * var(--_rem), 100dvh - var(--_rem));
      overflow: auto;
      overscroll-behavior: contain;
      font-family: var(--_font-family);
    }
    h2 {
      margin: 0 0 calc(var(--_space) * 2);
      font-size: var(--_font-size);
      font-weight: 600;
      line-height: 1.3;
    }
    h2:focus {
      outline: none; /* it is a place, and nothing to press */
    }
    ul {
      margin: 0 calc(var(--_space) * -1);
      padding: 0;
      list-style-type: ''; /* not none: that takes the list from VoiceOver */
    }
    .search {
      margin-block-end: calc(var(--_space) * 2);
    }
    h3 {
      margin: calc(var(--_space) * 2) 0 0;
      padding-inline: calc(var(--_space) * 2);
      color: var(--_text-muted);
      font-size: var(--_font-size-xs);
      font-weight: 600;
    }
    li:first-child h3 {
      margin-block-start: 0;
    }
    .row {
      display: flex;
      align-items: center;
      gap: calc(var(--_space) * 0.5);
      border-radius: var(--_radius-s);
    }
    .row[data-current] {
      background: var(--_accent-soft);
    }
    .session {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      justify-items: start; /* as the page runs, whichever way a title does */
      flex: 1;
      min-inline-size: 0;
      padding: calc(var(--_space) * 1.5) calc(var(--_space) * 2);
      border-radius: var(--_radius-s);
    }
    .session[aria-current='true'] {
      font-weight: 600;
    }
    .title,
    time {
      display: block;
    }
    .title {
      max-inline-size: 100%;
      overflow: hidden;
      color: var(--_text);
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    time,
    .quiet {
      color: var(--_text-muted);
      font-weight: 400;
    }
    p {
      margin: calc(var(--_space) * 2) 0 0;
      overflow-wrap: anywhere;
    }
    form {
      flex: 1;
      display: grid;
      gap: calc(var(--_space) * 2);
      min-inline-size: 0;
      padding: calc(var(--_space) * 2);
      border-radius: var(--_radius-s);
      background: var(--_surface-muted);
    }
    form p {
      margin: 0;
    }
    h2 ~ .button {
      inline-size: 100%;
      margin-block-start: calc(var(--_space) * 2);
    }
    /* A long list is easier to read without the buttons of all rows. */
    @media (hover: hover) and (pointer: fine) {
      .row:not(:hover, :focus-within) .icon-button {
        opacity: 0;
      }
    }
    @media (hover: hover) {
      .row:not([data-current]):hover {
        background: var(--_surface-hover);
      }
    }
    @media (forced-colors: active) {
      .session {
        border: 2px solid Canvas;
      }
      .session[aria-current='true'] {
        border-color: Highlight;
      }
    }
  `,
];
