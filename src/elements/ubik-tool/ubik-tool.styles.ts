import {css, type CSSResult} from 'lit';
import {collapsibleStyles} from '../styles/collapsible.styles.js';

export const styles: CSSResult[] = [
  ...collapsibleStyles,
  css`
    /* A row until it is opened. A question has a frame of its own. */
    :host([open]:not([asking])) {
      border-radius: var(--_radius);
      background: var(--_surface-muted);
      box-shadow: inset 0 0 0 1px var(--_border);
    }
    .header {
      padding-inline: calc(var(--_space) * 2);
      border-radius: inherit;
    }
    .content {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: calc(var(--_space) * 3);
      padding: calc(var(--_space) * 1) calc(var(--_space) * 3) calc(var(--_space) * 3);
    }
    :host([asking]) .content {
      padding: 0;
    }
    @media (forced-colors: active) {
      :host([open]:not([asking])) {
        outline: 1px solid CanvasText;
      }
    }
    section,
    section > p {
      margin: 0;
      min-inline-size: 0;
    }
    section > :not(.label) + * {
      margin-block-start: calc(var(--_space) * 2.5);
    }
    .label {
      margin-block-end: calc(var(--_space) * 0.75) !important;
      color: var(--_text-muted);
      font-size: var(--_font-size-xs);
    }
    .quiet {
      color: var(--_text-muted);
      font-size: var(--_font-size-s);
    }
    .plain,
    .error {
      font-size: var(--_font-size-s);
      overflow-wrap: anywhere;
      white-space: pre-wrap;
      unicode-bidi: plaintext;
    }
    .error {
      color: var(--_danger);
    }
    .phases {
      display: grid;
      gap: calc(var(--_space) * 1);
      margin: 0;
      padding: 0;
      list-style-type: ''; /* not none: that takes the list from VoiceOver */
      font-size: var(--_font-size-s);
    }
    .phases li {
      display: flex;
      align-items: baseline;
      column-gap: calc(var(--_space) * 2);
    }
    .phase {
      display: flex;
      flex-wrap: wrap;
      column-gap: calc(var(--_space) * 2);
    }
    .phases .status {
      align-self: center;
    }
    .plot {
      container-type: inline-size;
    }
    .plot .wide {
      display: none;
    }
    @container (min-width: 480px) {
      .plot .narrow {
        display: none;
      }
      .plot .wide {
        display: inline;
      }
    }
    .tail {
      display: flex;
      flex-direction: column-reverse; /* a box that grows from its end keeps its end in view */
      max-block-size: calc(12 * var(--_rem));
      overflow: auto;
      border-radius: var(--_radius-s);
      background: var(--_surface);
      border: 1px solid var(--_border);
      overscroll-behavior: contain;
    }
    @media print {
      .tail {
        max-block-size: none;
      }
    }
    pre {
      margin: 0;
      padding: calc(var(--_space) * 2) calc(var(--_space) * 2.5);
      font-family: var(--_font-family-mono);
      font-size: var(--_font-size-xs);
      line-height: 1.5;
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
  `,
];
