import {css, type CSSResult} from 'lit';
import {authorStyles} from '../styles/author.styles.js';
import {fieldStyles} from '../styles/field.styles.js';
import {popUpStyles} from '../styles/pop-up.styles.js';
import {collapsibleStyles} from '../styles/collapsible.styles.js';
import {workStyles} from '../styles/work.styles.js';
import {sourceStyles} from '../styles/source.styles.js';

export const styles: CSSResult[] = [
  ...collapsibleStyles,
  workStyles,
  authorStyles,
  fieldStyles,
  popUpStyles,
  sourceStyles,
  css`
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
      background: var(--_accent-soft);
      overflow-wrap: anywhere;
      white-space: pre-wrap;
    }
    /* Toward the edge of the conversation, whatever the direction of the text is. */
    .user:dir(ltr) .bubble {
      border-bottom-right-radius: calc(var(--_radius) * 0.5);
    }
    .user:dir(rtl) .bubble {
      border-bottom-left-radius: calc(var(--_radius) * 0.5);
    }
    .collapsed {
      max-block-size: calc(10 * var(--_line-height) * var(--_font-size));
      overflow: hidden;
      mask-image: linear-gradient(#000 calc(100% - 3 * var(--_font-size)), transparent);
    }
    .expand {
      min-block-size: calc(1.75 * var(--_rem));
      padding-inline: calc(var(--_space) * 2);
      border-radius: var(--_radius-s);
      color: var(--_accent-text);
      font-size: var(--_font-size-s);
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
      overflow-wrap: anywhere;
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
    /* A copied selection has neither the icons of the buttons nor the hidden time. */
    .foot {
      display: flex;
      align-items: center;
      flex-wrap: wrap;
      gap: calc(var(--_space) * 2);
      -webkit-user-select: none;
      user-select: none;
    }
    .time {
      color: var(--_text-muted);
      font-size: var(--_font-size-xs);
      font-variant-numeric: tabular-nums;
    }
    .assistant .time {
      margin-inline-start: auto;
    }
    /* The buttons do not move when the time appears after the server's content. */
    .user .time {
      order: -1;
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
    .more-menu {
      padding: calc(var(--_space) * 1);
    }
    .more-menu > button {
      display: block;
      inline-size: 100%;
      min-block-size: calc(2.25 * var(--_rem));
      padding: calc(var(--_space) * 1) calc(var(--_space) * 2.5);
      border-radius: var(--_radius-s);
      text-align: start;
    }
    @media (hover: hover) {
      .more-menu > button:hover {
        background: var(--_surface-hover);
      }
    }
    @media (pointer: coarse) {
      .actions .icon-button {
        min-inline-size: calc(2.25 * var(--_rem));
        min-block-size: calc(2.25 * var(--_rem));
      }
      .more-menu > button {
        min-block-size: calc(2.75 * var(--_rem));
      }
    }
    :host([busy]) {
      --_idle-only: hidden;
    }
    .idle-only {
      visibility: var(--_idle-only, visible); /* hidden during a run */
    }
    .actions [aria-pressed='true'] {
      color: var(--_accent-text);
    }
    .actions [aria-pressed='true'] .icon {
      fill: color-mix(in oklab, currentcolor 35%, transparent);
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
      .user .foot {
        position: absolute;
        inset-block-start: 100%;
        inset-inline-end: 0;
        z-index: 1;
        min-block-size: calc(1.75 * var(--_rem));
        pointer-events: none;
      }
      .user .actions {
        border-radius: var(--_radius-s);
        background: var(--_surface);
        opacity: 0;
        transition: opacity var(--_transition-duration);
      }
      .time {
        opacity: var(--_time-opacity, 0);
        transition: opacity var(--_transition-duration);
      }
      :host(:is(:hover, :focus-within)) :is(.actions, .time) {
        opacity: 1;
        pointer-events: auto;
      }
    }
    .citation-card:popover-open {
      display: flex;
      align-items: baseline;
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
      .actions,
      .expand {
        display: none;
      }
      .collapsed {
        max-block-size: none;
        mask-image: none;
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
