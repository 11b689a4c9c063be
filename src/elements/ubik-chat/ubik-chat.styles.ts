import {css, type CSSResult} from 'lit';
import {base} from '../styles/base.styles.js';
import {layoutStyles} from '../styles/layout.styles.js';
import {popUpStyles} from '../styles/pop-up.styles.js';
import {progressStyles} from '../styles/progress.styles.js';

export const styles: CSSResult[] = [
  ...base,
  layoutStyles,
  popUpStyles,
  progressStyles,
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
      min-block-size: 0;
      min-inline-size: 0;
      background: var(--_surface);
      color: var(--_text);
      container: ubik-panel / inline-size;
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
      max-inline-size: 100%;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    slot[name='header'] {
      display: contents;
    }
    .menu {
      padding: calc(var(--_space) * 1);
    }
    .transcript {
      flex: 1;
    }
    .composer,
    .run,
    .trouble {
      box-sizing: border-box;
      inline-size: 100%;
      max-inline-size: var(--ubik-content-width, calc(46 * var(--_rem)));
      margin-inline: auto;
    }
    .composer {
      padding: calc(var(--_space) * 2) calc(var(--_space) * 3) calc(var(--_space) * 3);
      padding-block-end: max(calc(var(--_space) * 3), env(safe-area-inset-bottom));
    }
    .run,
    .trouble {
      inline-size: calc(100% - var(--_space) * 6);
    }
    .run {
      display: flex;
      align-items: center;
      gap: calc(var(--_space) * 3);
      color: var(--_text-muted);
      font-size: var(--_font-size-xs);
    }
    .run progress {
      flex: 1;
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
    .suggestions {
      display: flex;
      flex-wrap: wrap;
      justify-content: center;
      gap: calc(var(--_space) * 2);
      margin: 0;
      padding: 0;
      list-style-type: ''; /* not none: that takes the list from VoiceOver */
    }
    .empty .suggestions {
      margin-block-start: calc(var(--_space) * 4);
    }
    [slot='end'] .suggestions {
      justify-content: start;
    }
    .suggestion {
      min-block-size: calc(2.25 * var(--_rem));
      padding: calc(var(--_space) * 1.5) calc(var(--_space) * 3.5);
      border: 1px solid var(--_border-strong);
      border-radius: calc(1.25 * var(--_rem));
      font-size: var(--_font-size-s);
      line-height: 1.35;
      overflow-wrap: anywhere;
    }
    @media (hover: hover) {
      .suggestion:hover {
        border-color: var(--_accent-text);
        color: var(--_accent-text);
      }
    }
    @container ubik-panel (max-width: 384px) {
      .suggestions {
        flex-direction: column;
        align-self: stretch;
      }
      .suggestion {
        inline-size: 100%;
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
    @keyframes wait {
      to {
        opacity: 0.45;
      }
    }
  `,
];
