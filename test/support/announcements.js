// Runs in the page before any other script. Lists in `announcements` what the page passes to assistive technology: by
// `ariaNotify`, and through the live regions of chats. `announcements.ways` names the ways that were used.
{
  const announcements = Object.assign([], {ways: new Set()});
  const add = (way, text) => {
    announcements.ways.add(way);
    announcements.push(text);
  };

  const {ariaNotify, attachShadow} = Element.prototype;
  if (ariaNotify) {
    Element.prototype.ariaNotify = function (text, ...rest) {
      add('ariaNotify', text);
      return ariaNotify.call(this, text, ...rest);
    };
  }

  const observer = new MutationObserver(records => {
    for (const {target, addedNodes} of records) {
      if (addedNodes.length > 0 && target instanceof Element && target.matches('.spoken'))
        add('live region', target.textContent.trim());
    }
  });
  Element.prototype.attachShadow = function (...init) {
    const root = attachShadow.apply(this, init);
    observer.observe(root, {childList: true, subtree: true});
    return root;
  };
  globalThis.announcements = announcements;
}
