import {css, type CSSResult} from 'lit';

/** Popovers in the top layer. */
export const popUpStyles: CSSResult = css`
  [popover] {
    position: fixed;
    inset: auto;
    max-inline-size: min(22 * var(--_rem), 100vw - var(--_rem));
    margin: 0;
    padding: calc(var(--_space) * 3);
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: var(--_shadow);
    font-size: var(--_font-size-s);
    line-height: 1.45;
  }
`;
