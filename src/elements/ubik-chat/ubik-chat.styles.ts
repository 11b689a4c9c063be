import {css, type CSSResult} from 'lit';
import {authorStyles} from '../styles/author.styles.js';
import {base} from '../styles/base.styles.js';
import {layoutStyles} from '../styles/layout.styles.js';
import {popUpStyles} from '../styles/pop-up.styles.js';

export const styles: CSSResult[] = [
  ...base,
  authorStyles,
  layoutStyles,
  popUpStyles,
  css`
    :host {
      visibility: visible;
    }
    /*
     * The panel instead of the host, because rules of the page that match every element apply to the host and are
     * inherited.
     */
    .panel,
    .teaser,
    .launcher {
      color: var(--_text);
      font: 400 var(--_font-size) / var(--_line-height) var(--_font-family);
      letter-spacing: normal;
      text-align: start;
      text-indent: 0;
      text-shadow: none;
      text-transform: none;
      text-wrap: wrap;
      white-space: normal;
      word-spacing: normal;
      word-break: normal;
      hyphens: manual;
      cursor: auto;
      -webkit-text-size-adjust: 100%;
    }
    :host([theme='light']) {
      color-scheme: light;
    }
    :host([theme='dark']) {
      color-scheme: dark;
    }
    .panel {
      display: flex;
      flex-direction: column;
      min-inline-size: 0;
      background: var(--_surface);
      color: var(--_text);
      container: ubik-panel / inline-size;
      /* Pages that look like an app let nobody select anything. */
      -webkit-user-select: text;
      user-select: text;
    }
    .header {
      display: flex;
      align-items: center;
      gap: calc(var(--_space) * 1);
      min-block-size: calc(3.25 * var(--_rem));
      padding-inline: calc(var(--_space) * 5) calc(var(--_space) * 2);
      border-block-end: 1px solid var(--_border);
    }
    .heading {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      justify-items: start; /* as the page runs, whichever way the title does */
      flex: 1;
      min-inline-size: 0;
      margin: 0;
      font-size: var(--_font-size);
      font-weight: 600;
      line-height: 1.3;
    }
    .heading bdi {
      min-inline-size: 0;
      max-inline-size: 100%;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .heading .author {
      gap: calc(var(--_space) * 1.5);
      max-inline-size: 100%;
      font-size: var(--_font-size-xs);
      font-weight: 500;
    }
    .heading .avatar {
      inline-size: calc(1.125 * var(--_rem));
      block-size: calc(1.125 * var(--_rem));
      font-size: calc(0.5 * var(--_rem));
    }
    slot[name='header'] {
      display: flex;
      flex: 1;
      align-items: center;
      gap: calc(var(--_space) * 2);
      min-inline-size: 0;
    }
    /* The colour of the header is that of its buttons, so that a theme needs no rule for them. */
    .header .icon-button {
      color: inherit;
    }
    @media (hover: hover) {
      .header .icon-button:hover:not(:disabled) {
        background: color-mix(in oklab, currentcolor 12%, transparent);
        color: inherit;
      }
    }
    /* A long text scrolls, so that the composer stays in view at every zoom. */
    .disclosure {
      max-block-size: 30%;
      margin: 0;
      padding: calc(var(--_space) * 1.5) calc(var(--_space) * 4);
      overflow: auto;
      border-block-end: 1px solid var(--_border);
      background: var(--_surface-muted);
      color: var(--_text-muted);
      font-size: var(--_font-size-s);
      line-height: 1.35;
      text-align: center;
      text-wrap: balance;
    }
    .menu {
      padding: calc(var(--_space) * 1);
    }
    .transcript {
      flex: 1;
    }
    .consent {
      flex: 1;
      overflow: auto;
      outline-offset: -2px;
    }
    .consent:not(:defined) {
      padding: calc(var(--_space) * 5);
    }
    .composer,
    .run,
    .status {
      box-sizing: border-box;
      inline-size: 100%;
      max-inline-size: var(--ubik-content-width, calc(46 * var(--_rem)));
      margin-inline: auto;
    }
    /* The box of the composer is as wide as the messages. */
    .composer {
      padding: calc(var(--_space) * 2) calc(var(--_space) * 4) calc(var(--_space) * 3);
      padding-block-end: max(calc(var(--_space) * 3), env(safe-area-inset-bottom));
    }
    /* As wide as the box of the composer, inside its padding. */
    .run,
    .status {
      inline-size: calc(100% - var(--_space) * 8);
      max-inline-size: calc(var(--ubik-content-width, calc(46 * var(--_rem))) - var(--_space) * 8);
    }
    .empty {
      display: flex;
      flex-direction: column;
      align-items: center;
      gap: calc(var(--_space) * 2);
      margin-block: auto;
      padding-block: calc(var(--_space) * 8);
      text-align: center;
    }
    .mark {
      display: grid;
      place-items: center;
      inline-size: calc(3.25 * var(--_rem));
      block-size: calc(3.25 * var(--_rem));
      border-radius: 50%;
      background: var(--_accent-soft);
      color: var(--_accent-text);
    }
    .greeting {
      margin: 0;
      font-size: var(--_font-size-xl);
      font-weight: 600;
      letter-spacing: -0.015em;
      line-height: 1.25;
      text-wrap: balance;
    }
    .empty .suggestions {
      --_suggestions-align: center;
      margin-block-start: calc(var(--_space) * 4);
    }
    @container ubik-panel (max-width: 384px) {
      .suggestions {
        --_suggestions-flow: column;
        --_suggestion-size: 100%;
        align-self: stretch;
      }
    }
    /* At 400 % zoom, and on a phone on its side, the messages would have a quarter of the height. */
    @media (max-height: 400px) {
      .header {
        min-block-size: calc(2.25 * var(--_rem));
      }
      .disclosure {
        box-sizing: border-box;
        max-block-size: calc(2lh + var(--_space));
        padding: calc(var(--_space) * 0.5) calc(var(--_space) * 2);
        font-size: var(--_font-size-xs);
      }
      .composer {
        padding-block: calc(var(--_space) * 1);
        padding-block-end: max(calc(var(--_space) * 1.5), env(safe-area-inset-bottom));
      }
      .empty {
        padding-block: calc(var(--_space) * 2);
      }
      .mark {
        display: none;
      }
    }
    .loading {
      display: grid;
      gap: calc(var(--_space) * 3);
      margin-block-start: auto;
      padding-block: calc(var(--_space) * 6);
    }
    .loading i {
      block-size: calc(0.9 * var(--_rem));
      border-radius: var(--_radius-s);
      background: var(--_surface-hover);
      animation: wait 1.4s ease-in-out infinite alternate;
    }
    .loading i:nth-of-type(1) {
      inline-size: 45%;
      justify-self: end;
      block-size: calc(2 * var(--_rem));
    }
    .loading i:nth-of-type(3) {
      inline-size: 70%;
    }
    @media (forced-colors: active) {
      .loading i {
        border: 1px solid;
      }
    }
    @keyframes wait {
      to {
        opacity: 0.45;
      }
    }
  `,
];
