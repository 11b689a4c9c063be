import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';

export const styles: CSSResult[] = [
  ...base,
  css`
    :host {
      display: inline-block;
      font-family: var(--_font-family);
    }
    button {
      position: relative;
      display: grid;
      place-items: center;
      inline-size: calc(3.5 * var(--_rem));
      block-size: calc(3.5 * var(--_rem));
      border-radius: 50%;
      background: var(--_accent);
      color: var(--_on-accent);
      box-shadow: var(--_shadow);
      transition: scale var(--_transition-duration);
    }
    @media (hover: hover) {
      button:hover {
        scale: 1.05;
      }
    }
    :focus-visible {
      outline-offset: 3px;
    }
    .badge {
      position: absolute;
      inset-block-start: calc(-0.15 * var(--_rem));
      inset-inline-end: calc(-0.15 * var(--_rem));
      display: grid;
      place-items: center;
      min-inline-size: calc(1.35 * var(--_rem));
      block-size: calc(1.35 * var(--_rem));
      padding-inline: calc(0.3 * var(--_rem));
      border-radius: 999px;
      background: var(--_danger);
      color: var(--_surface);
      box-shadow: 0 0 0 2px var(--_surface);
      font-size: calc(0.75 * var(--_rem));
      font-weight: 650;
      font-variant-numeric: tabular-nums;
    }
    :host([needs-answer]) .badge {
      background: var(--_warning);
    }
    @media (forced-colors: active) {
      button {
        border: 2px solid ButtonText;
      }
      .badge,
      :host([needs-answer]) .badge {
        background: Highlight;
        color: HighlightText;
        box-shadow: 0 0 0 2px Canvas;
        forced-color-adjust: none;
      }
    }
  `,
];
