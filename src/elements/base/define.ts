import {choosePrefix} from './html.js';
import {version} from './version.js';

interface Versioned {
  readonly version?: string;
}

/** A class has one name on a page; under a second name a subclass stands in for it. */
const named = new WeakSet<CustomElementConstructor>();

/**
 * Registers an element, once. The first class of a name stays: the same version again is silence, another version is
 * a warning.
 *
 * @param tag The name with the standard prefix, `ubik-…`.
 * @param prefix What stands in the place of `ubik`.
 */
export function define(tag: string, element: CustomElementConstructor, prefix = 'ubik'): void {
  const name = tag.replace(/^ubik(?=-)/, prefix);
  const known = customElements.get(name) as (CustomElementConstructor & Versioned) | undefined;
  if (known) {
    if (known.version === version) return;
    console.warn(
      `<${name}> ${version} was not registered: ${known.version ?? 'another class'} came first.`,
    );
    return;
  }
  choosePrefix(prefix);
  const own = named.has(element) ? class extends element {} : element;
  named.add(element);
  customElements.define(name, Object.assign(own, {version}));
}
