import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';
import {fieldStyles} from '../styles/field.styles.js';
import {popUpStyles} from '../styles/pop-up.styles.js';
import {sourceStyles} from '../styles/source.styles.js';

export const styles: CSSResult[] = [
  ...base,
  fieldStyles,
  popUpStyles,
  sourceStyles,
  css`
    :host {
      display: block;
      min-inline-size: 0;
      color: var(--_text);
      font-family: var(--_font-family);
      font-size: var(--_font-size);
      line-height: var(--_line-height);
    }
    .user {
      display: flex;
      flex-direction: column;
      align-items: end;
      gap: calc(var(--_space) * 1);
      padding-inline-start: min(3 * var(--_rem), 12%);
    }
    .editing {
      align-items: stretch;
    }
    .bubble {
      max-inline-size: 100%;
      padding: calc(var(--_space) * 2) calc(var(--_space) * 3.5);
      border-radius: calc(var(--_radius) * 1.5);
      border-end-end-radius: calc(var(--_radius) * 0.5);
      background: var(--_accent-soft);
      overflow-wrap: anywhere;
      white-space: pre-wrap;
    }
    .files {
      display: flex;
      flex-wrap: wrap;
      justify-content: end;
      gap: calc(var(--_space) * 1.5);
      max-inline-size: 100%;
    }
    .assistant {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: calc(var(--_space) * 3);
    }
    p {
      margin: 0;
    }
    .quiet,
    .state {
      color: var(--_text-muted);
      font-size: var(--_font-size-s);
    }
    .working {
      display: flex;
      align-items: center;
      gap: calc(var(--_space) * 2);
      min-block-size: calc(1.5 * var(--_rem));
    }
    .dots {
      display: inline-flex;
      gap: calc(0.25 * var(--_rem));
    }
    .dots i {
      inline-size: calc(0.4 * var(--_rem));
      block-size: calc(0.4 * var(--_rem));
      border-radius: 50%;
      background: var(--_text-muted);
      animation: breathe 1.2s ease-in-out infinite;
    }
    .dots i:nth-child(2) {
      animation-delay: 150ms;
    }
    .dots i:nth-child(3) {
      animation-delay: 300ms;
    }
    @keyframes breathe {
      0%,
      60%,
      100% {
        opacity: 0.35;
      }
      30% {
        opacity: 1;
      }
    }
    .actions {
      display: flex;
      align-items: center;
      flex-wrap: wrap;
      gap: calc(var(--_space) * 0.5);
      margin-inline: calc(var(--_space) * -1.5);
      color: var(--_text-muted);
      font-size: var(--_font-size-xs);
    }
    .actions .icon-button {
      min-inline-size: calc(1.75 * var(--_rem));
      min-block-size: calc(1.75 * var(--_rem));
    }
    .idle-only {
      visibility: var(--_idle-only, visible); /* hidden during a run: see the transcript */
    }
    .actions [aria-pressed='true'] {
      color: var(--_accent-text);
    }
    .branches {
      display: inline-flex;
      align-items: center;
      font-variant-numeric: tabular-nums;
    }
    .previous .icon,
    .branches > .icon-button:dir(rtl) .icon {
      scale: -1 1;
    }
    .previous:dir(rtl) .icon {
      scale: 1 1;
    }
    /* Overlaps the gap to the answer instead of adding room to it. */
    @media (hover: hover) and (pointer: fine) {
      .user {
        position: relative;
      }
      .user .actions {
        position: absolute;
        inset-block-start: 100%;
        inset-inline-end: 0;
        z-index: 1;
        border-radius: var(--_radius-s);
        background: var(--_surface);
        opacity: 0;
        pointer-events: none;
        transition: opacity var(--_transition-duration);
      }
      :host(:is(:hover, :focus-within)) .actions {
        opacity: 1;
        pointer-events: auto;
      }
    }
    .citation-card:popover-open {
      display: flex;
      gap: calc(var(--_space) * 2.5);
    }
    .reason {
      display: grid;
      gap: calc(var(--_space) * 2);
    }
    .editor {
      display: grid;
      gap: calc(var(--_space) * 2);
    }
    .editor textarea {
      max-block-size: 50vh;
    }
    .editor .buttons {
      justify-content: end;
    }
    @media print {
      .actions {
        display: none;
      }
    }
    @media (forced-colors: active) {
      .bubble {
        border: 1px solid CanvasText;
      }
      .dots i {
        background: CanvasText;
        forced-color-adjust: none;
      }
    }
  `,
];
