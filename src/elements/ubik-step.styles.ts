import {css, type CSSResult} from 'lit';
import {disclosureStyles} from './disclosure.styles.js';

export const styles: CSSResult[] = [
  ...disclosureStyles,
  css`
    .number {
      color: var(--_text-quiet);
      font-weight: 400;
    }
    progress {
      appearance: none;
      display: block;
      inline-size: calc(100% - 1.75 * var(--_rem));
      block-size: 3px;
      margin-inline-start: calc(1.75 * var(--_rem));
      margin-block-end: calc(var(--_space) * 1);
      border: 0;
      border-radius: 2px;
      overflow: hidden;
      background: var(--_line);
      color: var(--_accent);
    }
    progress::-webkit-progress-bar {
      background: var(--_line);
    }
    progress::-webkit-progress-value {
      background: var(--_accent);
      transition: inline-size var(--_speed);
    }
    progress::-moz-progress-bar {
      background: var(--_accent);
    }
    .content,
    .bare {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: calc(var(--_space) * 3);
    }
    .content {
      position: relative;
      padding-block: calc(var(--_space) * 1) calc(var(--_space) * 2);
      padding-inline-start: calc(1.75 * var(--_rem));
    }
    .content:empty {
      padding-block: 0;
    }
    .content::before {
      content: '';
      position: absolute;
      inset-block: 0 calc(var(--_space) * 1);
      inset-inline-start: calc(0.625 * var(--_rem) - 0.5px);
      border-inline-start: 1px solid var(--_line);
    }
    @container (max-width: 416px) {
      .content {
        padding-inline-start: calc(0.75 * var(--_rem));
      }
      .content::before {
        inset-inline-start: 0;
      }
    }
    @media (forced-colors: active) {
      progress {
        border: 1px solid CanvasText;
        block-size: 7px;
        forced-color-adjust: none;
        background: Canvas;
      }
      progress::-webkit-progress-bar {
        background: Canvas;
      }
      progress::-webkit-progress-value {
        background: Highlight;
      }
      progress::-moz-progress-bar {
        background: Highlight;
      }
    }
  `,
];
