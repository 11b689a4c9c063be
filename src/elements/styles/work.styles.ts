import {css, type CSSResult} from 'lit';

/** The rows of a message or a step, and the lines that open work. Everything is printed. */
export const workStyles: CSSResult = css`
  .row {
    display: contents;
  }
  .work {
    inline-size: fit-content;
    max-inline-size: 100%;
    color: var(--_text-muted);
    text-align: start;
  }
  .work .heading {
    font-weight: 450;
  }
  /* An open tool call has a frame with room on both sides: its icon and its title keep the column of the other rows. */
  .row:not(.nested) > ubik-tool:not([asking]) {
    margin-inline: calc(var(--_space) * -2);
  }
  .nested > * {
    margin-inline-start: calc(1.75 * var(--_rem));
  }
  :is(.work, .nested) + .nested > * {
    margin-block-start: calc(var(--_space) * -2);
  }
  /* Questions are as wide as they can be, and apart. */
  .nested > ubik-tool[asking] {
    margin: 0;
  }
  @container (max-width: 416px) {
    .nested > * {
      margin-inline-start: calc(0.75 * var(--_rem));
    }
  }
  @media not print {
    .row[data-folded] {
      display: none;
    }
  }
  @media print {
    .work {
      display: none;
    }
  }
`;
