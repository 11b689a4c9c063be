// Runs in the page: `placeOfButton(name)` returns the centre of the enabled button with this name, in any shadow tree, once
// its position equals that of the previous call. `wasPressed()` returns whether a click has reached it since, because a
// busy page can still move it.
{
  let last;
  let pressed = false;
  const buttonsIn = root =>
    [...root.querySelectorAll('*')].flatMap(element => [
      ...(element instanceof HTMLButtonElement ? [element] : []),
      ...(element.shadowRoot ? buttonsIn(element.shadowRoot) : []),
    ]);
  globalThis.placeOfButton = name => {
    const button = buttonsIn(document).find(
      element =>
        (element.ariaLabel ?? element.textContent).trim() === name &&
        element.checkVisibility() &&
        !element.disabled,
    );
    if (!button) return undefined;
    button.scrollIntoView({block: 'nearest', behavior: 'instant'});
    const {x, y, width, height} = button.getBoundingClientRect();
    const place = [x + width / 2, y + height / 2];
    const still = String(place) === last;
    last = String(place);
    if (!still || !document.elementFromPoint(...place)) return undefined;
    pressed = false;
    button.addEventListener('click', () => (pressed = true), {capture: true, once: true});
    return place;
  };
  globalThis.wasPressed = () => pressed;
}
