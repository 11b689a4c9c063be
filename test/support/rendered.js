// Runs in the page: whether an element is completely rendered, with its shadow trees and lazy-loaded parts.
globalThis.isRendered = top =>
  [...top.querySelectorAll('*')].every(node => {
    if (node.localName.includes('-') && node.checkVisibility()) {
      if (!node.matches(':defined') || node.isUpdatePending) return false;
    }
    return !node.shadowRoot || globalThis.isRendered(node.shadowRoot);
  });
