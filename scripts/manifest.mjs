// Reads the custom-elements manifest.
import {readFileSync} from 'node:fs';

/** The elements, in the order of their tags. */
export const elementsOf = manifest =>
  manifest.modules
    .flatMap(({declarations = []}) => declarations)
    .filter(({tagName}) => tagName)
    .sort((a, b) => (a.tagName < b.tagName ? -1 : 1));

export const readManifest = () => JSON.parse(readFileSync('custom-elements.json', 'utf8'));

/** The properties of an element that a page can set. */
export const properties = ({members = []}) =>
  members.filter(({kind, readonly}) => kind === 'field' && !readonly);
