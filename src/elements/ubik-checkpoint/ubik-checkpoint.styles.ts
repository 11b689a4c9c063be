import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';
import {fieldStyles} from '../styles/field.styles.js';

export const styles: CSSResult[] = [
  ...base,
  fieldStyles,
  css`
    :host {
      display: block;
      color: var(--_text-muted);
      font-family: var(--_font-family);
      font-size: var(--_font-size-xs);
      line-height: 1.4;
    }
    .line {
      display: flex;
      align-items: center;
      gap: calc(var(--_space) * 2);
      min-block-size: calc(1.75 * var(--_rem));
    }
    .line::after {
      content: '';
      flex: 1;
      border-block-start: 1px solid var(--_border);
    }
    .restore {
      /* Absent during a run (see the transcript), so that the line begins at the flag. */
      display: var(--_idle-display, block);
      min-block-size: calc(1.5 * var(--_rem));
      padding-inline: calc(var(--_space) * 1);
      border-radius: var(--_radius-s);
      color: var(--_text-muted);
    }
    @media (hover: hover) {
      .restore:hover {
        color: var(--_accent-text);
      }
    }
    form {
      display: grid;
      gap: calc(var(--_space) * 2);
      margin-block-start: calc(var(--_space) * 2);
    }
  `,
];
