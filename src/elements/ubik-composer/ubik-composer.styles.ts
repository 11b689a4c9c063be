import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';
import {fileNameStyles} from '../styles/file-name.styles.js';

export const styles: CSSResult[] = [
  ...base,
  fileNameStyles,
  css`
    :host {
      display: block;
      color: var(--_text);
      font-family: var(--_font-family);
      font-size: var(--_font-size);
      line-height: 1.45;
    }
    .box {
      padding: calc(var(--_space) * 1.5);
      border: 1px solid var(--_border-strong);
      border-radius: calc(var(--_radius) * 1.5);
      background: var(--_surface);
      transition: border-color var(--_transition-duration);
    }
    .box:focus-within {
      border-color: var(--_accent-text);
      box-shadow: 0 0 0 1px var(--_accent-text);
    }
    :host([over]) .box {
      border-color: var(--_accent-text);
      background: var(--_accent-soft);
    }
    .row {
      display: flex;
      align-items: end;
      gap: calc(var(--_space) * 1);
    }
    /* The box takes its height from an invisible copy of the text or placeholder: no measuring, in every engine. */
    .field {
      display: grid;
      flex: 1;
      min-inline-size: 0;
      max-block-size: min(12 * var(--_rem), 30vh);
      overflow: auto;
      overscroll-behavior: contain;
    }
    .field::after {
      content: attr(data-text);
      visibility: hidden;
    }
    .field::after,
    textarea {
      grid-area: 1 / 1;
      min-inline-size: 0;
      padding: calc(var(--_space) * 1.75) calc(var(--_space) * 2);
      border: 0;
      font-size: var(--_font-size);
      overflow-wrap: anywhere;
      white-space: pre-wrap;
    }
    textarea {
      appearance: none;
      outline: none;
      overflow: hidden;
      resize: none;
      background: none;
    }
    .long textarea {
      block-size: min(12 * var(--_rem), 30vh);
      overflow: auto;
    }
    .send {
      display: grid;
      place-items: center;
      flex: none;
      inline-size: calc(2.25 * var(--_rem));
      block-size: calc(2.25 * var(--_rem));
      border-radius: var(--_radius);
      background: var(--_accent);
      color: var(--_on-accent);
      transition: background var(--_transition-duration);
    }
    .send[aria-disabled='true'] {
      background: var(--_surface-hover);
      color: var(--_text-muted);
      cursor: default;
    }
    .attach {
      min-block-size: calc(2.25 * var(--_rem));
    }
    .attachments {
      display: flex;
      flex-wrap: wrap;
      gap: calc(var(--_space) * 1.5);
      margin: 0;
      padding: calc(var(--_space) * 1);
      max-block-size: min(10 * var(--_rem), 25vh);
      overflow: auto;
      overscroll-behavior: contain;
      list-style-type: ''; /* not none: that takes the list from VoiceOver */
      font-size: var(--_font-size-s);
    }
    li {
      display: flex;
      align-items: center;
      gap: calc(var(--_space) * 1.5);
      max-inline-size: min(20 * var(--_rem), 100%);
      padding-inline-start: calc(var(--_space) * 2);
      border: 1px solid var(--_border);
      border-radius: var(--_radius-s);
      background: var(--_surface-muted);
    }
    [data-status='failed'] {
      border-color: var(--_danger);
      color: var(--_danger);
    }
    li div {
      display: grid;
      min-inline-size: 0;
      overflow-wrap: anywhere;
    }
    summary {
      display: flex;
      align-items: center;
      gap: var(--_space);
      cursor: pointer;
    }
    summary::-webkit-details-marker {
      display: none;
    }
    .icon-chevron:dir(rtl) {
      scale: -1 1;
    }
    [open] .icon-chevron {
      rotate: 90deg;
    }
    [open] .icon-chevron:dir(rtl) {
      rotate: -90deg;
    }
    li:has([open]) {
      align-items: start;
    }
    li:has([open]) > .icon {
      margin-block: 2px;
    }
    pre {
      margin-block: var(--_space);
      margin-inline: 0;
      font-size: var(--_font-size-xs);
      white-space: pre-wrap;
    }
    .problem {
      font-size: var(--_font-size-xs);
    }
    [data-status='uploading'] .name {
      color: var(--_text-muted);
    }
    li canvas {
      flex: none;
      inline-size: calc(2.5 * var(--_rem));
      block-size: calc(2.5 * var(--_rem));
      margin-block: var(--_space);
      margin-inline-start: calc(var(--_space) * -1);
      border-radius: calc(var(--_radius-s) * 0.75);
      object-fit: cover;
    }
    li .icon,
    .amount {
      flex: none;
      color: var(--_text-muted);
      unicode-bidi: plaintext;
    }
    li button {
      display: grid;
      place-items: center;
      min-inline-size: calc(1.75 * var(--_rem));
      min-block-size: calc(1.75 * var(--_rem));
    }
    .below {
      display: flex;
      flex-wrap: wrap;
      justify-content: space-between;
      column-gap: calc(var(--_space) * 2);
      padding-inline: calc(var(--_space) * 2);
      color: var(--_text-muted);
      font-size: var(--_font-size-xs);
      overflow-wrap: anywhere;
      text-wrap: balance;
    }
    .below > :not(slot, :empty) {
      padding-block-start: var(--_space);
    }
    .below > slot {
      flex: 0 0 100%;
      display: block;
    }
    @media (pointer: coarse) {
      .field::after,
      textarea {
        padding-block: calc(
          (2.75 * var(--_rem) - 1.45em) / 2
        ); /* a line in the middle of the buttons */
        font-size: max(16px, var(--_font-size)); /* a smaller one makes phones zoom in */
      }
      .send,
      .attach {
        inline-size: calc(2.75 * var(--_rem));
        block-size: calc(2.75 * var(--_rem));
      }
      .attach {
        margin-inline-end: calc(var(--_space) * -2);
      }
    }
    @media (forced-colors: active) {
      .send {
        border: 1px solid ButtonText;
      }
      .send[aria-disabled='true'] {
        border-color: GrayText;
        color: GrayText;
      }
      .box:focus-within,
      :host([over]) .box {
        outline: 2px solid Highlight;
      }
    }
  `,
];
