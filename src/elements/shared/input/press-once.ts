/**
 * Drops the presses of matching buttons that repeat the press before: those of a double click, and of Enter that is held. The
 * first press puts a button with another meaning in the same place, such as Stop instead of Send.
 */
export function pressOnce(element: HTMLElement, selector: string): void {
  const drop = (event: MouseEvent | KeyboardEvent): void => {
    const repeats = 'key' in event ? event.repeat && event.key === 'Enter' : event.detail > 1;
    const [target] = event.composedPath();
    if (!repeats || !(target instanceof Element) || !target.closest(selector)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  for (const type of ['click', 'keydown'] as const)
    element.addEventListener(type, drop, {capture: true});
}
