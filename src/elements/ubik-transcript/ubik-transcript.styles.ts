import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';

export const styles: CSSResult[] = [
  ...base,
  css`
    :host {
      position: relative;
      display: flex;
      flex-direction: column;
      min-block-size: 0;
      color: var(--_text);
      font-family: var(--_font-family);
      font-size: var(--_font-size);
    }
    /* Inherited, so that no element renders again when a run begins or ends. */
    :host([busy]) {
      --_idle-only: hidden;
      --_idle-display: none;
    }
    .scroller {
      flex: 1;
      min-block-size: 0;
      overflow: hidden auto;
      overscroll-behavior: contain;
      scrollbar-width: thin;
      scrollbar-color: var(--_border-strong) transparent;
      scrollbar-gutter: stable both-edges;
    }
    .turns,
    .group {
      display: flex;
      flex-direction: column;
      gap: calc(var(--_space) * 3.5);
    }
    .turns {
      container-type: inline-size;
      box-sizing: border-box;
      max-inline-size: var(--ubik-content-width, calc(46 * var(--_rem)));
      min-block-size: 100%;
      margin-inline: auto;
      padding: calc(var(--_space) * 4) calc(var(--_space) * 2);
    }
    .placeholder {
      min-block-size: calc(80 * var(--_rem));
    }
    :host([timestamps]),
    .turn:focus-within {
      --_time-opacity: 1;
    }
    .day {
      margin: 0;
      color: var(--_text-muted);
      font-size: var(--_font-size-xs);
      text-align: center;
    }
    .turn {
      padding: 4px calc(var(--_space) * 2); /* room for what stands out: turns out of sight are clipped */
      border-radius: var(--_radius-s);
    }
    :is(.group, .turn):not(:last-of-type) {
      --_last-only: none;
    }
    /*
     * Turns out of view are not rendered, but only in browsers that anchor the scroll position when their size becomes
     * known. The last turn already contains its remembered size; otherwise all turns would shrink when it is no longer
     * the last.
     */
    @supports (overflow-anchor: auto) {
      .group {
        contain-intrinsic-size: auto calc(80 * var(--_rem));
      }
      .group:not(:last-of-type) {
        content-visibility: auto;
      }
      /* The same containment as before: browsers report a layout shift when it changes. */
      .positioned .group {
        content-visibility: visible;
        contain: layout style paint;
      }
    }
    .latest {
      position: absolute;
      inset-block-end: calc(var(--_space) * 2);
      inset-inline: 0;
      display: flex;
      align-items: center;
      justify-content: center;
      gap: calc(var(--_space) * 1.5);
      inline-size: fit-content;
      min-inline-size: calc(2.25 * var(--_rem));
      min-block-size: calc(2.25 * var(--_rem));
      margin-inline: auto;
      padding-inline: calc(var(--_space) * 2.25);
      border-radius: 999px;
      background: var(--_surface);
      color: var(--_text);
      box-shadow: var(--_shadow);
      font-size: var(--_font-size-s);
    }
    /* In a small window, as with a zoom of 400 %, it would cover much of the text. */
    @media (max-width: 320px), (max-height: 480px) {
      .latest {
        position: static;
        flex: none;
        margin-block: calc(var(--_space) * 1.5);
      }
    }
    @media (max-height: 400px) {
      .latest {
        min-block-size: calc(1.5 * var(--_rem));
        margin-block: 0 calc(var(--_space) * 0.5);
      }
    }
    @media (hover: hover) {
      .latest:hover {
        background: var(--_surface-hover);
      }
    }
    @media (forced-colors: active) {
      .latest {
        border: 1px solid ButtonText;
      }
    }
    @media print {
      .scroller {
        overflow: visible;
      }
      .group {
        content-visibility: visible !important;
      }
      .latest {
        display: none;
      }
    }
  `,
];
