import {nothing, type TemplateResult} from 'lit';
import {html} from '../../base/html.js';
import {ifDefined} from '../../base/if-defined.js';
import {type Drawing, icon, type IconName} from './icons.js';

interface Look {
  /** Classes besides `icon-button`. */
  readonly className?: string;
  readonly part?: string;
  /** The size of the icon. */
  readonly size?: number;
  readonly expanded?: boolean;
  /** Whether the action is not available. The button stays focusable: a disabled one would lose the focus. */
  readonly disabled?: boolean;
}

/**
 * Renders a button that displays only an icon.
 *
 * @param label The accessible name, which is also the title.
 * @param action What the button does, or the id of the popover that it opens.
 */
export function iconButton(
  picture: IconName | Drawing,
  label: string,
  action: (() => void) | string,
  {className, part, size = 16, expanded, disabled}: Look = {},
): TemplateResult {
  const opens = typeof action === 'string';
  return html`<button
    class=${className ? `icon-button ${className}` : 'icon-button'}
    part=${ifDefined(part)}
    type="button"
    popovertarget=${opens ? action : nothing}
    title=${label}
    aria-label=${label}
    aria-expanded=${ifDefined(expanded)}
    aria-disabled=${ifDefined(disabled)}
    @click=${opens ? nothing : action}
  >
    ${icon(picture, size)}
  </button>`;
}
