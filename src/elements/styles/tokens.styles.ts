import {css, type CSSResult} from 'lit';

/**
 * The design tokens as the elements read them: `--_name` is `--ubik-name` of the page or the default. Colours follow
 * `color-scheme`. A brand colour alone (`--ubik-accent`) yields a readable theme: the colours of text on the accent and
 * in the accent are computed from its luminance.
 */
export const tokens: CSSResult = css`
  :host {
    --_accent: var(--ubik-accent, light-dark(#2f5fd0, #7fa4ff));
    /* White text on colours below a luminance of 0.179, black text on the others: both have enough contrast. */
    --_black-or-white: clamp(0, (0.179 - 0.2126 * r - 0.7152 * g - 0.0722 * b) * 9999, 1);
    --_contrast: color(
      from var(--_accent) srgb-linear var(--_black-or-white) var(--_black-or-white)
        var(--_black-or-white)
    );
    --_on-accent: var(--ubik-on-accent, var(--_contrast));
    --_accent-text: var(
      --ubik-accent-text,
      light-dark(
        oklch(from var(--_accent) min(l, 0.5) c h),
        oklch(from var(--_accent) max(l, 0.78) c h)
      )
    );
    /* Text of all colours is readable on it: no accent takes it far from the surface. */
    --_accent-soft: var(
      --ubik-accent-soft,
      light-dark(
        color-mix(in oklab, oklch(from var(--_accent) max(l, 0.3) c h) 10%, var(--_surface)),
        color-mix(in oklab, oklch(from var(--_accent) min(l, 0.75) c h) 20%, var(--_surface))
      )
    );

    --_surface: var(--ubik-surface, light-dark(#ffffff, #16181d));
    --_surface-muted: var(--ubik-surface-muted, light-dark(#f6f6f4, #1e2026));
    --_surface-hover: var(--ubik-surface-hover, light-dark(#eeeeeb, #282b32));
    --_text: var(--ubik-text, light-dark(#1b1d22, #e9eaee));
    --_text-muted: var(--ubik-text-muted, light-dark(#5b5f69, #a5a9b4));
    --_border: var(--ubik-border, light-dark(#e4e4e0, #31343c));
    --_border-strong: var(--ubik-border-strong, light-dark(#8a8e98, #747985));
    --_success: var(--ubik-success, light-dark(#1a7548, #63c894));
    --_warning: var(--ubik-warning, light-dark(#8a5a00, #e0b04f));
    --_danger: var(--ubik-danger, light-dark(#b3261e, #ff9c94));
    --_danger-soft: var(
      --ubik-danger-soft,
      color-mix(in oklab, var(--_danger) 9%, var(--_surface))
    );
    --_warning-soft: var(
      --ubik-warning-soft,
      color-mix(in oklab, var(--_warning) 10%, var(--_surface))
    );

    --_font-family: var(
      --ubik-font-family,
      system-ui,
      -apple-system,
      'Segoe UI',
      Roboto,
      'Noto Sans',
      'Helvetica Neue',
      Arial,
      sans-serif
    );
    --_font-family-mono: var(
      --ubik-font-family-mono,
      ui-monospace,
      'SF Mono',
      SFMono-Regular,
      Menlo,
      Consolas,
      'Noto Sans Mono',
      'DejaVu Sans Mono',
      monospace
    );
    --_font-size: var(--ubik-font-size, calc(0.9375 * var(--_rem)));
    --_font-size-s: calc(var(--_font-size) * 0.87);
    --_font-size-xs: calc(var(--_font-size) * 0.8);
    --_font-size-l: calc(var(--_font-size) * 1.13);
    --_font-size-xl: calc(var(--_font-size) * 1.47);
    --_line-height: var(--ubik-line-height, 1.55);

    /*
     * The base unit of sizes is the page's root font size, limited because some pages set it to other values (62.5 %,
     * 10 px, a tenth of the viewport).
     */
    --_rem: clamp(16px, 1rem, 24px);
    --_space: var(--ubik-space, calc(0.25 * var(--_rem)));
    --_radius: var(--ubik-radius, calc(0.75 * var(--_rem)));
    --_radius-s: calc(var(--_radius) * 0.6);
    --_transition-duration: var(--ubik-transition-duration, 160ms);
    --_shadow: var(
      --ubik-shadow,
      0 0 0 1px light-dark(rgb(20 24 40 / 6%), rgb(255 255 255 / 8%)),
      0 12px 40px -8px light-dark(rgb(20 24 40 / 22%), rgb(0 0 0 / 60%))
    );
  }
  @media (prefers-contrast: more) {
    :host {
      --_accent: light-dark(
        oklch(from var(--ubik-accent, #2f5fd0) min(l, 0.36) c h),
        oklch(from var(--ubik-accent, #7fa4ff) max(l, 0.88) calc(c * 0.6) h)
      );
      --_on-accent: var(--_contrast);
      --_accent-text: var(--_accent);
      --_accent-soft: light-dark(
        color-mix(in oklab, var(--_accent) 7%, var(--_surface)),
        color-mix(in oklab, var(--_accent) 14%, var(--_surface))
      );
      --_text-muted: var(--_text);
      --_border: color-mix(in oklab, var(--_text) 60%, var(--_surface));
      --_border-strong: var(--_text);
      --_warning: light-dark(#664300, #f3cd7e);
      --_danger: light-dark(#8c1d18, #ffc9c4);
    }
  }
`;
