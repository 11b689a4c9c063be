import {css} from 'lit';

/** A card with a head and a frame, which can be enlarged to a popover. */
export const card = css`
  :host {
    display: block;
    font-family: var(--_font-family);
    font-size: var(--_font-size-s);
    line-height: 1.4;
  }
  .card {
    display: flex;
    flex-direction: column;
    margin: 0;
    padding: 0;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    overflow: hidden;
  }
  .head {
    display: flex;
    align-items: center;
    gap: calc(var(--_space) * 1);
    padding-block: calc(var(--_space) * 1);
    padding-inline: calc(var(--_space) * 3) calc(var(--_space) * 1);
  }
  .title {
    flex: 1;
    min-inline-size: 0;
    font-weight: 550;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    justify-items: start; /* as the page runs, whichever way the title does */
  }
  .title bdi {
    max-inline-size: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  iframe {
    inline-size: 100%;
    border: 0;
  }
  .card:popover-open {
    position: fixed;
    inset: max(calc(var(--_space) * 4), env(safe-area-inset-top))
      max(calc(var(--_space) * 4), env(safe-area-inset-right))
      max(calc(var(--_space) * 4), env(safe-area-inset-bottom))
      max(calc(var(--_space) * 4), env(safe-area-inset-left));
    inline-size: auto;
    block-size: auto;
    box-shadow: 0 0 0 100vmax rgb(0 0 0 / 0.4);
  }
  @media (prefers-reduced-transparency: reduce) {
    .card:popover-open {
      box-shadow: 0 0 0 100vmax var(--_surface-hover);
    }
  }
  .card:popover-open iframe {
    flex: 1;
    min-block-size: 0;
  }
`;
