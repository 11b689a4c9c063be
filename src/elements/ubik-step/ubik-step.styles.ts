import {css, type CSSResult} from 'lit';
import {authorStyles} from '../styles/author.styles.js';
import {collapsibleStyles} from '../styles/collapsible.styles.js';
import {progressStyles} from '../styles/progress.styles.js';
import {workStyles} from '../styles/work.styles.js';

export const styles: CSSResult[] = [
  ...collapsibleStyles,
  authorStyles,
  progressStyles,
  workStyles,
  css`
    progress {
      inline-size: calc(100% - 1.75 * var(--_rem));
      margin-inline-start: calc(1.75 * var(--_rem));
      margin-block-end: calc(var(--_space) * 1);
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
      border-inline-start: 1px solid var(--_border);
    }
    @media not print {
      :host([flush]) .header,
      :host([flush]) .content::before {
        display: none;
      }
      :host([flush]) .content {
        padding: 0;
      }
    }
    @container (max-width: 416px) {
      .content {
        padding-inline-start: calc(0.75 * var(--_rem));
      }
      .content::before {
        inset-inline-start: 0;
      }
    }
  `,
];
