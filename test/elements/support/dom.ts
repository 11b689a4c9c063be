import {executeServerCommand} from '@web/test-runner-commands';

/** The matching element in a shadow tree; fails if there is none. */
export function find(host: Element, selector: string): HTMLElement;
export function find<E extends HTMLElement>(host: Element, selector: string, type: new () => E): E;
export function find(host: Element, selector: string, type = HTMLElement): HTMLElement {
  const found = host.shadowRoot?.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`<${host.localName}> has no ${selector}`);
  return found;
}

/** Whether something matches in a shadow tree. */
export const has = (host: Element, selector: string): boolean =>
  host.shadowRoot?.querySelector(selector) != null;

/** All that match in a shadow tree. */
export const all = (host: Element, selector: string): readonly HTMLElement[] => [
  ...(host.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
];

/** The visible text, with collapsed white space. */
export const words = (node: Element | ShadowRoot | null): string =>
  (node?.textContent ?? '').replace(/\s+/g, ' ').trim();

/** Presses a key for real. */
export const press = (keys: string): Promise<unknown> =>
  executeServerCommand('engine:press', {keys});

/** Types for real. */
export async function type(text: string): Promise<void> {
  // The test runner waits only some seconds for a command, in which a busy engine handles few keys.
  for (const [part] of text.matchAll(/[^]{1,20}/g)) {
    await executeServerCommand('engine:type', {text: part});
  }
}

/** The next frame, after pending renders. */
export const frame = (): Promise<unknown> => new Promise(resolve => requestAnimationFrame(resolve));

/** The limit of a wait in milliseconds, which `web-test-runner.config.mjs` inserts. */
declare const WAIT_MS: number;

/**
 * Waits until a condition is true. Fails with the condition, whether the page was painted, and the last state if
 * `readState` returns one.
 */
export async function until(
  condition: () => boolean,
  readState: () => unknown = () => undefined,
): Promise<void> {
  const end = performance.now() + WAIT_MS;
  let frames = 0;
  while (!condition()) {
    if (performance.now() > end) {
      const state = readState();
      const suffix = state === undefined ? '' : `; the last state: ${JSON.stringify(state)}`;
      const page = `${frames} frames, ${document.visibilityState}`;
      throw new Error(`Not true within ${WAIT_MS} ms (${page}): ${String(condition)}${suffix}`);
    }
    await frame();
    frames += 1;
  }
}

/** Resizes the window, in CSS pixels. Media queries are evaluated with the next frame. */
export async function resizeWindow(width: number, height: number): Promise<void> {
  await executeServerCommand('engine:viewport', {width, height});
  await frame();
}

/** Everything that changes in a node and its shadow tree while something is done. */
export async function mutations(element: Element, act: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const observer = new MutationObserver(records => void (count += records.length));
  const options = {childList: true, attributes: true, characterData: true, subtree: true};
  observer.observe(element, options);
  if (element.shadowRoot) observer.observe(element.shadowRoot, options);
  await act();
  count += observer.takeRecords().length;
  observer.disconnect();
  return count;
}

/** Collects the events of a type that an element dispatches from now on. */
export function collectEvents<K extends keyof HTMLElementEventMap>(
  element: HTMLElement,
  type: K,
): HTMLElementEventMap[K][] {
  const events: HTMLElementEventMap[K][] = [];
  element.addEventListener(type, event => events.push(event));
  return events;
}
