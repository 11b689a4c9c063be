// Loaded into pages: `placeOfButton(name)` gives the middle of the button with this name that can be pressed, wherever it
// stands in shadow trees, once it stands still on the screen: where it was when it was last asked for. `wasPressed()`
// tells whether a click has met it since: a busy page can move it meanwhile all the same.
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
