// Runs in the page: the visible text of an element including its shadow trees, which `innerText` does not contain.
globalThis.visibleText = top => {
  // An element without a box is as visible as its content.
  const isVisible = node =>
    node.checkVisibility({opacityProperty: true}) || getComputedStyle(node).display === 'contents';
  const read = node => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element) || !isVisible(node)) return '';
    if (node instanceof HTMLStyleElement) return '';
    const slotted = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
    const inside = slotted.length > 0 ? slotted : [...(node.shadowRoot ?? node).childNodes];
    const text = inside.map(read).join('');
    return getComputedStyle(node).display.startsWith('inline') ? text : `\n${text}\n`;
  };
  return read(top)
    .replace(/\s*\n\s*/g, '\n')
    .trim();
};
