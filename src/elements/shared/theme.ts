/** The colour scheme that the browser uses for an element. */
export function themeOf(element: HTMLElement): 'light' | 'dark' {
  const {colorScheme} = getComputedStyle(element);
  const isBoth = colorScheme.includes('light') && colorScheme.includes('dark');
  const isDark = isBoth
    ? matchMedia('(prefers-color-scheme: dark)').matches
    : colorScheme.includes('dark');
  return isDark ? 'dark' : 'light';
}

/**
 * Calls back when the colours of an element may have changed: the scheme of the system, or an attribute of an element
 * around it. Returns an unsubscribe function.
 */
export function watchColours(element: HTMLElement, onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  const query = matchMedia('(prefers-color-scheme: dark)');
  for (let node: Node | null = element; node; node = parentOf(node)) {
    if (node instanceof Element) observer.observe(node, {attributes: true});
  }
  query.addEventListener('change', onChange);
  return () => {
    observer.disconnect();
    query.removeEventListener('change', onChange);
  };
}

const parentOf = (node: Node): Node | null =>
  node instanceof ShadowRoot ? node.host : node.parentNode;
