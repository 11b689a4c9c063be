/** Renders hostile texts in a page of any engine, interacts with them and reports executed code and external requests. */
import {mount} from './xss-page.js';

const found: string[] = [];

for (const name of ['alert', 'prompt', 'confirm', 'print', 'open']) {
  Object.defineProperty(window, name, {value: () => void found.push(`${name} was called`)});
}
// The policy of the page blocks external resources and reports each attempt.
document.addEventListener('securitypolicyviolation', ({effectiveDirective, blockedURI}) => {
  found.push(`${effectiveDirective} ${blockedURI}`);
});
addEventListener('click', event => {
  const link = event.composedPath().find(node => node instanceof HTMLAnchorElement);
  if (link && link.protocol !== 'javascript:') event.preventDefault();
});
addEventListener('submit', event => event.preventDefault());

const acts = [
  'pointerover mouseover mouseenter pointerdown mousedown focusin wheel keydown',
  'animationstart animationend transitionend toggle beforeinput input change click',
].flatMap(line => line.split(' '));

const pause = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds));

function* elementsIn(root: ParentNode): Generator<Element> {
  for (const element of root.children) {
    yield element;
    yield* elementsIn(element);
    if (element.shadowRoot) yield* elementsIn(element.shadowRoot);
  }
}

/** Renders a text, performs the actions of a reader and returns the findings. */
async function tryOne(text: string): Promise<readonly string[]> {
  const place = document.createElement('div');
  document.body.append(place);
  await mount(place, text).catch((error: unknown) => found.push(String(error)));
  await pause(5);
  for (const element of [...elementsIn(place)].slice(0, 60)) {
    for (const type of acts) {
      const Act = type === 'click' ? MouseEvent : Event;
      element.dispatchEvent(new Act(type, {bubbles: true, cancelable: true, composed: true}));
    }
    if (element instanceof HTMLElement) element.focus();
    if (element instanceof HTMLDetailsElement) element.open = true;
  }
  await pause(5);
  for (const name of ['cookie', 'location', 'forms', 'createElement', 'getElementById'] as const) {
    if ((document[name] as unknown) instanceof Element) found.push(`document.${name} was replaced`);
  }
  place.remove();
  return found.splice(0);
}

/** Performs forbidden actions, to prove that the page detects them. */
export async function control(): Promise<readonly string[]> {
  alert();
  const picture = new Image();
  picture.src = 'https://external.example/picture.png';
  await pause(200);
  await mount(document.body, '').catch(() => undefined); // it counts violations too
  return found.splice(0);
}

/** Tests texts one after the other. */
export async function tryAll(texts: readonly string[]): Promise<readonly (readonly string[])[]> {
  const all: (readonly string[])[] = [];
  for (const text of texts) all.push(await tryOne(text));
  await pause(200);
  const late = found.splice(0);
  return late.length > 0 ? [...all.slice(0, -1), late] : all;
}
