import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';

export const styles: CSSResult[] = [
  ...base,
  css`
    :host {
      display: block;
      block-size: var(--ubik-block-size, 40rem);
      min-inline-size: 0;
      container-type: inline-size;
      color: var(--_text);
      font-family: var(--_font-family);
      font-size: var(--_font-size-s);
    }
    .panel {
      display: flex;
      flex-direction: column;
      block-size: 100%;
      overflow: hidden;
      border: 1px solid var(--_border);
      border-radius: var(--_radius);
      background: var(--_surface);
    }
    .bar {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: calc(var(--_space) * 2);
      padding: calc(var(--_space) * 2) calc(var(--_space) * 3);
      border-block-end: 1px solid var(--_border);
    }
    .bar:last-child {
      border-block: 1px solid var(--_border) 0;
    }
    h2,
    h3,
    h4,
    p {
      margin: 0;
      font-size: inherit;
      font-weight: 600;
    }
    h2 {
      flex: 1;
      font-size: var(--_font-size);
    }
    h4 {
      margin-block: calc(var(--_space) * 3) calc(var(--_space) * 1.5);
      color: var(--_text-muted);
    }
    p {
      padding: calc(var(--_space) * 2) calc(var(--_space) * 3);
      font-weight: 400;
    }
    .details p {
      padding: 0;
    }
    .quiet {
      color: var(--_text-muted);
    }
    .problem {
      background: var(--_danger-soft);
      color: var(--_danger);
    }
    select,
    .filter {
      min-inline-size: 0;
      max-inline-size: 14rem;
      min-block-size: 2.25rem;
      padding-inline: calc(var(--_space) * 2);
      border: 1px solid var(--_border-strong);
      border-radius: var(--_radius-s);
      background: var(--_surface);
    }
    .filter {
      flex: 1;
      max-inline-size: none;
    }
    .place {
      flex: 1 1 8rem;
      min-inline-size: 0;
      min-block-size: 1.5rem;
      accent-color: var(--_accent);
    }
    output {
      font-variant-numeric: tabular-nums;
    }
    label.button {
      cursor: pointer;
    }
    label.button:focus-within {
      outline: 2px solid var(--_accent-text);
      outline-offset: 2px;
    }
    .icon-button path {
      fill: none;
      stroke: currentcolor;
      stroke-width: 1.75;
      stroke-linecap: round;
      stroke-linejoin: round;
    }
    :host(:dir(rtl)) .icon-button svg {
      transform: scaleX(-1);
    }
    .parts {
      flex: 1;
      display: grid;
      grid-template:
        'list width preview' calc(var(--_list-height) * 1%)
        'height width preview' auto
        'details width preview' minmax(0, 1fr)
        / calc(var(--_list-width) * 1%) auto minmax(0, 1fr);
      min-block-size: 0;
    }
    .parts > * {
      min-inline-size: 0;
      min-block-size: 0;
    }
    .scroller {
      grid-area: list;
    }
    .scroller,
    .details {
      overflow: auto;
      overscroll-behavior: contain;
      scrollbar-width: thin;
    }
    .details {
      grid-area: details;
      padding: calc(var(--_space) * 3);
    }
    .separator {
      display: grid;
      place-content: center;
      background: var(--_surface-muted);
      touch-action: none;
    }
    .separator::before {
      content: '';
      inline-size: 2px;
      block-size: 1.5rem;
      border-radius: 1px;
      background: var(--_border-strong);
    }
    .separator:hover {
      background: var(--_surface-hover);
    }
    .separator:focus-visible {
      outline-offset: -2px;
    }
    .vertical {
      grid-area: width;
      inline-size: 0.75rem;
      cursor: col-resize;
    }
    .horizontal {
      grid-area: height;
      block-size: 0.75rem;
      cursor: row-resize;
    }
    .horizontal::before {
      inline-size: 1.5rem;
      block-size: 2px;
    }
    .preview {
      grid-area: preview;
      display: flex;
    }
    ubik-transcript,
    .preview > * {
      flex: 1;
      min-inline-size: 0;
    }
    .rows {
      box-sizing: border-box;
      overflow: clip;
    }
    .row {
      display: grid;
      grid-template-columns: 4rem 4.5rem minmax(16.5rem, 2fr) 4.5rem minmax(5rem, 1fr);
      gap: calc(var(--_space) * 2);
      align-items: center;
      min-inline-size: 38rem;
      block-size: 1.75rem;
      padding-inline: calc(var(--_space) * 3);
      font-variant-numeric: tabular-nums;
      cursor: default;
    }
    .row span {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .row .name {
      text-align: start;
      font-family: var(--_font-family-mono);
    }
    .head {
      position: sticky;
      inset-block-start: 0;
      background: var(--_surface-muted);
      color: var(--_text-muted);
    }
    .kind,
    [data-future] {
      color: var(--_text-muted);
    }
    .row.diagnostic .kind {
      color: var(--_warning);
    }
    .row[aria-selected='true'] {
      background: var(--_accent-soft);
      box-shadow: inset 3px 0 var(--_accent-text);
    }
    .list:focus-visible {
      outline-offset: -2px;
    }
    h3,
    code,
    pre,
    ol {
      overflow-wrap: anywhere;
      font-family: var(--_font-family-mono);
    }
    pre {
      overflow: auto;
      margin: 0;
      padding: calc(var(--_space) * 2);
      border-radius: var(--_radius-s);
      background: var(--_surface-muted);
      white-space: pre-wrap;
    }
    ol {
      margin: 0;
      padding-inline-start: 1.75em;
    }
    .op {
      color: var(--_accent-text);
    }
    @media (hover: hover) {
      .rows .row:hover:not([aria-selected='true']) {
        background: var(--_surface-hover);
      }
    }
    @media (forced-colors: active) {
      .row[aria-selected='true'] {
        outline: 1px solid Highlight;
        outline-offset: -1px;
      }
    }
    @container (inline-size < 56rem) {
      .panel {
        overflow: auto;
      }
      .bar:last-child {
        position: sticky;
        inset-block-end: 0;
        background: var(--_surface);
      }
      .parts {
        flex: none;
        grid-template:
          'list' calc(var(--_list-height) * 0.3rem)
          'height' auto
          'details' auto
          'preview' 24rem
          / minmax(0, 1fr);
      }
      .preview {
        border-block-start: 1px solid var(--_border);
      }
      .vertical {
        display: none;
      }
      .details {
        max-block-size: 20rem;
      }
    }
  `,
];
