import {choosePrefix} from './html.js';
import {version} from './version.js';

interface Versioned {
  readonly version?: string;
}

/** A class can be registered under one name only; for a second name a subclass is registered. */
const named = new WeakSet<CustomElementConstructor>();

/**
 * Registers an element unless its name is taken. If the name is taken by another version, a warning is logged.
 *
 * @param tag The name with the standard prefix, `ubik-…`.
 * @param prefix Replaces `ubik` in the name.
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
