import {css, type CSSResult} from 'lit';

/** The name and the picture of an author. */
export const authorStyles: CSSResult = css`
  .author {
    display: flex;
    align-items: center;
    gap: calc(var(--_space) * 2);
    min-inline-size: 0;
    margin: 0;
    font-size: var(--_font-size-s);
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .avatar {
    position: relative;
    flex: none;
    display: grid;
    place-items: center;
    inline-size: calc(1.5 * var(--_rem));
    block-size: calc(1.5 * var(--_rem));
    border-radius: 50%;
    overflow: hidden;
    background: var(--_accent-soft);
    color: var(--_accent-text);
    font-size: calc(0.65 * var(--_rem));
    font-weight: 600;
    line-height: 1;
  }
  .avatar > :not(.icon) {
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  .avatar > img {
    position: absolute;
    inset: 0;
    background: var(--_surface);
  }
  .avatar > [hidden] {
    display: none;
  }
  @media (forced-colors: active) {
    .avatar {
      border: 1px solid CanvasText;
    }
  }
`;
