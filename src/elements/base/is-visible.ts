/** Whether an element is displayed; `undefined` in an emulated DOM, which does not know. */
export const isVisible = (element: Element): boolean | undefined =>
  'checkVisibility' in element ? element.checkVisibility() : undefined;
