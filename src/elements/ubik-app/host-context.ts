import type {JsonRecord} from '../../core/values.js';
import {themeOf} from '../shared/theme.js';

export type DisplayMode = 'inline' | 'fullscreen';

/** Pixels; a higher app scrolls. */
export const maxHeightPx = 600;

/**
 * The colours that an app gets, each as the end of our token for the names `--color-background-…`, `--color-text-…` and
 * `--color-border-…`. All names have a value, because an app replaces those that are missing one by one.
 */
const colours: Readonly<
  Record<string, readonly [background: string, text: string, border: string]>
> = {
  primary: ['surface', 'text', 'border'],
  secondary: ['surface-muted', 'text-muted', 'border'],
  tertiary: ['surface-hover', 'text-muted', 'border'],
  inverse: ['text', 'surface', 'surface'],
  ghost: ['surface', 'text-muted', 'border'],
  info: ['accent-soft', 'accent-text', 'accent-text'],
  danger: ['danger-soft', 'danger', 'danger'],
  success: ['surface-muted', 'success', 'success'],
  warning: ['warning-soft', 'warning', 'warning'],
  disabled: ['surface-muted', 'text-muted', 'border'],
};

/** Our tokens of sizes, by the names of an app. */
const sizes: Readonly<Record<string, string>> = {
  'font-text-xs-size': 'font-size-xs',
  'font-text-sm-size': 'font-size-s',
  'font-text-md-size': 'font-size',
  'font-text-lg-size': 'font-size-l',
  'font-heading-lg-size': 'font-size-l',
  'font-heading-xl-size': 'font-size-xl',
  'border-radius-sm': 'radius-s',
  'border-radius-md': 'radius',
};

/** The tokens of an element as variables of an app. The browser computes them, so no value contains an address. */
function variablesOf(element: HTMLElement): JsonRecord {
  const probe = document.createElement('span');
  probe.hidden = true;
  element.shadowRoot?.append(probe);
  const computed = getComputedStyle(probe);
  const compute = (property: 'color' | 'width' | 'fontFamily', token: string): string => {
    probe.style[property] = `var(--_${token})`;
    return computed[property];
  };
  const variables: Record<string, string> = {
    '--font-sans': compute('fontFamily', 'font-family'),
    '--font-mono': compute('fontFamily', 'font-family-mono'),
  };
  for (const [name, tokens] of Object.entries(colours)) {
    for (const [index, group] of ['background', 'text', 'border'].entries()) {
      variables[`--color-${group}-${name}`] = compute('color', tokens[index] ?? 'text');
    }
  }
  // The official app refuses unknown names, and there are fewer for rings.
  for (const name of ['primary', 'secondary', 'inverse', 'info', 'danger', 'success', 'warning']) {
    variables[`--color-ring-${name}`] = compute('color', 'accent-text');
  }
  for (const [name, token] of Object.entries(sizes))
    variables[`--${name}`] = compute('width', token);
  probe.remove();
  return variables;
}

interface ContextParts {
  /** The element whose tokens the app gets. */
  readonly element: HTMLElement;
  readonly locale: string;
  readonly mode: DisplayMode;
  /** The size of the frame in CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** What the app learns about its surroundings (`hostContext`). */
export function hostContext({element, locale, mode, width, height}: ContextParts): JsonRecord {
  return {
    theme: themeOf(element),
    styles: {variables: variablesOf(element)},
    displayMode: mode,
    availableDisplayModes: ['inline', 'fullscreen'],
    containerDimensions: mode === 'inline' ? {width, maxHeight: maxHeightPx} : {width, height},
    locale,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: 'ubik-chat',
    platform: 'web',
    deviceCapabilities: {
      touch: matchMedia('(any-pointer: coarse)').matches,
      hover: matchMedia('(hover: hover)').matches,
    },
    safeAreaInsets: {top: 0, right: 0, bottom: 0, left: 0},
  };
}

/** The fields of a context that differ from another one. */
export function changesOf(before: JsonRecord, after: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  );
}
