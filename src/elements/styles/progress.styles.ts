import {css, type CSSResult} from 'lit';

/** The bar of a determinate progress. */
export const progressStyles: CSSResult = css`
  progress {
    appearance: none;
    display: block;
    block-size: 3px;
    border: 0;
    border-radius: 2px;
    overflow: hidden;
    background: var(--_border);
    color: var(--_accent);
  }
  progress::-webkit-progress-bar {
    background: var(--_border);
  }
  progress::-webkit-progress-value {
    background: var(--_accent);
  }
  progress::-moz-progress-bar {
    background: var(--_accent);
  }
  @media (prefers-reduced-motion: no-preference) {
    progress::-webkit-progress-value {
      transition: inline-size var(--_transition-duration);
    }
  }
  @media (forced-colors: active) {
    progress {
      border: 1px solid CanvasText;
      block-size: 7px;
      forced-color-adjust: none;
      background: Canvas;
    }
    progress::-webkit-progress-bar {
      background: Canvas;
    }
    progress::-webkit-progress-value {
      background: Highlight;
    }
    progress::-moz-progress-bar {
      background: Highlight;
    }
  }
`;
