import {css, type CSSResult} from 'lit';

/**
 * The layouts of a chat: inline, floating, sidebar and full screen. A global rule of the page such as `* { all: unset
 * }` must not break them, so the position of a floating chat has a higher specificity, and its parts do not inherit
 * their sizes. `display` has no such protection, because the page may hide the chat.
 */
export const layoutStyles: CSSResult = css`
  :host {
    display: flex;
    flex-direction: column;
    min-inline-size: 0;
    max-block-size: 100%;
  }
  .panel {
    flex: 1 1 auto;
    /* Not higher than a phone, or the page would have to be scrolled to write. A zoom of the page enlarges the unit. */
    block-size: var(--ubik-block-size, min(40 * var(--_rem), 100dvh / var(--_zoom, 1)));
    /* The width where the box around it takes that of its content, such as a dialog or a popover of the page. */
    contain-intrinsic-inline-size: var(--ubik-inline-size, calc(25 * var(--_rem)));
    /* A height that the page gives to the host is that of the panel, also if the page makes the host a block. */
    min-block-size: 100%;
    max-block-size: 100%;
    overflow: hidden;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
  }
  .edge {
    position: absolute;
  }

  :host(:is([layout='float'], [layout='sidebar'], [layout='full'])) {
    position: fixed !important;
    max-block-size: none !important;
    z-index: var(--ubik-z-index, 1000) !important;
  }
  :host([layout='full']) {
    inset: var(--ubik-offset-top, 0px) 0 0 !important;
  }
  :host(:is([layout='sidebar'], [layout='full'])) .panel {
    block-size: 100%;
    padding-block: max(0px, env(safe-area-inset-top) - var(--ubik-offset-top, 0px))
      env(safe-area-inset-bottom);
  }
  :host([layout='full']) .panel {
    --_offset-top: var(
      --ubik-offset-top,
      0px
    ); /* An open chat of another layout covers the page's header on a phone. */
    border: 0;
    border-radius: 0;
    padding-inline: env(safe-area-inset-left) env(safe-area-inset-right);
  }

  :host([layout='sidebar']) {
    inset-block: var(--ubik-offset-top, 0px) 0 !important;
    inset-inline-end: 0 !important;
    inline-size: min(var(--ubik-inline-size, 27 * var(--_rem)), 100vw) !important;
    max-inline-size: max(100%, 18 * var(--_rem)) !important;
    pointer-events: auto; /* a modal of the page may take them from the body */
  }
  :host([layout='sidebar'][position='start']) {
    inset-inline: 0 auto !important;
  }
  :host([layout='sidebar']:not([open])) {
    inline-size: 0 !important; /* not hidden, so that announcements are read */
    pointer-events: none;
  }
  :host([layout='sidebar']) .panel {
    border-width: 0;
    border-inline-start-width: 1px;
    border-radius: 0;
  }
  :host([layout='sidebar'][position='start']) .panel {
    border-inline-width: 0 1px;
  }

  :host([layout='float']) {
    --_offset: var(--ubik-offset, calc(1.25 * var(--_rem)));
    --_offset-bottom: calc(var(--_offset) + env(safe-area-inset-bottom));
    /* The end is at the left of a page in Arabic. */
    --_offset-side: calc(
      var(--_offset) + max(env(safe-area-inset-left), env(safe-area-inset-right))
    );
    inset-block-end: var(--_offset-bottom) !important;
    inset-inline-end: var(--_offset-side) !important;
    /*
     * On a page with zoom, a viewport unit is more than the window, of which a fixed element gets per cent. Inside of an element
     * with a transform these are per cent of that element, which may be empty.
     */
    max-block-size: max(
      100% - var(--ubik-offset-top, 0px) - var(--_offset) - var(--_offset-bottom),
      20 * var(--_rem)
    ) !important;
    max-inline-size: max(100% - 2 * var(--_offset), 18 * var(--_rem));
    pointer-events: none;
  }
  :host([layout='float'][position='start']) {
    inset-inline: var(--_offset-side) auto !important;
  }
  :host([layout='float']) :is(.panel, .teaser, .launcher) {
    display: flex;
    inline-size: fit-content;
    margin-inline-start: auto;
    pointer-events: auto;
  }
  :host([layout='float'][position='start']) :is(.panel, .teaser, .launcher) {
    margin-inline: 0 auto;
  }
  :host([layout='float']) .teaser {
    margin-block-end: calc(var(--_space) * 3);
  }
  :host([layout='float']) .panel {
    inline-size: min(var(--ubik-inline-size, 25 * var(--_rem)), 100vw - 2 * var(--_offset));
    block-size: min(
      var(--ubik-block-size, calc(42 * var(--_rem))),
      100dvh - var(--ubik-offset-top, 0px) - var(--_offset) - var(--_offset-bottom)
    );
    max-inline-size: 100%;
    flex: 0 1 auto;
    border: 0;
    border-radius: calc(var(--_radius) * 1.5);
    box-shadow: var(--_shadow);
    animation: appear var(--_transition-duration);
  }
  /* The open panel takes its place, and has a button that closes it. */
  :host([layout='float'][open]) .launcher {
    display: none;
  }
  .teaser {
    display: flex;
    align-items: center;
    max-inline-size: min(18 * var(--_rem), 100vw - 8 * var(--_rem));
    padding: calc(var(--_space) * 1.5);
    padding-inline-start: calc(var(--_space) * 4);
    border-radius: calc(var(--_radius) * 1.5);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: var(--_shadow);
    font-size: var(--_font-size-s);
    line-height: 1.4;
    animation: appear var(--_transition-duration);
  }
  .teaser > :first-child {
    min-block-size: calc(2 * var(--_rem));
  }
  @keyframes appear {
    from {
      opacity: 0;
      translate: 0 calc(0.75 * var(--_rem));
    }
  }

  @media screen and (max-width: 30rem) {
    :host(:is([layout='float'][open], [layout='sidebar'][open], [layout='full'])) .panel {
      position: fixed;
      inset-inline: 0;
      inset-block-start: calc(var(--_viewport-offset-top, 0px) + var(--_offset-top, 0px));
      inline-size: auto;
      block-size: calc(var(--_viewport-block-size, 100dvh) - var(--_offset-top, 0px));
      min-block-size: 0;
      max-block-size: max(100% - var(--_offset-top, 0px), 20 * var(--_rem));
      border-radius: 0;
      padding: max(0px, env(safe-area-inset-top) - var(--_offset-top, 0px))
        env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);
    }
  }

  @media print {
    :host([layout]) {
      position: static !important;
      block-size: auto !important;
      max-block-size: none !important;
    }
    :host([layout]) .panel {
      block-size: auto;
      overflow: visible;
      border: 0;
      box-shadow: none;
    }
    :host([layout]) :is(.header, .composer, .launcher) {
      display: none;
    }
  }
`;
