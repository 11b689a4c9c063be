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
      overflow-wrap: anywhere;
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
      flex-wrap: wrap;
      gap: calc(var(--_space) * 1.5);
      color: var(--_text-muted);
      font-size: var(--_font-size-s);
    }
    /* A long title breaks beside its icon, and the time moves below it. */
    .asks {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr);
      gap: inherit;
      flex: 1 1 0;
      min-inline-size: min(10em, 100%);
    }
    .asks .icon {
      margin-block: calc((var(--_line-height) * var(--_font-size-s) - 16px) / 2);
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
    .extend {
      min-block-size: calc(1.75 * var(--_rem));
      padding-inline: calc(var(--_space) * 2.5);
    }
    .answer {
      white-space: pre-wrap;
      padding-inline-start: calc(var(--_space) * 3);
      border-inline-start: 2px solid var(--_accent);
    }
    .quiet {
      color: var(--_text-muted);
      font-size: var(--_font-size-s);
    }
    .fields .quiet {
      white-space: pre-line;
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
      display: grid;
      grid-template-columns: auto minmax(0, 1fr);
      align-items: start;
      justify-items: start; /* beside the button, whichever way the text runs */
      gap: calc(var(--_space) * 2);
      padding-block: calc(var(--_space) * 0.75);
      color: var(--_text);
      font-size: var(--_font-size);
      line-height: 1.4;
    }
    /* Beside the first line of a long text. */
    .check input {
      inline-size: calc(1.1 * var(--_rem));
      block-size: calc(1.1 * var(--_rem));
      margin-block: calc((1.4 * var(--_font-size) - 1.1 * var(--_rem)) / 2);
      accent-color: var(--_accent);
    }
    .fields,
    .field,
    .variant,
    .list {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
    }
    .fields,
    .variant {
      gap: calc(var(--_space) * 4);
    }
    .variant > .fields {
      padding-inline-start: calc(var(--_space) * 3);
      border-inline-start: 2px solid var(--_border-strong);
    }
    .field,
    .list {
      gap: calc(var(--_space) * 1);
    }
    .label,
    legend {
      padding: 0;
      color: var(--_text);
      font-size: var(--_font-size-s);
      font-weight: 550;
    }
    label.label {
      display: block;
    }
    [data-required]::after {
      content: ' *' / ''; /* The field itself has the attribute "required". */
      color: var(--_danger);
    }
    fieldset {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: calc(var(--_space) * 3);
      min-inline-size: 0;
      margin: 0;
      padding: 0;
      padding-inline-start: calc(var(--_space) * 3);
      border: 0;
      border-inline-start: 2px solid var(--_border-strong);
    }
    legend {
      margin-block-end: calc(var(--_space) * 2);
    }
    .field > .choices {
      gap: 0;
    }
    .list {
      gap: calc(var(--_space) * 2);
    }
    .entry {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      align-items: start;
      gap: calc(var(--_space) * 2);
    }
    .entry > .icon-button {
      margin-block-start: calc(1.35 * var(--_rem));
    }
    .entry > fieldset + .icon-button {
      margin-block-start: calc(-0.35 * var(--_rem));
    }
    .add {
      justify-self: start;
    }
    select[aria-invalid='true'] {
      border-color: var(--_danger);
    }
    .rows {
      display: grid;
      grid-template-columns: minmax(
        0,
        1fr
      ); /* a value that cannot wrap would move the others out of sight */
      gap: calc(var(--_space) * 1);
      margin: 0;
      font-size: var(--_font-size-s);
    }
    .rows > div {
      display: grid;
      grid-template-columns: minmax(5em, 1fr) minmax(0, 3fr);
      gap: calc(var(--_space) * 3);
    }
    dt {
      color: var(--_text-muted);
    }
    dd {
      margin: 0;
      overflow-x: auto;
      white-space: pre-wrap;
    }
    .left[data-warning='60'] {
      color: var(--_warning);
    }
    .left[data-warning='20'] {
      color: var(--_danger);
      font-weight: 600;
    }
    .reason {
      flex-basis: 100%;
    }
    .file {
      position: relative;
      justify-self: start;
      display: inline-flex;
      color: inherit;
    }
    /* The native button is not localized; the input is above ours, so that files can be dropped on it. */
    .file input {
      position: absolute;
      inset: 0;
      max-inline-size: 100%;
      opacity: 0;
      cursor: pointer;
    }
    .file:focus-within {
      outline: 2px solid var(--_accent-text);
      outline-offset: 2px;
    }
    .other {
      min-block-size: calc(1.75 * var(--_rem));
      padding-inline: calc(var(--_space) * 2);
      border-radius: var(--_radius-s);
      color: var(--_text-muted);
      font-size: var(--_font-size-s);
      text-decoration: underline;
      text-underline-offset: 0.2em;
    }
    @media (hover: hover) {
      .other:hover {
        color: var(--_text);
      }
    }
  `,
];
