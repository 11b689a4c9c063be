// The custom-elements manifest, as the scripts read it.
import {readFileSync} from 'node:fs';

/** The elements, in the order of their tags. */
export const elementsOf = manifest =>
  manifest.modules
    .flatMap(({declarations = []}) => declarations)
    .filter(({tagName}) => tagName)
    .sort((a, b) => (a.tagName < b.tagName ? -1 : 1));

export const readManifest = () => JSON.parse(readFileSync('custom-elements.json', 'utf8'));

/** What a page sets on an element: its fields but those that only tell. */
export const properties = ({members = []}) =>
  members.filter(({kind, readonly}) => kind === 'field' && !readonly);
