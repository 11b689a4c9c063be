import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';
import {progressStyles} from '../styles/progress.styles.js';

export const styles: CSSResult[] = [
  ...base,
  progressStyles,
  css`
    :host {
      display: block;
    }
    .run {
      display: flex;
      align-items: center;
      gap: calc(var(--_space) * 3);
      color: var(--_text-muted);
      font: 400 var(--_font-size-xs) / var(--_line-height) var(--_font-family);
    }
    progress {
      flex: 1;
    }
  `,
];
