// Runs in the page: the visible words of an element, through shadow roots, which `innerText` does not enter.
globalThis.visibleText = top => {
  // What has no box of its own is as visible as what is in it.
  const isVisible = node =>
    node.checkVisibility() || (node.localName === 'div' && node.style.display === 'contents');
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
