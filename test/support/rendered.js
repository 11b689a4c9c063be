// Runs in the page: whether all that an element shows is drawn, in its shadow trees too; parts may be fetched for it.
globalThis.isRendered = top =>
  [...top.querySelectorAll('*')].every(node => {
    if (node.localName.includes('-') && node.checkVisibility()) {
      if (!node.matches(':defined') || node.isUpdatePending) return false;
    }
    return !node.shadowRoot || globalThis.isRendered(node.shadowRoot);
  });
