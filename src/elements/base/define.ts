import {choosePrefix} from './html.js';
import {version} from './version.js';

interface Versioned {
  readonly version?: string;
}

/** A class can be registered under one name only; for a second name a subclass is registered. */
const named = new WeakSet<CustomElementConstructor>();

/** The versions that came first, of which a warning has been logged. */
const reported = new Set<string>();

/**
 * Registers an element unless its name is taken. If it is taken by another version, one warning is logged for all names.
 *
 * @param tag The name with the standard prefix, `ubik-…`.
 * @param prefix Replaces `ubik` in the name.
 */
export function define(tag: string, element: CustomElementConstructor, prefix = 'ubik'): void {
  const name = tag.replace(/^ubik(?=-)/, prefix);
  const known = customElements.get(name) as (CustomElementConstructor & Versioned) | undefined;
  if (known) {
    if (known.version === version) return;
    const first = known.version ?? 'another class';
    if (!reported.has(first)) {
      console.warn(
        `Ubik Chat: <${name}> ${version} was not registered: ${first} came first. Load one version of the script only.`,
      );
    }
    reported.add(first);
    return;
  }
  choosePrefix(prefix);
  const own = named.has(element) ? class extends element {} : element;
  named.add(element);
  customElements.define(name, Object.assign(own, {version}));
}
