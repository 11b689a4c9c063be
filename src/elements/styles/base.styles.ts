import {css, type CSSResult} from 'lit';
import {tokens} from './tokens.styles.js';

/** Styles shared by all elements: tokens, box model, buttons, focus rings and reduced motion. */
export const base: CSSResult[] = [
  tokens,
  css`
    :host,
    *,
    ::before,
    ::after {
      box-sizing: border-box;
    }
    :host([hidden]),
    :host([data-empty]),
    [hidden] {
      display: none !important;
    }
    button,
    input,
    textarea,
    select {
      font: inherit;
      color: inherit;
      letter-spacing: inherit;
      margin: 0;
    }
    button {
      appearance: none;
      border: 0;
      padding: 0;
      background: none;
      text-align: start;
      cursor: pointer;
      -webkit-tap-highlight-color: transparent;
    }
    /* The colour of browsers has too little contrast on a dark background. */
    ::placeholder {
      color: var(--_text-muted);
      opacity: 1;
    }
    button:disabled,
    [aria-disabled='true'] {
      cursor: default;
    }
    :focus-visible {
      outline: 2px solid var(--_accent-text);
      outline-offset: 2px;
    }
    a {
      color: var(--_accent-text);
    }
    svg {
      display: block;
      flex: none;
    }
    .visually-hidden {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      margin: -1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
    .icon-button {
      display: inline-grid;
      place-items: center;
      min-inline-size: calc(2 * var(--_rem));
      min-block-size: calc(2 * var(--_rem));
      border-radius: var(--_radius-s);
      color: var(--_text-muted);
    }
    .button {
      display: inline-flex;
      align-items: center;
      justify-content: center;
      gap: calc(var(--_space) * 1.5);
      min-block-size: calc(2.25 * var(--_rem));
      padding: calc(var(--_space) * 1) calc(var(--_space) * 3.5);
      border: 1px solid var(--_border-strong);
      border-radius: var(--_radius-s);
      background: var(--_surface);
      font-weight: 550;
      font-size: var(--_font-size-s);
      line-height: 1.3;
    }
    .button.primary {
      border-color: transparent;
      background: var(--_accent);
      color: var(--_on-accent);
    }
    .button:disabled,
    :is(.button, .icon-button)[aria-disabled='true'] {
      opacity: 0.55;
    }
    @media (hover: hover) {
      .icon-button:hover:not(:disabled, [aria-disabled='true']) {
        background-color: var(--_surface-hover);
        color: var(--_text);
      }
      .button:hover:not(:disabled, [aria-disabled='true']) {
        background: var(--_surface-hover);
      }
      .button.primary:hover:not(:disabled, [aria-disabled='true']) {
        background: color-mix(in oklab, var(--_accent) 88%, var(--_text));
      }
    }
    @media (prefers-reduced-motion: reduce) {
      *,
      ::before,
      ::after {
        animation: none !important;
        transition: none !important;
        scroll-behavior: auto !important;
      }
    }
    @media (forced-colors: active) {
      .button,
      .icon-button {
        border: 1px solid ButtonText;
      }
      /* A colour of its own would not be replaced by that of the user. */
      .icon {
        color: inherit !important;
      }
    }
  `,
];
