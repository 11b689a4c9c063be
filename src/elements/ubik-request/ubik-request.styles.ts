import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';
import {fieldStyles} from '../styles/field.styles.js';

export const styles: CSSResult[] = [
  ...base,
  fieldStyles,
  css`
    :host {
      display: block;
      color: var(--_text);
      font-family: var(--_font-family);
      font-size: var(--_font-size);
      line-height: var(--_line-height);
    }
    .card {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: calc(var(--_space) * 2);
      padding: calc(var(--_space) * 3) calc(var(--_space) * 3.5) calc(var(--_space) * 3.5);
      border: 1px solid var(--_border);
      border-radius: var(--_radius);
    }
    .card[data-open] {
      border-color: var(--_accent);
      background: var(--_accent-soft);
    }
    p {
      margin: 0;
    }
    .title {
      display: flex;
      align-items: center;
      gap: calc(var(--_space) * 1.5);
      color: var(--_text-muted);
      font-size: var(--_font-size-s);
    }
    [data-open] .title {
      color: var(--_accent-text);
      font-weight: 550;
    }
    .left {
      margin-inline-start: auto;
      font-weight: 400;
      font-variant-numeric: tabular-nums;
      unicode-bidi: plaintext;
    }
    .answer {
      overflow-wrap: anywhere;
      white-space: pre-wrap;
    }
    .answer {
      padding-inline-start: calc(var(--_space) * 3);
      border-inline-start: 2px solid var(--_accent);
    }
    .quiet {
      color: var(--_text-muted);
      font-size: var(--_font-size-s);
    }
    form,
    .choices {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: calc(var(--_space) * 2.5);
    }
    .code {
      font-family: var(--_font-family-mono);
      font-size: var(--_font-size-s);
    }
    .check {
      display: flex;
      align-items: center;
      flex-wrap: wrap;
      gap: calc(var(--_space) * 2);
      min-block-size: calc(1.75 * var(--_rem));
      color: var(--_text);
      font-size: var(--_font-size);
    }
    .check input {
      inline-size: calc(1.1 * var(--_rem));
      block-size: calc(1.1 * var(--_rem));
      accent-color: var(--_accent);
    }
    input[type='file'] {
      max-inline-size: 100%;
    }
    ::file-selector-button {
      min-block-size: calc(2.25 * var(--_rem));
      margin-inline-end: calc(var(--_space) * 2);
      padding-inline: calc(var(--_space) * 3);
      border: 1px solid var(--_border-strong);
      border-radius: var(--_radius-s);
      background: var(--_surface);
      color: inherit;
      font: inherit;
      cursor: pointer;
    }
    .types {
      display: flex;
      gap: calc(var(--_space) * 1);
    }
    .type {
      min-block-size: calc(1.75 * var(--_rem));
      padding-inline: calc(var(--_space) * 2.5);
      border-radius: 999px;
      color: var(--_text-muted);
      font-size: var(--_font-size-s);
    }
    .type[aria-pressed='true'] {
      background: var(--_surface);
      box-shadow: 0 0 0 1px var(--_border-strong);
      color: var(--_text);
    }
    @media (forced-colors: active) {
      .type[aria-pressed='true'] {
        outline: 2px solid Highlight;
      }
    }
  `,
];
