import {css, type CSSResult} from 'lit';

/** The name of a file, shortened before its extension. */
export const fileNameStyles: CSSResult = css`
  .name {
    display: flex;
    min-inline-size: 0;
    white-space: pre;
  }
  .name > :first-child {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .name > :nth-child(2) {
    flex: none;
  }
`;
