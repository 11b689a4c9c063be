import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';

export const styles: CSSResult[] = [
  ...base,
  css`
    :host {
      display: flex;
      align-items: start;
      flex-wrap: wrap;
      gap: calc(var(--_space) * 1.5) calc(var(--_space) * 2.5);
      padding: calc(var(--_space) * 1.5) calc(var(--_space) * 3);
      border-radius: var(--_radius);
      background: var(--_surface-muted);
      color: var(--_text);
      font-family: var(--_font-family);
      font-size: var(--_font-size-s);
      line-height: 1.45;
    }
    :host([kind='error']) {
      background: var(--_danger-soft);
    }
    :host([kind='error']) .icon-error {
      color: var(--_danger);
    }
    :host([kind='presence']) {
      padding: 0;
      background: none;
      color: var(--_text-muted);
      text-align: center;
    }
    :host([kind='presence']) .words {
      padding: 0;
    }
    .icon-info {
      color: var(--_text-muted);
    }
    /* The icon and the first line are as high as a button. */
    .icon {
      margin-block: calc(var(--_rem) - 9px);
    }
    .words {
      padding-block: calc(var(--_rem) - 1.45 * var(--_font-size-s) / 2);
    }
    .button .icon {
      margin: 0;
    }
    /* In a narrow column the button moves below, and the text stays beside the icon. */
    .words {
      flex: 1 1 min(calc(9 * var(--_rem)), calc(100% - 18px - var(--_space) * 2.5));
      min-inline-size: 0;
      overflow-wrap: anywhere;
      unicode-bidi: plaintext;
    }
    summary {
      cursor: pointer;
    }
    .first:not(:only-child) {
      font-weight: 550;
    }
    .second {
      color: var(--_text-muted);
    }
    .button {
      display: var(
        --_last-only,
        inline-flex
      ); /* only the last turn can be tried again: see the transcript */
      visibility: var(--_idle-only, visible);
      min-block-size: calc(2 * var(--_rem));
      margin-inline-start: auto;
    }
    @media (forced-colors: active) {
      :host(:not([kind='presence'])) {
        border: 1px solid CanvasText;
      }
    }
  `,
];
