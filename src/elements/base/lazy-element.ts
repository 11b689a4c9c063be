import {LazyModule} from '../../controller/lazy-module.js';

/**
 * An element that is loaded when it is first rendered. Until then, and if loading fails, the content between its tags is
 * displayed.
 *
 * @param load Imports the file that registers the element.
 * @returns A function to call with each render: starts loading, and returns whether the element is registered.
 */
export function lazyElement(load: () => Promise<unknown>): () => boolean {
  const module = new LazyModule(load);
  return () => module.get() !== undefined;
}
