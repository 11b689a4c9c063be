import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';

export const styles: CSSResult[] = [
  ...base,
  css`
    :host {
      display: block;
      font-family: var(--_font-family);
      font-size: var(--_font-size-s);
      line-height: 1.4;
    }
    .page {
      display: flex;
      flex-direction: column;
      margin: 0;
      padding: 0;
      border: 1px solid var(--_border);
      border-radius: var(--_radius);
      background: var(--_surface);
      color: var(--_text);
      overflow: hidden;
    }
    .head {
      display: flex;
      align-items: center;
      gap: calc(var(--_space) * 1);
      padding-block: calc(var(--_space) * 1);
      padding-inline: calc(var(--_space) * 3) calc(var(--_space) * 1);
    }
    .title {
      flex: 1;
      min-inline-size: 0;
      font-weight: 550;
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      justify-items: start; /* as the page runs, whichever way the title does */
    }
    .title bdi {
      max-inline-size: 100%;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .host {
      max-inline-size: 50%;
      color: var(--_text-muted);
      overflow-wrap: anywhere;
    }
    .load {
      align-self: start;
      max-inline-size: 100%;
      margin-inline: calc(var(--_space) * 3);
      margin-block-end: calc(var(--_space) * 3);
      overflow-wrap: anywhere;
    }
    iframe {
      inline-size: 100%;
      min-block-size: calc(12 * var(--_rem));
      max-block-size: 70vh;
      border: 0;
      border-block-start: 1px solid var(--_border);
      background: Canvas;
    }
    .page:popover-open {
      position: fixed;
      inset: calc(var(--_space) * 4);
      inline-size: auto;
      block-size: auto;
      box-shadow: 0 0 0 100vmax rgb(0 0 0 / 0.4);
    }
    @media (prefers-reduced-transparency: reduce) {
      .page:popover-open {
        box-shadow: 0 0 0 100vmax var(--_surface-hover);
      }
    }
    .page:popover-open iframe {
      flex: 1;
      min-block-size: 0;
      max-block-size: none;
      aspect-ratio: auto !important;
    }
  `,
];
