/* global document, getComputedStyle, WheelEvent */

/**
 * Runs in the page, serialized: scrolls the element below a point with a wheel or a finger by a number of pixels. For
 * drivers without such input, and engines that do not scroll on synthetic events.
 */
export function scrollByScript(kind, {x, y}, by) {
  const options = {bubbles: true, composed: true, cancelable: true};
  let target = document.elementFromPoint(x, y);
  for (let inner = target; inner; target = inner ?? target) {
    inner = target.shadowRoot?.elementFromPoint(x, y);
  }
  const canScroll = (
    {clientHeight, scrollHeight, clientWidth, scrollWidth},
    {overflowX, overflowY},
  ) =>
    by.x
      ? scrollWidth > clientWidth && /auto|scroll/.test(overflowX)
      : scrollHeight > clientHeight && /auto|scroll/.test(overflowY);
  let box = target;
  while (box && !canScroll(box, getComputedStyle(box))) {
    box = box.assignedSlot ?? box.parentElement ?? box.getRootNode().host;
  }
  const place = () => `${box?.scrollLeft} ${box?.scrollTop}`;
  const before = place();
  const goOn = () => {
    if (place() === before) box?.scrollBy(by.x, by.y);
  };
  if (kind === 'wheel') {
    const turned = {deltaX: by.x, deltaY: by.y, wheelDeltaX: -by.x, wheelDeltaY: -by.y};
    target?.dispatchEvent(new WheelEvent('wheel', {...options, clientX: x, clientY: y, ...turned}));
    setTimeout(goOn, 50);
    return;
  }
  const touch = (type, touches) =>
    target?.dispatchEvent(Object.assign(new Event(type, options), {touches}));
  touch('touchstart', [{clientX: x, clientY: y}]);
  touch('touchmove', [{clientX: x - by.x, clientY: y - by.y}]);
  goOn();
  touch('touchend', []);
}
