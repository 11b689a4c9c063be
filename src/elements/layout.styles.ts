import {css, type CSSResult} from 'lit';

/** How a chat stands on the page: in the text, floating, at a side, or over everything. */
export const layoutStyles: CSSResult = css`
  :host {
    display: flex;
    flex-direction: column;
    min-inline-size: 0;
    block-size: var(--ubik-block-size, 40rem);
    max-block-size: 100%;
  }
  .panel {
    flex: 1;
    overflow: hidden;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .edge {
    position: absolute;
  }

  :host([layout='full']) {
    position: fixed;
    inset: var(--ubik-top, 0px) 0 0;
    block-size: auto;
    max-block-size: none;
    z-index: var(--ubik-z-index, 1000);
  }
  :host([layout='full']) .panel {
    border: 0;
    border-radius: 0;
  }

  :host([layout='side']) {
    position: fixed;
    inset-block: var(--ubik-top, 0px) 0;
    inset-inline-end: 0;
    inline-size: min(var(--ubik-inline-size, 27rem), 100vw);
    block-size: auto;
    max-block-size: none;
    z-index: var(--ubik-z-index, 1000);
  }
  :host([layout='side']:not([open])) {
    display: none;
  }
  :host([layout='side']) .panel {
    border-width: 0;
    border-inline-start-width: 1px;
    border-radius: 0;
  }

  :host([layout='float']) {
    position: fixed;
    inset-block-end: var(--ubik-offset, 1.25rem);
    inset-inline-end: var(--ubik-offset, 1.25rem);
    display: flex;
    align-items: end;
    gap: calc(var(--_space) * 3);
    block-size: auto;
    max-block-size: none;
    z-index: var(--ubik-z-index, 1000);
    pointer-events: none;
  }
  :host([layout='float']) > * {
    pointer-events: auto;
  }
  :host([layout='float']) .panel {
    inline-size: min(var(--ubik-inline-size, 25rem), 100vw - 2 * var(--ubik-offset, 1.25rem));
    block-size: min(
      var(--ubik-block-size, 42rem),
      100dvh - var(--ubik-top, 0px) - 2 * var(--ubik-offset, 1.25rem) - 4.5rem
    );
    flex: none;
    border: 0;
    border-radius: calc(var(--_radius) * 1.5);
    box-shadow: var(--_shadow);
    animation: appear var(--_speed);
  }
  .teaser {
    display: flex;
    align-items: center;
    max-inline-size: min(18rem, 100vw - 8rem);
    padding: calc(var(--_space) * 1.5);
    padding-inline-start: calc(var(--_space) * 4);
    border-radius: calc(var(--_radius) * 1.5);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: var(--_shadow);
    font-size: var(--_size-s);
    line-height: 1.4;
    animation: appear var(--_speed);
  }
  .teaser > :first-child {
    min-block-size: 2rem;
  }
  @keyframes appear {
    from {
      opacity: 0;
      translate: 0 0.75rem;
    }
  }

  @media (max-width: 30rem) {
    :host([layout='float'][open]),
    :host([layout='side'][open]) {
      inset: 0;
      inline-size: auto;
      gap: 0;
    }
    :host([layout='float'][open]) .panel,
    :host([layout='side'][open]) .panel {
      position: fixed;
      inset-inline: 0;
      inset-block-start: var(--_view-offset, 0px);
      inline-size: auto;
      block-size: var(--_view-block-size, 100dvh);
      border-radius: 0;
      padding-block-start: env(safe-area-inset-top);
    }
    :host([layout='float'][open]) .launcher {
      display: none;
    }
  }

  @media print {
    :host {
      position: static !important;
      block-size: auto !important;
      max-block-size: none !important;
    }
    .panel {
      overflow: visible;
      border: 0;
      box-shadow: none;
    }
    .header,
    .composer,
    .launcher {
      display: none;
    }
  }
`;
