import {css, type CSSResult} from 'lit';
import {base} from './base.styles.js';

export const styles: CSSResult[] = [
  ...base,
  css`
    :host {
      display: inline-block;
      font-family: var(--_font);
    }
    button {
      position: relative;
      display: grid;
      place-items: center;
      inline-size: 3.5rem;
      block-size: 3.5rem;
      border-radius: 50%;
      background: var(--_accent);
      color: var(--_on-accent);
      box-shadow: var(--_shadow);
      transition: scale var(--_speed);
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
      inset-block-start: -0.15rem;
      inset-inline-end: -0.15rem;
      display: grid;
      place-items: center;
      min-inline-size: 1.35rem;
      block-size: 1.35rem;
      padding-inline: 0.3rem;
      border-radius: 999px;
      background: var(--_bad);
      color: var(--_surface);
      box-shadow: 0 0 0 2px var(--_surface);
      font-size: 0.75rem;
      font-weight: 650;
      font-variant-numeric: tabular-nums;
    }
    @media (forced-colors: active) {
      button {
        border: 2px solid ButtonText;
      }
    }
  `,
];
