import {Window} from 'happy-dom';
import {JSDOM, VirtualConsole} from 'jsdom';

/** Makes the globals of an emulated DOM those of this process, as Vitest does. */
export function registerDom(name: string, onError: (error: unknown) => void): void {
  const window: object =
    name === 'jsdom' ? jsdomWindow(onError) : new Window({url: 'http://localhost/'});
  const source = window as unknown as Record<string, unknown>;
  for (const key of Object.getOwnPropertyNames(source)) {
    if (
      key in globalThis &&
      !/^(Event|EventTarget|CustomEvent|navigator|AbortController|AbortSignal|Blob|File|FormData|Headers|Request|Response)$/.test(
        key,
      )
    )
      continue;
    Object.defineProperty(globalThis, key, {
      value: source[key],
      configurable: true,
      writable: true,
    });
  }
  for (const key of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) {
    const method = (window as EventTarget)[key].bind(window);
    Object.defineProperty(globalThis, key, {value: method, configurable: true});
  }
  Object.defineProperty(globalThis, 'window', {value: globalThis, configurable: true});
}

function jsdomWindow(onError: (error: unknown) => void): object {
  const virtualConsole = new VirtualConsole();
  virtualConsole.on('jsdomError', onError);
  const options = {url: 'http://localhost/', pretendToBeVisual: true, virtualConsole};
  return new JSDOM('<!doctype html><body></body>', options).window;
}
