/** The colour scheme that the browser uses for an element. */
export function themeOf(element: HTMLElement): 'light' | 'dark' {
  const {colorScheme} = getComputedStyle(element);
  const isBoth = colorScheme.includes('light') && colorScheme.includes('dark');
  const isDark = isBoth
    ? matchMedia('(prefers-color-scheme: dark)').matches
    : colorScheme.includes('dark');
  return isDark ? 'dark' : 'light';
}
