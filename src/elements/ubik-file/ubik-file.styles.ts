import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';
import {fileNameStyles} from '../styles/file-name.styles.js';

export const styles: CSSResult[] = [
  ...base,
  fileNameStyles,
  css`
    :host {
      display: inline-grid;
      grid-template-columns: minmax(0, 1fr);
      justify-items: start;
      max-inline-size: 100%;
      font-family: var(--_font-family);
      font-size: var(--_font-size-s);
      line-height: 1.3;
    }
    canvas {
      display: block;
      max-inline-size: 100%;
      max-block-size: calc(24 * var(--_rem));
      margin-block-end: calc(var(--_space) * 2);
      border: 1px solid var(--_border);
      border-radius: var(--_radius-s);
      background: #fff;
    }
    .file {
      display: flex;
      align-items: center;
      gap: calc(var(--_space) * 2);
      max-inline-size: 100%;
      min-block-size: calc(2.25 * var(--_rem));
      padding-inline: calc(var(--_space) * 2.5) calc(var(--_space) * 3);
      border: 1px solid var(--_border);
      border-radius: var(--_radius-s);
      background: var(--_surface);
      color: var(--_text);
      text-decoration: none;
    }
    button.file {
      font: inherit;
      cursor: pointer;
    }
    :is(a, button).file:hover {
      background: var(--_surface-hover);
    }
    .icon,
    .host,
    .size {
      color: var(--_text-muted);
    }
    .host {
      flex: none;
      max-inline-size: 60%;
      overflow-wrap: anywhere;
    }
    .size {
      flex: none;
      unicode-bidi: plaintext;
    }
  `,
];
