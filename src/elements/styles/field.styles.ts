import {css, type CSSResult} from 'lit';

/** Input fields and text areas. */
export const fieldStyles: CSSResult = css`
  label {
    display: grid;
    gap: calc(var(--_space) * 1);
    color: var(--_text-muted);
    font-size: var(--_font-size-s);
  }
  input:not([type='radio'], [type='checkbox'], [type='file']),
  select,
  textarea {
    box-sizing: border-box;
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: calc(2.5 * var(--_rem));
    padding: calc(var(--_space) * 2) calc(var(--_space) * 2.5);
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius-s);
    background: var(--_surface);
    color: var(--_text);
    font-size: var(--_font-size);
  }
  textarea {
    min-block-size: calc(4.5 * var(--_rem));
    line-height: 1.45;
    resize: vertical;
  }
  input[aria-invalid='true'],
  textarea[aria-invalid='true'] {
    border-color: var(--_danger);
  }
  .problem {
    margin: 0;
    color: var(--_danger);
    font-size: var(--_font-size-s);
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: calc(var(--_space) * 2);
  }
  @media (pointer: coarse) {
    input,
    select,
    textarea {
      font-size: max(16px, var(--_font-size)) !important; /* smaller ones make phones zoom in */
    }
  }
`;
